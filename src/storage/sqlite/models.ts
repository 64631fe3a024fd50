import type BetterSqlite3 from 'better-sqlite3';
import { fromIso, toIso } from '../../core/calendar/dates';
import type { RecordedTrial } from '../../core/model/inputTrial';
import type { Model } from '../../core/model/predict';
import type { ModelStore } from '../ports';
import type { ModelWanted } from '../rows';
import { type Database, inWriteTransaction, reading } from './database';

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

/** Trained models and the last trials of inputs, as JSON. */
export class SqliteModels implements ModelStore {
  private readonly wanted: BetterSqlite3.Statement<[object], string>;
  private readonly stored: BetterSqlite3.Statement<[string], ModelRow>;
  private readonly trial: BetterSqlite3.Statement<[object], string>;

  constructor(private readonly database: Database) {
    const { reader } = database;
    this.wanted = reader
      .prepare<[object], string>(
        `SELECT version FROM model
         WHERE simulated = @simulated AND code_version = @codeVersion AND trained_through <= @through
         ORDER BY data_version = @dataVersion DESC, created_at DESC, version LIMIT 1`,
      )
      .pluck();
    this.stored = reader.prepare('SELECT content, data_version, prices_through FROM model WHERE version = ?');
    this.trial = reader
      .prepare<[object], string>(
        'SELECT content FROM input_trial WHERE simulated = @simulated AND prices_through <= @through',
      )
      .pluck();
  }

  revision(): Promise<number> {
    return reading(() => this.database.changeCounter());
  }

  put(model: Model, createdAt: Date): Promise<'stored' | 'unchanged'> {
    return inWriteTransaction(this.database.knex, async (trx) => {
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

  versionFor({ simulated, dataVersion, codeVersion, through }: ModelWanted): Promise<string | null> {
    return reading(() => this.wanted.get({ simulated: Number(simulated), dataVersion, codeVersion, through }) ?? null);
  }

  find(version: string): Promise<Model | null> {
    return reading(() => {
      const row = this.stored.get(version);
      return row === undefined ? null : toModel(row);
    });
  }

  putTrial(trial: RecordedTrial): Promise<void> {
    return inWriteTransaction(this.database.knex, async (trx) => {
      const row = {
        simulated: trial.simulated,
        prices_through: fromIso(trial.pricesThrough),
        content: JSON.stringify(trial),
      };
      await trx('input_trial').insert(row).onConflict('simulated').merge();
    });
  }

  lastTrial({ simulated, through }: Pick<ModelWanted, 'simulated' | 'through'>): Promise<RecordedTrial | null> {
    return reading(() => {
      const content = this.trial.get({ simulated: Number(simulated), through });
      return content === undefined ? null : (JSON.parse(content) as RecordedTrial);
    });
  }
}
