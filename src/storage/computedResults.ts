import { type Day, fromIso, toIso } from '../core/calendar/dates';
import { peerTableBytes } from '../core/cameTrue/settledWindows';
import type { MarketStudy } from '../core/cameTrue/study';
import type { ForwardResult } from '../core/evidence/forwardResult';
import type { RecordedTrial } from '../core/model/inputTrial';
import type { Model } from '../core/model/predict';
import type { ReplayedChoice } from '../core/record/pickRule';
import { type Database, firstOf } from './database';

/** Selects the model for a prediction. */
export interface ModelKey {
  /** Whether the sandbox's prices are in use: a model trained on simulated prices never predicts real ones. */
  readonly simulated: boolean;
  /** Of the prices in use. */
  readonly dataVersion: string;
  /** Version of the training procedure (`MODEL_CODE`). */
  readonly codeVersion: string;
  /** The last day whose outcomes the model may have been trained on; later days are the future. */
  readonly through: Day;
}

interface ModelRow {
  /** JSON. */
  readonly content: string;
  readonly data_version: string;
  /** The last day of the prices used; null = all stored prices. */
  readonly prices_through: number | null;
}

const VERSION = `SELECT version FROM model
  WHERE simulated = ? AND code_version = ? AND trained_through <= ?
  ORDER BY data_version = ? DESC, created_at DESC, version LIMIT 1`;
const MODEL = 'SELECT content, data_version, prices_through FROM model WHERE version = ?';
const TRIAL = 'SELECT content FROM input_trial WHERE simulated = ? AND prices_through <= ?';

/** Trained models, and the last trials of model inputs. Old models are kept, so that any version can be looked up. */
export class ModelStore {
  constructor(private readonly database: Database) {}

  /** Grows with every change of models and trials by any process. Cheap enough for every request. */
  revision(): Promise<number> {
    return this.database.revision('models');
  }

  /** Stores a model unless its version is stored: a version is a hash of everything the model depends on. */
  put(model: Model, createdAt: Date): Promise<'stored' | 'unchanged'> {
    return this.database.change('models', async (trx) => {
      if (await trx('model').where({ version: model.version }).first('version')) return 'unchanged';
      await trx('model').insert({
        version: model.version,
        data_version: model.dataVersion,
        prices_through: model.pricesThrough === null ? null : fromIso(model.pricesThrough),
        code_version: model.codeVersion,
        simulated: model.simulated,
        trained_through: fromIso(model.trainedThrough),
        created_at: createdAt.getTime(),
        content: JSON.stringify(model),
      });
      return 'stored';
    });
  }

  /** The version of the model to use: one trained on the same prices, else the newest; null when none matches. */
  async versionFor({ simulated, dataVersion, codeVersion, through }: ModelKey): Promise<string | null> {
    const { query } = this.database;
    const [row] = await query<{ version: string }>(VERSION, Number(simulated), codeVersion, through, dataVersion);
    return row?.version ?? null;
  }

  /** Null when there is no model of that version. */
  async find(version: string): Promise<Model | null> {
    return firstOf(await this.database.query<ModelRow>(MODEL, version), toModel);
  }

  /** Stores a trial of inputs. It replaces the previous one on the same kind of prices, real or simulated. */
  putTrial(trial: RecordedTrial): Promise<void> {
    return this.database.change('models', async (trx) => {
      const row = {
        simulated: trial.simulated,
        prices_through: fromIso(trial.pricesThrough),
        content: JSON.stringify(trial),
      };
      await trx('input_trial').insert(row).onConflict('simulated').merge();
    });
  }

  /** The last trial; null when there is none, or it used prices after `through`. */
  async lastTrial({ simulated, through }: Pick<ModelKey, 'simulated' | 'through'>): Promise<RecordedTrial | null> {
    const [row] = await this.database.query<{ content: string }>(TRIAL, Number(simulated), through);
    return row === undefined ? null : JSON.parse(row.content);
  }
}

const toModel = (row: ModelRow): Model => ({
  ...JSON.parse(row.content),
  dataVersion: row.data_version,
  pricesThrough: row.prices_through === null ? null : toIso(row.prices_through),
});

/** Which evidence may be shown. */
export interface EvidenceKey {
  /** Whether the sandbox's prices are in use: evidence from simulated prices does not apply to real ones. */
  readonly simulated: boolean;
  /** The newest day whose prices the evidence may use; later days are the future. */
  readonly through: Day;
}

const NEWEST = `SELECT content FROM forward_evidence
  WHERE simulated = ? AND prices_through <= ? ORDER BY id DESC LIMIT 1`;

