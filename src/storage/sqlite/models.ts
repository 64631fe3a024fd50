import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import { type Day, fromIso } from '../../core/calendar/dates';
import type { Model } from '../../core/model/predict';
import { type Database, inWriteTransaction } from './database';

/** Which model is wanted. */
export interface ModelWanted {
  /** Whether the prices in service are the sandbox's: a model of simulated prices never speaks of real ones. */
  readonly simulated: boolean;
  /** Hash over the stored prices in service. */
  readonly dataVersion: string;
  /** Name of the procedure this program follows (`MODEL_CODE`). */
  readonly codeVersion: string;
  /** Newest day the model may have seen an outcome of: later is the future. */
  readonly through: Day;
}

/** Trained models by version. Old ones are kept, so that a prediction's version can always be looked up. */
export class ModelRepository {
  private readonly wanted: BetterSqlite3.Statement<[object], string>;
  private readonly stored: BetterSqlite3.Statement<[string], string>;

  constructor(
    private readonly database: Database,
    private readonly knex: Knex = database.knex,
  ) {
    const { reader } = database;
    this.wanted = reader
      .prepare<[object], string>(
        `SELECT version FROM model
         WHERE simulated = @simulated AND code_version = @codeVersion AND trained_through <= @through
         ORDER BY data_version = @dataVersion OR data_version LIKE @dataVersion || ' %' DESC, created_at DESC, version LIMIT 1`,
      )
      .pluck();
    this.stored = reader.prepare<[string], string>('SELECT content FROM model WHERE version = ?').pluck();
  }

  /** Keeps a model. The same version is stored once: it is a hash of everything the model depends on. */
  put(model: Model, createdAt: Date): Promise<'stored' | 'unchanged'> {
    return inWriteTransaction(this.knex, async (trx) => {
      if (await trx('model').where({ version: model.version }).first('version')) return 'unchanged';
      await trx('model').insert({
        version: model.version,
        data_version: model.dataVersion,
        code_version: model.codeVersion,
        simulated: model.simulated,
        trained_through: fromIso(model.trainedThrough),
        created_at: createdAt.getTime(),
        content: JSON.stringify(model),
      });
      return 'stored';
    });
  }

  /** Version of the model to use: the one of these very prices, else the newest; null when none will do. */
  versionFor({ simulated, dataVersion, codeVersion, through }: ModelWanted): string | null {
    return this.wanted.get({ simulated: Number(simulated), dataVersion, codeVersion, through }) ?? null;
  }

  /** A model by its version; null when there is none. */
  find(version: string): Model | null {
    const content = this.stored.get(version);
    return content === undefined ? null : (JSON.parse(content) as Model);
  }

  /** Grows whenever anything in the database may have changed, by any process: microseconds. */
  changeCounter(): number {
    return this.database.changeCounter();
  }
}
