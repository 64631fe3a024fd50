import { Pool, type PoolClient, types } from 'pg';
import type { Query, Reader } from './database';
import type { AwayReason, DatabaseAwayError } from './errors';
import { awayError, breaksConnections } from './postgresFaults';

/** A statement that each connection prepares once, by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface ConnectionLimits {
  /** Connections at once. */
  readonly most: number;
  /** How long a connection may be waited for, milliseconds. */
  readonly waitMs: number;
  /** Time limit of a statement, milliseconds: the server cancels it; if the server does not answer, the connection is closed. */
  readonly statementMs: number;
  /** How long an unused connection is kept, milliseconds; a minute when absent. */
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
/** After this time the server ends a transaction whose process no longer sends anything, which frees its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** PostgreSQL's name of 64-bit integers. */
const INT8 = types.builtins.INT8;

/**
 * A connection pool for one kind of work. When a connection breaks, all older ones are discarded: a network failure kills
 * them all, and the driver notices only the one in use.
 */
export class Connections {
  private readonly pool: Pool;
  private readonly madeAt = new WeakMap<PoolClient, number>();
  private readonly broken = new WeakSet<PoolClient>();
  /** When a connection last broke, milliseconds of a monotonic clock. */
  private brokeAt = Number.NEGATIVE_INFINITY;
  private fault: AwayReason | null = null;

  constructor(url: string, { most, waitMs, statementMs, idleMs = IDLE_MS }: ConnectionLimits) {
    this.pool = new Pool({
      connectionString: url,
      application_name: 'perennial',
      max: most,
      connectionTimeoutMillis: waitMs,
      statement_timeout: statementMs,
      // A server that answers applies its own limit first.
      query_timeout: statementMs + 100,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      idleTimeoutMillis: idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: parserOf },
    });
    this.pool.on('connect', (connection) => {
      this.madeAt.set(connection, performance.now());
      // A query in flight is rejected on its own.
      connection.on('error', () => this.noteBroken(connection));
    });
    this.pool.on('error', (_, connection) => this.noteBroken(connection));
  }

  /** Why the last statement was not answered; null when it was. */
  get away(): AwayReason | null {
    return this.fault;
  }

  /** @throws DatabaseAwayError, or another error of the server */
  async acquire(): Promise<PoolClient> {
    for (;;) {
      const connection = await this.connect();
      if (this.madeAt.get(connection)! > this.brokeAt) return connection;
      connection.release(true);
    }
  }

  release(connection: PoolClient): void {
    connection.release(this.broken.has(connection));
  }

  /**
   * Runs one statement in one round trip.
   *
   * @throws DatabaseAwayError when no answer came; the statement may have taken effect
   */
  async run<Row extends object>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const connection = await this.acquire();
    try {
      const { rows } = await connection.query<Row>({ name, text, values: [...values] });
      this.fault = null;
      return rows;
    } catch (error) {
      throw this.toError(connection, error);
    } finally {
      this.release(connection);
    }
  }

  /** The error to throw for an error of a connection. A broken connection is not used again. */
  toError(connection: PoolClient, error: unknown): unknown {
    const away = this.record(awayError(error));
    if (away === null) return error;
    if (breaksConnections(away)) this.noteBroken(connection);
    return away;
  }

  /** Resolves when every connection is closed. */
  close(): Promise<void> {
    return this.pool.end();
  }

  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw this.record(awayError(error)) ?? error;
    }
  }

  private record(away: DatabaseAwayError | null): DatabaseAwayError | null {
    this.fault = away?.reason ?? null;
    return away;
  }

  private noteBroken(connection: PoolClient): void {
    this.broken.add(connection);
    this.brokeAt = performance.now();
  }
}

/** Reads 64-bit integers (counts, epoch milliseconds) as numbers. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 && format !== 'binary' ? safeInteger : types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is outside the safe integers of JavaScript`);
  return value;
}

/** How long a thread waits for a connection, and for an answer, milliseconds: a request waits for the thread. */
const THREAD_WAIT_MS = 2_000;

/** Opens a thread's own connection, which only reads. @param url of a migrated database */
export function openPostgresReader(url: string): Reader {
  const connections = new Connections(url, { most: 1, waitMs: THREAD_WAIT_MS, statementMs: THREAD_WAIT_MS });
  return { query: preparedQuery(connections), close: () => connections.close() };
}

/** Prepared statements by their SQL. */
const prepared = new Map<string, Statement>();

export function preparedQuery(connections: Connections): Query {
  return (sql, ...parameters) => connections.run(statementOf(sql), parameters) as Promise<never[]>;
}

/** Replaces each `?` by `$1`, `$2`, ... */
function statementOf(sql: string): Statement {
  let statement = prepared.get(sql);
  if (statement === undefined) {
    let place = 0;
    statement = { name: `shared ${prepared.size}`, text: sql.replace(/\?/g, () => `$${++place}`) };
    prepared.set(sql, statement);
  }
  return statement;
}
