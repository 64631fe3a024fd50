import type BetterSqlite3 from 'better-sqlite3';
import { fromIso } from '../../core/calendar/dates';
import type { ForwardResult } from '../../core/evidence/forwardResult';
import type { EvidenceStore } from '../ports';
import type { EvidenceWanted } from '../rows';
import { type Database, inWriteTransaction, reading } from './database';

/** Published evidence, as JSON; what was published before stays below it. */
export class SqliteEvidence implements EvidenceStore {
  private readonly newest: BetterSqlite3.Statement<[object], string>;

  constructor(private readonly database: Database) {
    this.newest = database.reader
      .prepare<[object], string>(
        `SELECT content FROM forward_evidence
         WHERE simulated = @simulated AND prices_through <= @through ORDER BY id DESC LIMIT 1`,
      )
      .pluck();
  }

  publish(result: ForwardResult, publishedAt: Date): Promise<void> {
    return inWriteTransaction(this.database.knex, async (trx) => {
      await trx('forward_evidence').insert({
        simulated: result.simulated,
        prices_through: fromIso(result.prices_through),
        published_at: publishedAt.getTime(),
        content: JSON.stringify(result),
      });
    });
  }

  latest({ simulated, through }: EvidenceWanted): Promise<ForwardResult | null> {
    return reading(() => {
      const content = this.newest.get({ simulated: Number(simulated), through });
      return content === undefined ? null : JSON.parse(content);
    });
  }
}
