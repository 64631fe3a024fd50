import { type Day, fromIso, toIso } from '../core/calendar/dates';
import type { RecordedTrial } from '../core/model/inputTrial';
import type { Model } from '../core/model/predict';
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
