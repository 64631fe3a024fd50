import type { Query, Reader } from './database';
import { Connections, type Statement } from './postgresConnections';

/** How long a thread waits for a connection, and for an answer, milliseconds: a request waits for it. */
const THREAD_WAIT_MS = 2_000;

/** Connections of its own that only read, for a thread. @param url of a database that is migrated */
export function openPostgresReader(url: string): Reader {
  const connections = new Connections(url, { most: 1, waitMs: THREAD_WAIT_MS, statementMs: THREAD_WAIT_MS });
  return { query: preparedQuery(connections), close: () => connections.close() };
}

/** Statements that connections have prepared, by their text. */
const prepared = new Map<string, Statement>();

export function preparedQuery(connections: Connections): Query {
  return (sql, ...parameters) => connections.ask(statementOf(sql), parameters) as Promise<never[]>;
}

function statementOf(sql: string): Statement {
  const known = prepared.get(sql);
  if (known !== undefined) return known;
  let place = 0;
  const statement = { name: `shared ${prepared.size}`, text: sql.replace(/\?/g, () => `$${++place}`) };
  prepared.set(sql, statement);
  return statement;
}
