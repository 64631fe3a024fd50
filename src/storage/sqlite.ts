import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import pLimit from 'p-limit';
import type { Database, Query } from './database';
import { DamagedDataError } from './errors';
import { appliedIn, applyMissing, isMissing, MIGRATIONS, newerThan, TABLE } from './migrations/migrator';
import { openCounters } from './sqliteCounters';
import { BUSY_TIMEOUT_MS, isBusy, isUnreadable, openReader, preparedQuery, REMEDY } from './sqliteReader';
import { IN_MEMORY } from './url';

/** Wait between two attempts to write while another connection writes. It doubles each time and is randomised. */
const ATTEMPT_SPACING_MS = { first: 5, longest: 40 } as const;
const WRITER_PATIENCE_MS = 30_000;
/** How long the write-ahead log waits for readers before it is written back; the event loop stands still meanwhile. */
const CHECKPOINT_TIMEOUT_MS = 20;
/** Bytes beyond which the write-ahead log is written back at once. */
const LARGEST_LOG = 4 << 20;

/**
 * Opens and migrates a database with its counters, creating files and folder where needed.
 *
 * @param path absolute, or `:memory:`
 * @throws DamagedDataError when its pages cannot be read; Error when a file cannot be opened, or a newer program wrote it
 */
export async function openSqlite(path: string): Promise<SqliteDatabase> {
  const file = path === IN_MEMORY ? null : path;
  if (file !== null) mkdirSync(dirname(file), { recursive: true });
  let writer: BetterSqlite3.Database | undefined;
  const knex = knexOver({ filename: path }, (connection) => {
    writer = prepareConnection(connection);
  });
  try {
    const migrated = await migrateSqlite(knex);
    const reader = file === null ? null : openReader(file);
    const counters = openCounters(file);
    return databaseOver({ file, knex, writer: writer!, reader, migrated }, counters);
  } catch (error) {
    await knex.destroy();
    const fault = `cannot open the database ${path}: ${(error as Error).message}`;
    if (isUnreadable(error)) throw new DamagedDataError(`${fault}. ${REMEDY}`, { cause: error });
    throw new Error(fault, { cause: error });
  }
}

/** A SQLite database. */
export interface SqliteDatabase extends Database {
  /** Query builder over the one connection that writes. */
  readonly knex: Knex;
}

interface Opened {
  /** Null in memory. */
  readonly file: string | null;
  /** Over the one connection that writes. */
  readonly knex: Knex;
  readonly writer: BetterSqlite3.Database;
  /** Sees committed data only. Null in memory, where there is only one connection. */
  readonly reader: BetterSqlite3.Database | null;
  readonly migrated: readonly string[];
}

function databaseOver(opened: Opened, counters: ReturnType<typeof openCounters>): SqliteDatabase {
  const { file, knex, writer, reader, migrated } = opened;
  const query = preparedQuery(reader ?? writer, file);
  const read = file === null ? knex : readingKnex(file);
  const inTurn = pLimit(1);
  const changes = countChanges(reader ?? writer, file);
  const isNewer = watchMigrations(reader ?? writer);
  return {
    dialect: 'sqlite',
    url: file,
    knex,
    migrated: [...migrated, ...counters.migrated],
    query,
    read,
    async change(_areas, work) {
      const result = await inWriteTransaction(knex, (trx) => work(trx, queryIn(trx)));
      if (file !== null) await keepLogSmall(file, opened);
      return result;
    },
    snapshot: (work) => (reader === null ? work(query) : inTurn(() => inSnapshot(reader, () => work(query)))),
    async revision(area) {
      const [row] = await query<{ value: number }>(REVISION, area);
      return row?.value ?? 0;
    },
    recordStamp: changes,
    counters,
    countedAt: ({ now }) => now,
    away: () => (isNewer() ? 'database_newer' : null),
    async close() {
      reader?.close();
      counters.close();
      if (reader !== null) await read.destroy();
      await emptyLog(opened);
      await knex.destroy();
    },
  };
}

const REVISION = 'SELECT value FROM revision WHERE area = ?';

/**
 * Brings the schema up to date. One transaction does it all: a process killed half-way leaves the old schema, and of two
 * that start together one waits for the other.
 *
 * @returns the names of the migrations that were missing
 * @throws UnusableDatabaseError when it cannot be migrated; the database is then unchanged
 */
