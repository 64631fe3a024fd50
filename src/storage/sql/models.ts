import { fromIso, toIso } from '../../core/calendar/dates';
import type { RecordedTrial } from '../../core/model/inputTrial';
import type { Model } from '../../core/model/predict';
import type { ModelStore, ModelWanted } from '../models';
import type { SqlDatabase } from './database';

interface ModelRow {
  content: string;
  data_version: string;
  /** Last day of the prices that were seen, where it was not the last of all. */
  prices_through: number | null;
}

const toModel = (row: ModelRow): Model => ({
  ...JSON.parse(row.content),
  dataVersion: row.data_version,
  pricesThrough: row.prices_through === null ? null : toIso(row.prices_through),
});

const WANTED = `SELECT version FROM model
  WHERE simulated = ? AND code_version = ? AND trained_through <= ?
  ORDER BY data_version = ? DESC, created_at DESC, version LIMIT 1`;
const STORED = 'SELECT content, data_version, prices_through FROM model WHERE version = ?';
const TRIAL = 'SELECT content FROM input_trial WHERE simulated = ? AND prices_through <= ?';

/** Trained models and the last trials of inputs, as JSON. */
export class SqlModels implements ModelStore {
  constructor(private readonly database: SqlDatabase) {}

  revision(): Promise<number> {
    return this.database.revision('models');
  }

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

  async versionFor({ simulated, dataVersion, codeVersion, through }: ModelWanted): Promise<string | null> {
    const { query } = this.database;
    const [row] = await query<{ version: string }>(WANTED, Number(simulated), codeVersion, through, dataVersion);
    return row?.version ?? null;
  }

  async find(version: string): Promise<Model | null> {
    const [row] = await this.database.query<ModelRow>(STORED, version);
    return row === undefined ? null : toModel(row);
  }

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

  async lastTrial({ simulated, through }: Pick<ModelWanted, 'simulated' | 'through'>): Promise<RecordedTrial | null> {
    const [row] = await this.database.query<{ content: string }>(TRIAL, Number(simulated), through);
    return row === undefined ? null : (JSON.parse(row.content) as RecordedTrial);
  }
}
