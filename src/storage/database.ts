import { resolve } from 'node:path';
import type { Knex } from 'knex';
import { partsOf } from '../core/parts';
import { DatabaseUnavailableError, type UnavailableReason } from './errors';

/** Limits of requests on a database server. */
export interface RequestLimits {
  /** Connections at once. */
  readonly connections: number;
  /** How long a request waits for one answer, milliseconds, including the wait for a connection. */
  readonly waitMs: number;
}

/** A group of tables that change together: one transaction at a time writes in an area, while others read it. */
export type Area =
  | 'accounts'
  | 'prices'
  | 'feeds'
  | 'ledger'
  | 'models'
  | 'nulls'
  | 'evidence'
  | 'replays'
  | 'came_true'
  | 'webhooks'
  | 'scans'
  | 'exports'
  | 'jobs';

/** Areas that requests check for changes. */
export type WatchedArea = Extract<Area, 'prices' | 'feeds' | 'models' | 'nulls'>;

export type SqlValue = string | number | null | Buffer;

/**
 * Runs one statement that means the same in both dialects: `?` stands for a parameter, texts are ordered by their bytes,
 * integers are returned as numbers, booleans as a value to pass to `Boolean`. The SQL is constant, since it is prepared once.
 */
export type Query = <Row>(sql: string, ...parameters: readonly SqlValue[]) => Promise<Row[]>;

const REVISION = 'SELECT value FROM revision WHERE area = ?';

/** The revision of an area as this connection or transaction sees it. */
export async function readRevision(query: Query, area: WatchedArea): Promise<number> {
  const [row] = await query<{ value: number }>(REVISION, area);
  return row?.value ?? 0;
}

/**
 * An open database. Once a method has answered, its writes are durable: a process killed at any moment afterwards loses none
 * of them. Every method rejects with DatabaseUnavailableError when the database cannot be reached.
 */
export interface Database {
  readonly query: Query;
  readonly dialect: 'sqlite' | 'postgres';
  /** The URL with which another thread opens the same database; null for one in memory. */
  readonly url: string | null;
  /** Names of the migrations that opening it applied. */
  readonly migrated: readonly string[];
  /**
   * Runs `work` in one transaction that holds the write lock of its areas. Several areas are always locked in the same order,
   * so that two transactions cannot deadlock.
   *
   * @param work writes with `trx`; `query` reads inside the transaction
   */
  change<T>(areas: Area | readonly ['prices', 'feeds'], work: (trx: Knex, query: Query) => Promise<T>): Promise<T>;
  /** Runs several reads on one snapshot. */
  snapshot<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Grows with every change in an area by any process. Cheap enough for every request. */
  revision(area: WatchedArea): Promise<number>;
  /**
   * A value that differs once records of the ledger may have been changed, even by a client that drops the triggers.
   *
   * @param query inside a transaction: the transaction's own
   */
  recordStamp(query: Query): Promise<string | number>;
  readonly counters: CounterDatabase;
  /** Milliseconds that the clock of the server is ahead of this machine's; 0 over SQLite. */
  clockAhead(): number;
  /** Why the last statement was not answered, or what is wrong with the database itself; null = available. */
  unavailable(): UnavailableReason | null;
  waits(): readonly DatabaseWaits[];
  /** The tables for which `unavailable` is `database_damaged`; empty where only the server knows them. */
  damaged(): readonly string[];
  close(): Promise<void>;
}

/** Counts the waits for one resource, and their total length. */
export class WaitCount {
  /** Waits under way. */
  waiting = 0;
  /** Waits that are over, and their length together. */
  ended = 0;
  seconds = 0;

  /** @returns ends the wait; further calls have no effect */
  begin(): () => void {
    const since = performance.now();
    let isOver = false;
    this.waiting += 1;
    return () => {
      if (isOver) return;
      isOver = true;
      this.waiting -= 1;
      this.ended += 1;
      this.seconds += (performance.now() - since) / 1000;
    };
  }
}

/** What this process waits for at the database. */
export interface DatabaseWaits {
  /** A pool of connections. Over SQLite only writes wait: for each other, and for writes of other processes. */
  readonly pool: 'requests' | 'work' | 'writes';
  /** Null over SQLite. */
  readonly connections: { readonly used: number; readonly idle: number; readonly most: number } | null;
  readonly waits: Readonly<Partial<Record<'connection' | 'answer' | 'lock', Readonly<WaitCount>>>>;
}

/** Where requests and predictions are counted. */
export interface CounterDatabase {
  /** As `Query`; the statement may also write. */
  readonly query: Query;
  /** As `query`, for one subject: other subjects do not wait for its statements. */
  ofSubject<Row>(subject: string, sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]>;
  /** Runs `work` in a transaction, one at a time per subject. Other subjects do not wait for it. */
  change<T>(subject: string, work: (query: Query) => Promise<T>): Promise<T>;
}

/** The first row of a result, mapped; null when there is none. */
export function firstOf<Row, T>([row]: readonly Row[], map: (row: Row) => T): T | null {
  return row === undefined ? null : map(row);
}

/** Instants are stored as epoch milliseconds. */
export const dateOrNull = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const millisOrNull = (date: Date | null | undefined): number | null => date?.getTime() ?? null;

/** Lists are stored as JSON. */
export const listOrNull = (json: string | null): string[] | null => (json === null ? null : JSON.parse(json));

