import { type Day, fromIso, toIso } from '../core/calendar/dates';
import type { RecordedTrial } from '../core/model/inputTrial';
import type { Model } from '../core/model/predict';
import type { Database } from './database';

/** Which model a prediction needs. */
export interface ModelKey {
  /** Whether the prices in service are the sandbox's: a model of simulated prices never predicts real ones. */
  readonly simulated: boolean;
  /** Hash over the stored prices in service. */
  readonly dataVersion: string;
  /** Name of the procedure this program follows (`MODEL_CODE`). */
  readonly codeVersion: string;
  /** Newest day the model may have seen an outcome of: later is the future. */
  readonly through: Day;
}

interface ModelRow {
  /** JSON. */
  readonly content: string;
  readonly data_version: string;
  /** Last day of the prices that were seen, where it was not the last of all. */
  readonly prices_through: number | null;
}

const VERSION = `SELECT version FROM model
  WHERE simulated = ? AND code_version = ? AND trained_through <= ?
  ORDER BY data_version = ? DESC, created_at DESC, version LIMIT 1`;
const MODEL = 'SELECT content, data_version, prices_through FROM model WHERE version = ?';
const TRIAL = 'SELECT content FROM input_trial WHERE simulated = ? AND prices_through <= ?';

/** Trained models by version, and the last trials of inputs. Old models are kept, so that any version can be looked up. */
export class ModelStore {
  constructor(private readonly database: Database) {}

  /** Grows whenever any process may have stored a model. Cheap enough to read on every request. */
  revision(): Promise<number> {
    return this.database.revision('models');
  }

  /** Stores a model, each version once: a version is a hash of everything the model depends on. */
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

  /** Version of the model to use: the one of the same prices, else the newest; null when none fits. */
  async versionFor({ simulated, dataVersion, codeVersion, through }: ModelKey): Promise<string | null> {
    const { query } = this.database;
    const [row] = await query<{ version: string }>(VERSION, Number(simulated), codeVersion, through, dataVersion);
    return row?.version ?? null;
  }

  /** Null when there is none of that version. */
  async find(version: string): Promise<Model | null> {
    const [row] = await this.database.query<ModelRow>(MODEL, version);
    return row === undefined ? null : toModel(row);
  }

  /** Stores a trial of inputs in place of the one before it, of real or of simulated prices. */
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

  /** The last trial; null when there is none, or it saw prices after `through`. */
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
