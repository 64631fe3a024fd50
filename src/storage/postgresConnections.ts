import { Pool, type PoolClient, types } from 'pg';
import { type DatabaseWaits, FullDisk, type Query, WaitCount } from './database';
import { DatabaseUnavailableError, type UnavailableReason } from './errors';

/** A statement that each connection prepares once under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface ConnectionLimits {
  /** Connections at once. */
  readonly most: number;
  /** The longest wait for a connection, milliseconds. */
  readonly waitMs: number;
  /** Time limit of a statement, milliseconds: the server cancels it; if the server does not answer, the connection is closed. */
  readonly statementMs: number;
}

/** How long an unused connection is kept. */
const IDLE_MS = 60_000;
/** After this time the server ends a transaction whose process sends nothing, which frees its locks. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
const INT8 = types.builtins.INT8;

/**
 * A connection pool. When a connection breaks, all older ones are discarded: a network failure breaks them all, but the
 * driver notices only the one in use.
 */
export class Connections {
  /** Statements that wait for their answers. */
  readonly answers = new WaitCount();
  private readonly acquisitions = new WaitCount();
  private readonly pool: Pool;
  /** When each connection was opened, milliseconds of a monotonic clock. */
  private readonly openedAt = new WeakMap<PoolClient, number>();
  private readonly broken = new WeakSet<PoolClient>();
  /** When a connection last broke, milliseconds of a monotonic clock. */
  private brokeAt = Number.NEGATIVE_INFINITY;
  private fault: UnavailableReason | null = null;
  private readonly disk = new FullDisk();

  constructor(url: string, { most, waitMs, statementMs }: ConnectionLimits) {
    this.pool = new Pool({
      connectionString: url,
      application_name: 'perennial',
      max: most,
      connectionTimeoutMillis: waitMs,
      statement_timeout: statementMs,
      // Longer, so that a server that still answers applies its own limit first.
      query_timeout: statementMs + 100,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: { getTypeParser: parserOf },
    });
    this.pool.on('connect', (connection) => {
      this.openedAt.set(connection, performance.now());
      // The driver rejects the query in flight separately.
      connection.on('error', () => this.noteBroken(connection));
    });
    this.pool.on('error', (_, connection) => this.noteBroken(connection));
  }

  /** Why the last statement was not answered, or that the disk was full at a write some seconds ago; null = available. */
  get unavailable(): UnavailableReason | null {
    return this.fault ?? this.disk.reason;
  }

  /** Whether the disk was full at a write some seconds ago. */
  get isDiskFull(): boolean {
    return this.disk.reason !== null;
  }

  get waits(): Omit<DatabaseWaits, 'pool'> {
    const { totalCount, idleCount, options } = this.pool;
    return {
      connections: { used: totalCount - idleCount, idle: idleCount, most: options.max },
      waits: { connection: this.acquisitions, answer: this.answers },
    };
  }

  /** @throws DatabaseUnavailableError, or another error of the server */
  async acquire(): Promise<PoolClient> {
    for (;;) {
      const connection = await this.connect();
      if (this.openedAt.get(connection)! > this.brokeAt) return connection;
      connection.release(true);
    }
  }

  release(connection: PoolClient): void {
    connection.release(this.broken.has(connection));
  }

  /**
   * Runs one statement in one round trip.
   *
   * @throws DatabaseUnavailableError when no answer came; the statement may have taken effect
   */
  async run<Row extends object>({ name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
    const connection = await this.acquire();
    const end = this.answers.begin();
    try {
      const { rows } = await connection.query<Row>({ name, text, values: [...values] });
      this.fault = null;
      return rows;
    } catch (error) {
      throw this.toError(connection, error);
    } finally {
      end();
      this.release(connection);
    }
  }

  /** Converts an error of a connection into the error to throw. A broken connection is not used again. */
  toError(connection: PoolClient, error: unknown): unknown {
    const unavailable = this.record(unavailableError(error));
    if (unavailable === null) return error;
    if (breaksConnections(unavailable)) this.noteBroken(connection);
    return unavailable;
  }

  /** Resolves when every connection is closed. */
  close(): Promise<void> {
    return this.pool.end();
  }

  private async connect(): Promise<PoolClient> {
    const end = this.acquisitions.begin();
    try {
      return await this.pool.connect();
    } catch (error) {
      throw this.record(unavailableError(error)) ?? error;
    } finally {
      end();
    }
  }

  private record(error: DatabaseUnavailableError | null): DatabaseUnavailableError | null {
    // A server whose disk is full goes on answering.
    if (error?.reason === 'disk_full') this.disk.note();
    this.fault = error === null || error.reason === 'disk_full' ? null : error.reason;
    return error;
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
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer in JavaScript`);
  return value;
}

/** How long a worker thread waits for a connection, and for an answer, milliseconds: a request waits for the thread. */
const THREAD_WAIT_MS = 2_000;

/** Opens the connection of a worker thread, for reading only. @param url of a migrated database */
export function openPostgresReader(url: string): Query {
  return preparedQuery(new Connections(url, { most: 1, waitMs: THREAD_WAIT_MS, statementMs: THREAD_WAIT_MS }));
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

/** Error codes of a network failure. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
]);

/**
 * SQLSTATE codes that mean the server is unavailable (PostgreSQL, "Error Codes"): connection failure (08), shutdown (57P),
 * refused sign-in (28), missing database, read-only standby, lack of resources (53), damaged pages (XX), statement, lock and transaction timeouts.
 */
const SERVER: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^(08...|57P..|25P0[34])$/, 'database_unreachable'],
  [/^(28...|3D000|25006)$/, 'database_refuses'],
  [/^53100$/, 'disk_full'],
  [/^53...$/, 'database_full'],
  [/^(57014|55P03)$/, 'database_slow'],
  [/^XX00[12]$/, 'database_damaged'],
];

/** Messages of driver errors without a code: closed connection, query timeout, exhausted pool. */
const DRIVER: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^(Connection terminated|timeout expired|Client (has|was) )/, 'database_unreachable'],
  [/^Query read timeout/, 'database_slow'],
  [/^timeout exceeded/, 'database_full'],
];

/** Codes after which the connection is still usable: cancelled statements, lock timeouts, lack of resources, damaged pages. */
const HARMLESS = /^(53...|57014|55P03|XX00[12])$/;

/** Converts a driver error that means the database is unavailable; null for any other error. */
function unavailableError(error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error;
  const { code, message } = partsOf(error);
  const reason = NETWORK.has(code)
    ? 'database_unreachable'
    : (matching(SERVER, code) ?? (code === '' ? matching(DRIVER, message) : null));
  // The error for a host with several addresses has no message.
  return reason === null
    ? null
    : new DatabaseUnavailableError(reason, message === '' ? code : message, { cause: error });
}

/** Whether other connections may have broken too after this error of one. */
function breaksConnections({ cause }: DatabaseUnavailableError): boolean {
  const { code, message } = partsOf(cause);
  return !HARMLESS.test(code) && !message.startsWith('timeout exceeded');
}

function matching(reasons: readonly (readonly [RegExp, UnavailableReason])[], text: string): UnavailableReason | null {
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function partsOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? '') };
}