export async function migrateSqlite(knex: Knex, migrations = MIGRATIONS): Promise<string[]> {
  if (!isMissing(await appliedIn(knex), migrations)) return [];
  return patiently(() =>
    knex.transaction(async (trx) => {
      // Marks the file as this program's. As a write and the first statement, it waits for other writers.
      await trx.raw(`PRAGMA application_id = ${APPLICATION_ID}`);
      return applyMissing(trx, migrations);
    }),
  );
}

/** "Pern". */
const APPLICATION_ID = 0x5065726e;

function knexOver(
  connection: { readonly filename: string; readonly options?: object },
  afterCreate: (connection: BetterSqlite3.Database) => void = () => {},
): Knex {
  return createKnex({
    client: 'better-sqlite3',
    connection,
    useNullAsDefault: true,
    // Faults arrive as rejections; Knex would also print them.
    log: { warn: () => {} },
    pool: {
      min: 1,
      max: 1,
      afterCreate(made: BetterSqlite3.Database, done: (error: unknown, c: unknown) => void) {
        afterCreate(made);
        done(null, made);
      },
    },
  });
}

/** It waits for a writer as long as `openReader`'s. */
function readingKnex(filename: string): Knex {
  return knexOver({ filename, options: { readonly: true } });
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

/** Queries inside the transaction. */
function queryIn(trx: Knex): Query {
  return async (sql, ...parameters) => (await trx.raw(sql, parameters as Knex.Value[])) as never[];
}

/** Statements of other callers on the same reader may run in between; they read the same snapshot, which is harmless. */
async function inSnapshot<T>(reader: BetterSqlite3.Database, work: () => Promise<T>): Promise<T> {
  reader.exec('BEGIN');
  try {
    return await work();
  } finally {
    endSnapshot(reader);
  }
}

/** Ignores a failing COMMIT: nothing was written, and the error to report is that of `work`. */
function endSnapshot(reader: BetterSqlite3.Database): void {
  try {
    reader.exec('COMMIT');
  } catch {
    if (reader.inTransaction) reader.exec('ROLLBACK');
  }
}

/**
 * Runs `work` in one transaction that takes the write lock at its start; nested in another one, as a savepoint. While another
 * process writes (an import), it waits without blocking the event loop.
 *
 * @throws Error of SQLite when the lock is not free within 30 s
 */
function inWriteTransaction<T>(knex: Knex, work: (trx: Knex) => Promise<T>): Promise<T> {
  // The lock is the first statement: when it is refused, `work` has not begun and may be tried again.
  return patiently(() =>
    knex.transaction(async (trx) => {
      await takeWriteLock(trx);
      return work(trx);
    }),
  );
}

/**
 * Makes a transaction a writer before it reads anything. SQLite refuses outright, without waiting, a transaction that
 * read first and wants to write after another process did; a first statement that writes waits until it may.
 */
async function takeWriteLock(trx: Knex): Promise<void> {
  await trx.raw('UPDATE revision SET value = value WHERE 1 = 0');
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

/** data_version counts the commits of every other connection; in memory there is none, and total_changes counts its own. */
function countChanges(reader: BetterSqlite3.Database, file: string | null): () => Promise<number> {
  const others = reader.prepare('PRAGMA data_version').pluck();
  const own = reader.prepare('SELECT total_changes()').pluck();
  return async () => (others.get() as number) + (file === null ? (own.get() as number) : 0);
}

/** Whether a newer program has migrated the database since it was opened. Checked only after commits of other connections. */
function watchMigrations(reader: BetterSqlite3.Database): () => boolean {
  const commits = reader.prepare('PRAGMA data_version').pluck();
  const applied = reader.prepare<[], string>(`SELECT name FROM ${TABLE}`).pluck();
  let lookedAt: unknown = null;
  let isNewer = false;
  return () => {
    try {
      const commit = commits.get();
      if (commit !== lookedAt) isNewer = newerThan(applied.all()) !== null;
      lookedAt = commit;
    } catch {
      // The next read that needs the data reports the fault.
    }
    return isNewer;
  };
}

/**
 * Writes the write-ahead log back once it is large: left to itself, the one that an import leaves keeps its size for as
 * long as any process has the database open, and every read looks through it. Whoever reads at that moment keeps it a
 * little longer.
 */
async function keepLogSmall(file: string, opened: Opened): Promise<void> {
  const { size } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size > LARGEST_LOG) await emptyLog(opened);
}

async function emptyLog({ knex, writer }: Opened): Promise<void> {
  writer.pragma(`busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
  await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  writer.pragma('busy_timeout = 0');
}
