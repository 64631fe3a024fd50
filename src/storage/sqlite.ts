import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import pLimit from 'p-limit';
import {
  type Database,
  FullDisk,
  IN_MEMORY,
  isDiskFull,
  type Query,
  type RequestLimits,
  readRevision,
  WaitCount,
} from './database';
import { DamagedDataError, UnusableDatabaseError } from './errors';
import {
  appliedMigrations,
  applyPending,
  describeNewer,
  hasPending,
  MIGRATION_TABLE,
  MIGRATIONS,
} from './migrations/migrations';
import { openCounters } from './sqliteCounters';
import {
  BUSY_TIMEOUT_MS,
  createForOwner,
  DamageWatch,
  isUnreadable,
  openReader,
  preparedQuery,
  REMEDY,
  requireIntact,
  retryWhileBusy,
  unreadableError,
} from './sqliteReader';

const WRITE_LOCK_TIMEOUT_MS = 30_000;
/** How long a checkpoint waits for readers; this blocks the event loop. */
const CHECKPOINT_TIMEOUT_MS = 20;
/** A larger write-ahead log is checkpointed after the transaction. */
const MAX_LOG_BYTES = 4 << 20;

/**
 * Opens and migrates a database and its counters, creating files and folder where needed. Only their owner may read new files.
 *
 * @param path absolute, or `:memory:`
 * @param limits of requests; null for commands and threads, which do not check the small tables
 * @throws DamagedDataError when a page cannot be read; Error when a file cannot be opened, or a newer program migrated it
 */
export async function openSqlite(path: string, limits: RequestLimits | null = null): Promise<Database> {
  const file = path === IN_MEMORY ? null : path;
  if (file !== null) mkdirSync(dirname(file), { recursive: true });
  let writer: BetterSqlite3.Database | undefined;
  const knex = knexOver(path, async (connection) => {
    await prepareConnection(connection);
    writer = connection;
  });
  try {
    if (file !== null) createForOwner(file);
    const migrated = await migrateSqlite(knex);
    if (limits !== null) requireIntact(writer!, file);
    const reader = file === null ? null : openReader(file);
    const disk = new FullDisk();
    const counters = await openCounters(file, disk);
    return databaseOver({ file, knex, writer: writer!, reader, migrated, disk }, counters);
  } catch (error) {
    await knex.destroy();
    if (error instanceof DamagedDataError) throw error;
    const fault = `cannot open the database ${path}: ${(error as Error).message}`;
    if (isUnreadable(error)) throw new DamagedDataError(`${fault}. ${REMEDY}`, { cause: error });
    if (error instanceof UnusableDatabaseError) throw new UnusableDatabaseError(fault, { cause: error });
    throw new Error(fault, { cause: error });
  }
}

interface Opened {
  /** Null for a database in memory. */
  readonly file: string | null;
  /** Query builder over `writer`, the only connection that writes. */
  readonly knex: Knex;
  readonly writer: BetterSqlite3.Database;
  /** Sees committed data only. Null for a database in memory, which has one connection. */
  readonly reader: BetterSqlite3.Database | null;
  readonly migrated: readonly string[];
  readonly disk: FullDisk;
}

function databaseOver(opened: Opened, counters: Awaited<ReturnType<typeof openCounters>>): Database {
  const { file, knex, writer, reader, migrated, disk } = opened;
  const lock = new WaitCount();
  const damage = file === null ? null : new DamageWatch(file);
  const query = preparedQuery(reader ?? writer, file);
  const oneSnapshot = pLimit(1);
  const isNewer = watchMigrations(reader ?? writer);
  return {
    dialect: 'sqlite',
    url: file,
    migrated: [...migrated, ...counters.migrated],
    query,
    async change(_areas, work) {
      const result = await disk
        .watch(() => inWriteTransaction(knex, lock, (trx) => work(trx, queryIn(trx))))
        .catch((error) => {
          throw isUnreadable(error) ? unreadableError(writer, file, error) : error;
        });
      if (file !== null) await checkpointIfLarge(file, opened);
      return result;
    },
    snapshot: (work) => (reader === null ? work(query) : oneSnapshot(() => inSnapshot(reader, () => work(query)))),
    revision: (area) => readRevision(query, area),
    recordStamp: changeCounter(reader ?? writer, file),
    counters,
    clockAhead: () => 0,
    unavailable() {
      if (damage !== null && damage.tables.length > 0) return 'database_damaged';
      return disk.reason ?? (isNewer() ? 'database_newer' : null);
    },
    damaged: () => damage?.tables ?? [],
    waits: () => [{ pool: 'writes', connections: null, waits: { lock } }],
    async close() {
      damage?.close();
      reader?.close();
      counters.close();
      try {
        await checkpoint(opened);
      } finally {
        await knex.destroy();
      }
    },
  };
}

/**
 * Applies pending migrations in one transaction, so that a process that is killed leaves the old schema, and of two that
 * start together one waits for the other.
 *
 * @returns the names of the applied migrations
 * @throws UnusableDatabaseError when it cannot be migrated; the database is then unchanged
 */
