import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import { DamagedDataError } from '../errors';
import { migrate, takeWriteLock } from '../migrations/migrate';
import type { Query, SqlDatabase, WatchedRoom } from '../sql/database';
import { IN_MEMORY } from '../url';
import { isBusy, isUnreadable } from './faults';

const BUSY_TIMEOUT_MS = 5_000;
/** Between two attempts to write while another connection does: longer each time, and not the same for any two who wait. */
const ATTEMPT_SPACING_MS = { first: 5, longest: 40 } as const;
const WRITER_PATIENCE_MS = 30_000;
/** How long the write-ahead log waits for readers before it is written back; the event loop stands still meanwhile. */
const CHECKPOINT_TIMEOUT_MS = 20;

/** What to do about a database whose pages are torn: nothing in it can be trusted to be written to. */
export const REMEDY =
  'Stop what uses it and put a backup in its place (README, "Backup"). Without one, move it away together with its -wal ' +
  'and -shm: the next start makes it anew, prices can be imported again, keys and the record of picks cannot';

/** An open database. */
export interface Database extends SqlDatabase {
  /** Query builder on the one writing connection. */
  readonly knex: Knex;
  /**
   * Read-only connection for prepared statements on the hot path. It sees committed data only, never the inside of a
   * transaction under way (in memory it is the writing connection itself, the only one there can be).
   */
  readonly reader: BetterSqlite3.Database;
  /** The writing connection itself, for prepared statements inside a transaction of `knex`. */
  readonly writer: BetterSqlite3.Database;
  /** Absolute path, or null in memory. */
  readonly file: string | null;
  /** Grows when anything was committed, by this process or another: cheap (microseconds), so it may be asked often. */
  changeCounter(): number;
  /** Names of the migrations that were applied as it was opened. */
  readonly migrated: readonly string[];
}

/**
 * Opens and migrates the database, creating the file and its folder where needed.
 *
 * @param path absolute, or `:memory:`
 * @throws Error when the file cannot be opened, or a newer program wrote it
 */
export async function openDatabase(path: string): Promise<Database> {
  const file = path === IN_MEMORY ? null : path;
  if (file !== null) mkdirSync(dirname(file), { recursive: true });
  let writer: BetterSqlite3.Database | undefined;
  const knex = createKnex({
    client: 'better-sqlite3',
    connection: { filename: path },
    useNullAsDefault: true,
    // Faults arrive as rejections; Knex would also print them.
    log: { warn: () => {} },
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: BetterSqlite3.Database, done: (error: unknown, c: unknown) => void) {
        writer = prepareConnection(connection);
        done(null, connection);
      },
    },
  });
  try {
    const migrated = await patiently(() => migrate(knex));
    const reader = file === null ? writer! : openReader(file);
    const changeCounter = countChanges(reader);
    const shared = asSqlDatabase(knex, reader, changeCounter);
    return { knex, reader, writer: writer!, file, changeCounter, migrated, ...shared };
  } catch (error) {
    await knex.destroy();
    const fault = `cannot open the database ${path}: ${(error as Error).message}`;
    if (isUnreadable(error)) throw new DamagedDataError(`${fault}. ${REMEDY}`, { cause: error });
    throw new Error(fault, { cause: error });
  }
}

/** What is shared with other dialects. There is one writer at a time, whatever the room. */
function asSqlDatabase(knex: Knex, reader: BetterSqlite3.Database, changeCounter: () => number): SqlDatabase {
  const query = cachedQuery(reader);
  const counterOf = (table: string) => reader.prepare<[], number>(`SELECT value FROM ${table} WHERE id = 1`).pluck();
  const [prices, feeds] = [counterOf('revision'), counterOf('feed_revision')];
  const revisions: Record<WatchedRoom, () => number> = {
    prices: () => prices.get() ?? 0,
    feeds: () => feeds.get() ?? 0,
    models: changeCounter,
    nulls: changeCounter,
  };
  return {
    query,
    change: (_room, work) => inWriteTransaction(knex, (trx) => work(trx, query)),
    revision: (room) => reading(revisions[room]),
    recordStamp: () => reading(changeCounter),
  };
}

/** Statements are prepared once. */
function cachedQuery(reader: BetterSqlite3.Database): Query {
  const prepared = new Map<string, BetterSqlite3.Statement<(string | number)[], unknown>>();
  return <Row>(sql: string, ...parameters: readonly (string | number)[]) =>
    reading(() => {
      const statement = prepared.get(sql) ?? reader.prepare<(string | number)[], unknown>(sql);
      prepared.set(sql, statement);
      return statement.all(...parameters) as Row[];
    });
}

export async function closeDatabase(database: Database): Promise<void> {
  if (database.file !== null) database.reader.close();
  await emptyLog(database);
  await database.knex.destroy();
}

/** Bytes beyond which the write-ahead log is written back at once. */
const LARGEST_LOG = 4 << 20;

/**
 * Writes the write-ahead log back once it is large: left to itself, the one that an import leaves keeps its size for as
 * long as any process has the database open, and every read looks through it. Whoever reads at that moment keeps it a
 * little longer.
 */
export async function keepLogSmall(database: Database): Promise<void> {
  if (database.file === null) return;
  const { size } = statSync(`${database.file}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > LARGEST_LOG) await emptyLog(database);
}

async function emptyLog({ knex, writer }: Database): Promise<void> {
  writer.pragma(`busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
  await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  writer.pragma('busy_timeout = 0');
}

/**
 * Runs `work` in one transaction that is a writer from the start; nested in another one, as a savepoint of it. While
 * another process writes (an import), it waits its turn without stopping the event loop.
 *
 * @throws the database's error when the turn does not come within 30 s
 */
export function inWriteTransaction<T>(knex: Knex, work: (trx: Knex) => Promise<T>): Promise<T> {
  // The lock is the first statement: when it is refused, `work` has not begun and may be tried again.
  return patiently(() =>
    knex.transaction(async (trx) => {
      await takeWriteLock(trx);
      return work(trx);
    }),
  );
}

/** Runs a read, which SQLite answers at once. @throws DamagedDataError where it cannot read its own pages */
export async function reading<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new DamagedDataError('the database cannot be read', { cause: error });
  }
}

async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + WRITER_PATIENCE_MS;
  const { first, longest } = ATTEMPT_SPACING_MS;
  for (let spacing: number = first; ; spacing = Math.min(2 * spacing, longest)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > end) throw error;
      await sleep(spacing * (0.5 + Math.random()));
    }
  }
}

function prepareConnection(connection: BetterSqlite3.Database): BetterSqlite3.Database {
  connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  connection.pragma('journal_mode = WAL');
  connection.pragma('synchronous = NORMAL');
  connection.pragma('foreign_keys = ON');
  // SQLite waits for a lock with the event loop stopped: from here on `patiently` waits.
  connection.pragma('busy_timeout = 0');
  return connection;
}

function openReader(file: string): BetterSqlite3.Database {
  return new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
}

/** data_version counts the commits of every other connection; in memory there is none, and total_changes counts its own. */
function countChanges(reader: BetterSqlite3.Database): () => number {
  const others = reader.prepare('PRAGMA data_version').pluck();
  const own = reader.prepare('SELECT total_changes()').pluck();
  return () => (others.get() as number) + (own.get() as number);
}