/** Published walk-forward results (`perennial evidence forward`). Older ones are kept. */
export class EvidenceStore {
  constructor(private readonly database: Database) {}

  publish(result: ForwardResult, publishedAt: Date): Promise<void> {
    return this.database.change('evidence', async (trx) => {
      await trx('forward_evidence').insert({
        simulated: result.simulated,
        prices_through: fromIso(result.prices_through),
        published_at: publishedAt.getTime(),
        content: JSON.stringify(result),
      });
    });
  }

  /** The last published result that may be shown; null when there is none. */
  async latest({ simulated, through }: EvidenceKey): Promise<ForwardResult | null> {
    const [row] = await this.database.query<{ content: string }>(NEWEST, Number(simulated), through);
    return row === undefined ? null : JSON.parse(row.content);
  }
}

const CHOICES = 'SELECT choice FROM replayed_session WHERE rules = ? ORDER BY session';
const CARD = 'SELECT card FROM replayed_session WHERE rules = ? AND session = ?';

/**
 * The choices of the sandbox's replay of the daily pick, session by session, so that a restart need not
 * compute them again. They are not part of the ledger.
 */
export class ReplayStore {
  constructor(private readonly database: Database) {}

  /** Oldest first. @param rules identifies everything a choice depends on besides its session */
  async choices(rules: string): Promise<ReplayedChoice[]> {
    const rows = await this.database.query<{ choice: string }>(CHOICES, rules);
    return rows.map(({ choice }): ReplayedChoice => JSON.parse(choice));
  }

  /** The card of a choice, with its chart; null when it is not kept, or there was none. */
  async card(rules: string, session: string): Promise<object | null> {
    const [row] = await this.database.query<{ card: string | null }>(CARD, rules, session);
    return row?.card ? JSON.parse(row.card) : null;
  }

  /** Stores a choice, unless its session has one. Deletes the choices by other rules. */
  put(rules: string, choice: ReplayedChoice, card: object | null): Promise<void> {
    return this.database.change('replays', async (trx) => {
      await trx('replayed_session').whereNot({ rules }).delete();
      const row = {
        rules,
        session: choice.session,
        choice: JSON.stringify(choice),
        card: card && JSON.stringify(card),
      };
      await trx('replayed_session').insert(row).onConflict(['rules', 'session']).ignore();
    });
  }
}

const MADE = 'SELECT version, created_at FROM came_true WHERE market_id = ?';
const MONTHS = 'SELECT months FROM came_true WHERE market_id = ? AND version = ?';
const STUDY = 'SELECT months, first_day, peers FROM came_true WHERE market_id = ? AND version = ?';

/** What came true in each market (METHOD 10): one study each. */
export class CameTrueStore {
  constructor(private readonly database: Database) {}

  /** What a market's study is made of, and when it was made; null without one. */
  async made(marketId: string): Promise<{ readonly version: string; readonly createdAt: Date } | null> {
    const [row] = await this.database.query<{ version: string; created_at: number }>(MADE, marketId);
    return row === undefined ? null : { version: row.version, createdAt: new Date(row.created_at) };
  }

  /** The months of the study of these prices, without the means of peers; null when it is missing. */
  async months(marketId: string, version: string): Promise<MarketStudy['months'] | null> {
    const [row] = await this.database.query<{ months: string }>(MONTHS, marketId, version);
    return row === undefined ? null : JSON.parse(row.months);
  }

  /** The whole study of these prices; null when it is missing. */
  async study(marketId: string, version: string): Promise<MarketStudy | null> {
    type Row = { months: string; first_day: number; peers: Buffer };
    const [row] = await this.database.query<Row>(STUDY, marketId, version);
    if (row === undefined) return null;
    const buffer = new SharedArrayBuffer(row.peers.length);
    new Uint8Array(buffer).set(row.peers);
    const days = row.peers.length / peerTableBytes(1);
    return { months: JSON.parse(row.months), peers: { first: row.first_day, days, buffer } };
  }

  /** Stores the study of a market in place of its earlier one. */
  put(marketId: string, version: string, { months, peers }: MarketStudy, createdAt: Date): Promise<void> {
    return this.database.change('came_true', async (trx) => {
      const row = {
        market_id: marketId,
        version,
        created_at: createdAt.getTime(),
        months: JSON.stringify(months),
        first_day: peers.first,
        // Drivers do not accept shared memory.
        peers: Buffer.from(new Uint8Array(peers.buffer)),
      };
      await trx('came_true').insert(row).onConflict('market_id').merge();
    });
  }
}
