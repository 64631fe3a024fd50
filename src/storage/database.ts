import type { Knex } from 'knex';
import type { AwayReason } from './errors';

/** What requests may take of a database that is elsewhere. */
export interface RequestLimits {
  /** Connections at once. */
  readonly connections: number;
  /** How long a request waits for one answer, milliseconds: for a connection, and on it. */
  readonly waitMs: number;
}

/** Tables that change together: one transaction at a time writes in an area, while others read it. */
export type Area =
  | 'accounts'
  | 'prices'
  | 'feeds'
  | 'ledger'
  | 'models'
  | 'nulls'
  | 'evidence'
  | 'replays'
  | 'webhooks'
  | 'scans'
  | 'exports'
  | 'jobs';

/** Areas of which requests ask whether something changed. */
export type WatchedArea = Extract<Area, 'prices' | 'feeds' | 'models' | 'nulls'>;

/** An instant at which something is counted. */
export interface Moment {
  /** By the clock of this process, epoch milliseconds. */
  readonly now: number;
  /**
   * Milliseconds that this clock runs ahead of the machine's; null = it stands still. Machines that count together go by one
   * clock, that of the database, and as far ahead of it; a clock that stands still is gone by as it is.
   */
  readonly ahead: number | null;
}

export type SqlValue = string | number | null | Buffer;

/**
 * Runs one statement that both dialects understand alike: `?` stands for each parameter, texts are ordered by their bytes,
 * integers come as numbers, and booleans as whatever `Boolean` understands. The text is a constant: it is prepared once.
 */
export type Query = <Row>(sql: string, ...parameters: readonly SqlValue[]) => Promise<Row[]>;

/** What only reads. */
export interface Reader {
  readonly query: Query;
  close(): Promise<void>;
}

/**
 * An open database. What a method has answered is stored: a process killed at any moment afterwards has lost none of it.
 * Every method rejects with DatabaseAwayError when the database cannot be reached.
 */
export interface Database extends Reader {
  readonly dialect: 'sqlite' | 'postgres';
  /** A query builder, for lists of any length. It sees what was stored before, and nothing of a transaction under way. */
  readonly read: Knex;
  /** What another thread opens the same data with; null where they exist in this one only. */
  readonly url: string | null;
  /** Names of the migrations that were applied as it was opened. */
  readonly migrated: readonly string[];
  /**
   * Runs `work` in one transaction, alone in its areas: it sees what every transaction before it wrote. Several areas always
   * come in the same order, so that two transactions never wait for each other.
   *
   * @param work writes by `trx`; `query` is the transaction's own
   */
  change<T>(areas: Area | readonly ['prices', 'feeds'], work: (trx: Knex, query: Query) => Promise<T>): Promise<T>;
  /** Runs several reads of one moment. */
  snapshot<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Grows when something in an area was changed, by whatever process. Cheap enough to ask on every request. */
  revision(area: WatchedArea): Promise<number>;
  /**
   * Differs from what it was when records of the ledger may have been changed, also by who takes the triggers away.
   *
   * @param query of the transaction, inside of one
   */
  recordStamp(query: Query): Promise<string | number>;
  readonly counters: CounterDatabase;
  /** The instant to count at, epoch milliseconds: processes that count together go by one clock. */
  countedAt(moment: Moment): number;
  /** Why what was asked last was not answered, or may not be answered rightly any more; null while all is well. */
  away(): AwayReason | null;
}

/** Where requests and predictions are counted. */
export interface CounterDatabase {
  /** As `Query`; a statement may also write. */
  readonly query: Query;
  /** As `query`, for one subject: however many of its statements wait for each other, those of others do not wait for them. */
  ofSubject<Row>(subject: string, sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]>;
  /** Runs `work` in one transaction, one at a time for a subject, and as `ofSubject`. */
  change<T>(subject: string, work: (query: Query) => Promise<T>): Promise<T>;
}
