import { Pool, type PoolClient, types } from 'pg';
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
  /** How long a statement may take, milliseconds: the server ends it, and where it does not answer the connection goes. */
  readonly statementMs: number;
  /** How long an unused connection is kept, milliseconds; a minute when absent. */
  readonly idleMs?: number;
}

const IDLE_MS = 60_000;
/** What a server sees a transaction for that waits on a process which was cut off: then its locks are free again. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** PostgreSQL's name of 64-bit integers. */
const INT8 = types.builtins.INT8;

/**
 * Connections to one database, for one kind of work. Once one of them breaks, those made before are used no more: a network
 * that was cut leaves all of them dead, and only one at a time is noticed.
 */
export class Connections {
  private readonly pool: Pool;
  private readonly madeAt = new WeakMap<PoolClient, number>();
  private readonly broken = new WeakSet<PoolClient>();
  /** When one broke last, milliseconds of a monotonic clock. */
  private brokeAt = Number.NEGATIVE_INFINITY;
  private fault: AwayReason | null = null;

  constructor(url: string, { most, waitMs, statementMs, idleMs = IDLE_MS }: ConnectionLimits) {
    this.pool = new Pool({
      connectionString: url,
      application_name: 'perennial',
      max: most,
      connectionTimeoutMillis: waitMs,
      statement_timeout: statementMs,
      // The server's own limit comes first where the server answers.
      query_timeout: statementMs + 100,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      idleTimeoutMillis: idleMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: parserOf },
    });
    this.pool.on('connect', (connection) => {
      this.madeAt.set(connection, performance.now());
      // Who waits for an answer is told by its rejection.
      connection.on('error', () => this.noteBroken(connection));
    });
    this.pool.on('error', (_, connection) => this.noteBroken(connection));
  }

  /** Why what was asked last was not answered; null when it was. */
  get away(): AwayReason | null {
    return this.fault;
  }

  /** @throws DatabaseAwayError, or the server's own refusal */
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
   * @throws DatabaseAwayError when it was not answered: it may have been done all the same
   */
  async ask<Row extends object>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const connection = await this.acquire();
    try {
      const { rows } = await connection.query<Row>({ name, text, values: [...values] });
      this.fault = null;
      return rows;
    } catch (error) {
      throw this.faultOf(connection, error);
    } finally {
      this.release(connection);
    }
  }

  /** What to throw for an error of a connection, which is not used again where it broke. */
  faultOf(connection: PoolClient, error: unknown): unknown {
    const away = this.noted(awayError(error));
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
      throw this.noted(awayError(error)) ?? error;
    }
  }

  private noted(away: DatabaseAwayError | null): DatabaseAwayError | null {
    this.fault = away?.reason ?? null;
    return away;
  }

  private noteBroken(connection: PoolClient): void {
    this.broken.add(connection);
    this.brokeAt = performance.now();
  }
}

/** 64-bit integers are numbers: counts, and milliseconds of the epoch. */
function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 && format !== 'binary' ? safeInteger : types.getTypeParser(oid, format);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no integer that a number can hold`);
  return value;
}