export async function migrateSqlite(knex: Knex, migrations = MIGRATIONS): Promise<string[]> {
  const deadline = performance.now() + WRITE_LOCK_TIMEOUT_MS;
  // Even a read waits: for a process that makes the log of a new file, or restores that of a killed one.
  const applied = await retryWhileBusy(() => appliedMigrations(knex), deadline);
  if (!hasPending(applied, migrations)) return [];
  const migrate = () =>
    knex.transaction(async (trx) => {
      // Marks the file as a database of this program. As the first statement and a write, it waits for other writers.
      await trx.raw(`PRAGMA application_id = ${APPLICATION_ID}`);
      return applyPending(trx, migrations);
    });
  return retryWhileBusy(migrate, deadline);
}

/** "Pern". */
const APPLICATION_ID = 0x5065726e;

function knexOver(filename: string, prepare: (connection: BetterSqlite3.Database) => Promise<void>): Knex {
  return createKnex({
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    // Knex would print errors in addition to rejecting.
    log: { warn: () => {} },
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: BetterSqlite3.Database, done: (error: unknown, c?: unknown) => void) {
        prepare(connection).then(() => done(null, connection), done);
      },
    },
  });
}

async function prepareConnection(connection: BetterSqlite3.Database): Promise<void> {
  // SQLite's own wait for a lock blocks the event loop, and it refuses without a wait when two processes create the file:
  // `retryWhileBusy` waits instead.
  connection.pragma('busy_timeout = 0');
  await retryWhileBusy(() => connection.pragma('journal_mode = WAL'), performance.now() + BUSY_TIMEOUT_MS);
  connection.pragma('synchronous = NORMAL');
  connection.pragma('foreign_keys = ON');
}

/** Queries inside a transaction. */
function queryIn(trx: Knex): Query {
  return async (sql, ...parameters) => (await trx.raw(sql, parameters as Knex.Value[])) as never[];
}

/** Statements of other callers on the same reader may run meanwhile; they only see the same snapshot. */
async function inSnapshot<T>(reader: BetterSqlite3.Database, work: () => Promise<T>): Promise<T> {
  reader.exec('BEGIN');
  try {
    return await work();
  } finally {
    endSnapshot(reader);
  }
}

/** Ignores a failed COMMIT: nothing was written, and the error of `work` is the one to report. */
function endSnapshot(reader: BetterSqlite3.Database): void {
  try {
    reader.exec('COMMIT');
  } catch {
    if (reader.inTransaction) reader.exec('ROLLBACK');
  }
}

/**
 * Runs `work` in one transaction that takes the write lock at its start. Inside another transaction it is a savepoint. While
 * another process writes (an import), it waits without blocking the event loop.
 *
 * @throws Error of SQLite when the lock is not free within 30 s
 */
function inWriteTransaction<T>(knex: Knex, lock: WaitCount, work: (trx: Knex) => Promise<T>): Promise<T> {
  const endWait = lock.begin();
  // When the lock is refused, `work` has not begun and can be retried.
  const attempt = () =>
    knex.transaction(async (trx) => {
      await takeWriteLock(trx);
      endWait();
      return work(trx);
    });
  return retryWhileBusy(attempt, performance.now() + WRITE_LOCK_TIMEOUT_MS).finally(endWait);
}

/**
 * Makes a transaction a writer before it reads. SQLite fails a transaction at once that has read and then writes after
 * another process wrote; a write as the first statement waits.
 */
async function takeWriteLock(trx: Knex): Promise<void> {
  await trx.raw('UPDATE revision SET value = value WHERE 1 = 0');
}

/** `data_version` changes with the commits of other connections; in memory, `total_changes` counts those of the only one. */
function changeCounter(reader: BetterSqlite3.Database, file: string | null): () => Promise<number> {
  const others = reader.prepare('PRAGMA data_version').pluck();
  const own = reader.prepare('SELECT total_changes()').pluck();
  return async () => (others.get() as number) + (file === null ? (own.get() as number) : 0);
}

/** Whether a newer program has migrated the database since it was opened. Checked only after commits of other connections. */
function watchMigrations(reader: BetterSqlite3.Database): () => boolean {
  const commits = reader.prepare('PRAGMA data_version').pluck();
  const applied = reader.prepare<[], string>(`SELECT name FROM ${MIGRATION_TABLE}`).pluck();
  let checkedAt: unknown = null;
  let isNewer = false;
  return () => {
    try {
      const commit = commits.get();
      if (commit !== checkedAt) isNewer = describeNewer(applied.all()) !== null;
      checkedAt = commit;
    } catch {
      // The next query reports the fault.
    }
    return isNewer;
  };
}

/**
 * Checkpoints a large write-ahead log. Otherwise the log of an import keeps its size while any process has the database
 * open, and every read searches it. A checkpoint that fails is repeated after the next transaction.
 */
async function checkpointIfLarge(file: string, opened: Opened): Promise<void> {
  const { size } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? { size: 0 };
  // The transaction is durable in the log: no failure of a checkpoint may make it look failed, not even an I/O error.
  if (size > MAX_LOG_BYTES) await checkpoint(opened).catch(() => {});
}

async function checkpoint({ knex, writer }: Opened): Promise<void> {
  writer.pragma(`busy_timeout = ${CHECKPOINT_TIMEOUT_MS}`);
  try {
    await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch (error) {
    // The transactions in the log are durable without it.
    if (!isDiskFull(error)) throw error;
  } finally {
    writer.pragma('busy_timeout = 0');
  }
}
