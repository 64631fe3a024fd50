import type { Admitted, Arrival } from '../accounts';
import type { Statement } from '../postgresConnections';
import type { OwnedSession, Session } from '../sessions';
import { type OwnedSessionRow, SESSION_BY_ID, SqlSessions, toSession } from '../sql/sessions';
import { admit } from './admission';
import type { PostgresDatabase } from './database';

const SESSION: Statement = { name: 'session', text: `${SESSION_BY_ID}$1` };
const ADMIT_SESSION: Statement = { name: 'admit_session', text: 'SELECT * FROM admit_session($1, $2, $3, $4, $5)' };

/** Sessions and links. */
export class PostgresSessions extends SqlSessions {
  constructor(private readonly postgres: PostgresDatabase) {
    super({ knex: postgres.knex, write: (work) => postgres.knex.transaction(work) });
  }

  async find(id: string): Promise<OwnedSession | null> {
    const [row] = await this.postgres.requests.ask<OwnedSessionRow>(SESSION, [id]);
    return row ? toSession(row) : null;
  }

  admit({ id, hash }: Pick<Session, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedSession>> {
    const asked = { statement: ADMIT_SESSION, credential: `session ${id}`, who: [id, hash], arrival };
    return admit(this.postgres, asked, toSession, (row) => row.account_id);
  }
}
