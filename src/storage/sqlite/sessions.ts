import type BetterSqlite3 from 'better-sqlite3';
import type { Admitted, Arrival } from '../accounts';
import type { OwnedSession, Session } from '../sessions';
import { type OwnedSessionRow, SESSION_BY_ID, SqlSessions, toSession } from '../sql/sessions';
import { type Database, inWriteTransaction, reading } from './database';

/** Sessions and links. */
export class SqliteSessions extends SqlSessions {
  private readonly byId: BetterSqlite3.Statement<[string], OwnedSessionRow>;

  constructor({ knex, reader }: Database) {
    super({ knex, write: (work) => inWriteTransaction(knex, work) });
    this.byId = reader.prepare(`${SESSION_BY_ID}?`);
  }

  find(id: string): Promise<OwnedSession | null> {
    return reading(() => {
      const row = this.byId.get(id);
      return row ? toSession(row) : null;
    });
  }

  /** Counted afterwards, as a request with a key. */
  async admit({ id }: Pick<Session, 'id' | 'hash'>, { at: { now } }: Arrival): Promise<Admitted<OwnedSession>> {
    return { found: await this.find(id), now, counted: null };
  }
}