export const jsonOrNull = (list: readonly string[] | null): string | null => list && JSON.stringify(list);

/** A row of a table. Both dialects return instants as numbers; SQLite returns booleans as 0 and 1. */
export type Row = Readonly<Record<string, unknown>>;

/** A column, and the type of its value in an entity. */
interface Column<Value> {
  readonly form: 'plain' | 'instant' | 'boolean' | 'json';
  /** For the compiler only. */
  readonly value?: Value;
}

export const plain = <Value extends string | number | null>(): Column<Value> => ({ form: 'plain' });
/** Stored as epoch milliseconds. */
export const instant = <Value extends Date | null = Date>(): Column<Value> => ({ form: 'instant' });
export const boolean = (): Column<boolean> => ({ form: 'boolean' });
/** Stored as JSON. */
export const json = <Value extends object | null>(): Column<Value> => ({ form: 'json' });

type Columns<Entity> = { readonly [Field in keyof Entity]: Column<Entity[Field]> };

/** The entity that a mapper reads and writes. */
export type EntityOf<Mapper> = Mapper extends RowMapper<infer Entity> ? Readonly<Entity> : never;

/**
 * Converts an entity to a row of its table and back. A field is stored in the column of its name in snake case: `createdAt` in
 * `created_at`.
 */
export class RowMapper<Entity extends object> {
  private readonly fields: readonly { readonly field: string; readonly column: string; readonly form: string }[];

  constructor(columns: Columns<Entity>) {
    this.fields = Object.entries<Column<unknown>>(columns).map(([field, { form }]) => ({
      field,
      column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      form,
    }));
  }

  /**
   * The columns, for a SELECT. Statements list them because a prepared `*` fails once a newer program has added a column.
   *
   * @param table its alias in the statement
   */
  columnsOf(table: string): string {
    return this.fields.map(({ column }) => `${table}.${column}`).join(', ');
  }

  /** The columns of an entity, or of some of its fields. Fields of other names are ignored. */
  readonly toRow = (entity: Partial<Entity>): Record<string, string | number | boolean | null> => {
    const values = entity as Row;
    const given = this.fields.filter(({ field }) => values[field] !== undefined);
    return Object.fromEntries(given.map(({ field, column, form }) => [column, stored(values[field], form)]));
  };

  /** The entity of a row, which may have further columns. */
  readonly toEntity = (row: object): Entity => {
    const values = row as Row;
    const entries = this.fields.map(({ field, column, form }) => [field, restored(values[column], form)]);
    return Object.fromEntries(entries) as Entity;
  };
}

function stored(value: unknown, form: string): string | number | boolean | null {
  if (value === null) return null;
  if (form === 'instant') return (value as Date).getTime();
  return form === 'json' ? JSON.stringify(value) : (value as string | number | boolean);
}

function restored(value: unknown, form: string): unknown {
  if (form === 'boolean') return Boolean(value);
  if (value === null || form === 'plain') return value;
  return form === 'instant' ? new Date(value as number) : JSON.parse(value as string);
}

/** The largest value of an integer column in both dialects: no id is greater. */
export const LARGEST_ID = 2 ** 31 - 1;

/** Rows have at most 18 columns; a statement takes 32,766 parameters on SQLite and 65,535 on PostgreSQL. */
const ROWS_AT_ONCE = 100;

/** Inserts any number of rows. Knex's `batchInsert` adds a savepoint and a pause of 1 ms to each transaction. */
export async function insertAll(trx: Knex, table: string, rows: readonly object[]): Promise<void> {
  for (const part of partsOf(rows, ROWS_AT_ONCE)) await trx(table).insert(part);
}

/** How long the disk counts as full after a failed write. It must expire by time: an idle service writes nothing. */
const DISK_FULL_MS = 5_000;

/** Remembers for some seconds that a write failed because the disk was full. */
export class FullDisk {
  private failedAt = Number.NEGATIVE_INFINITY;

  /** For `Database.unavailable`. */
  get reason(): 'disk_full' | null {
    return performance.now() - this.failedAt < DISK_FULL_MS ? 'disk_full' : null;
  }

  note(): void {
    this.failedAt = performance.now();
  }

  /** Runs a write of SQLite. @throws DatabaseUnavailableError when the disk is full; nothing was written then */
  async watch<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.note();
      throw new DatabaseUnavailableError('disk_full', `the disk is full: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

/** Whether SQLite could not write for lack of space: in the database, its log, or the index of its log. */
export function isDiskFull(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(String((error as { code?: unknown } | null)?.code));
}

export const IN_MEMORY = ':memory:';

/**
 * The absolute path, or `:memory:`, of the SQLite database in `DATABASE_URL`. Null for any other database.
 *
 * @param url a path, `sqlite:PATH`, `sqlite://PATH` or `:memory:`
 * @param base folder that relative paths start in
 */
export function databasePath(url: string, base: string): string | null {
  const path = url.replace(/^sqlite:(\/\/)?/, '');
  if (path === IN_MEMORY) return path;
  return path === '' || /^[a-z][a-z0-9+.-]+:/i.test(path) ? null : resolve(base, path);
}

/** Whether `DATABASE_URL` names a PostgreSQL database. */
export function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
}

/** A URL for display: without the password and the parameters, which may contain one. */
export function shownUrl(url: string): string {
  return url.replace(/^([a-z]+:\/\/)([^/@:]*)(:.*)?@/, '$1$2@').replace(/\?.*$/, '');
}
