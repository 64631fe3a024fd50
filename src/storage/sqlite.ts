import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import createKnex, { type Knex } from 'knex';
import pLimit from 'p-limit';
import type { Database, Query, Reader, SqlValue } from './database';
import { DamagedDataError } from './errors';
import { migrate, takeWriteLock } from './migrations/migrate';
import { openCounters } from './sqliteCounters';
import { isBusy, isUnreadable } from './sqliteFaults';
import { IN_MEMORY } from './url';

const BUSY_TIMEOUT_MS = 5_000;
/** Between two attempts to write while another connection does: longer each time, and not the same for any two who wait. */
const ATTEMPT_SPACING_MS = { first: 5, longest: 40 } as const;
const WRITER_PATIENCE_MS = 30_000;
/** How long the write-ahead log waits for readers before it is written back; the event loop stands still meanwhile. */
const CHECKPOINT_TIMEOUT_MS = 20;
/** Bytes beyond which the write-ahead log is written back at once. */
const LARGEST_LOG = 4 << 20;

/** What to do about a database whose pages are torn: nothing in it can be trusted to be written to. */
const REMEDY =
  'Stop what uses it and put a backup in its place (README, "Backup"). Without one, move it away together with its -wal ' +
  'and -shm: the next start makes it anew, prices can be imported again, keys and the record of picks cannot';

/** What says which symbols and series there are. Without one of them no price can be found, whatever else is whole. */
const LISTS = ['symbol', 'membership', 'price_series', 'revision'] as const;

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
    const migrated = await patiently(() => migrate(knex));
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

/** A connection of its own that only reads. @param file that exists and is migrated @throws whatever keeps it from being opened */
export function openSqliteReader(file: string): Reader {
  const connection = openReader(file);
  const read = readingKnex(file);
  return {
    query: preparedQuery(connection, file),
    read,
    async close() {
      connection.close();
      await read.destroy();
    },
  };
}

/** TODO(house 3): what the tables of before ask for; goes with the last of them. */
export interface SqliteDatabase extends Database {
  readonly knex: Knex;
  readonly reader: BetterSqlite3.Database;
  readonly writer: BetterSqlite3.Database;
  readonly file: string | null;
  readonly usage: { readonly connection: BetterSqlite3.Database };
}

interface Opened {
  /** Null in memory. */
  readonly file: string | null;
  /** Over the one connection that writes. */
  readonly knex: Knex;
  readonly writer: BetterSqlite3.Database;
  /** Sees committed data only. Null in memory, where there is but the one connection. */
  readonly reader: BetterSqlite3.Database | null;
  readonly migrated: readonly string[];
}

function databaseOver(opened: Opened, counters: ReturnType<typeof openCounters>): SqliteDatabase {
  const { file, knex, writer, reader, migrated } = opened;
  const query = preparedQuery(reader ?? writer, file);
  const read = file === null ? knex : readingKnex(file);
  const inTurn = pLimit(1);
  const changes = countChanges(reader ?? writer, file);
  return {
    ...{ knex, writer, file, reader: reader ?? writer, usage: { connection: counters.connection } },
    dialect: 'sqlite',
    url: file,
    migrated: [...migrated, ...counters.migrated],
    query,
    read,
    async change(_area, work) {
      const result = await inWriteTransaction(knex, (trx) => work(trx, queryIn(trx)));
      if (file !== null) await keepLogSmall(file, opened);
      return result;
    },
    snapshot: (work) => (reader === null ? work(query) : inTurn(() => inSnapshot(reader, () => work(query)))),
    async revision(area) {
      if (area === 'models' || area === 'nulls') return changes();
      const [row] = await query<{ value: number }>(area === 'prices' ? PRICES_REVISION : FEEDS_REVISION);
      return row?.value ?? 0;
    },
    recordStamp: changes,
    counters,
    countedAt: ({ now }) => now,
    away: () => null,
    async close() {
      reader?.close();
      counters.close();
      if (reader !== null) await read.destroy();
      await emptyLog(opened);
      await knex.destroy();
    },
  };
}

const PRICES_REVISION = 'SELECT value FROM revision WHERE id = 1';
const FEEDS_REVISION = 'SELECT value FROM feed_revision WHERE id = 1';

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

function openReader(file: string): BetterSqlite3.Database {
  return new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
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

/** Statements are prepared once, and answered at once. */
function preparedQuery(connection: BetterSqlite3.Database, file: string | null): Query {
  const prepared = new Map<string, BetterSqlite3.Statement<SqlValue[], unknown>>();
  return async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
    try {
      const statement = prepared.get(sql) ?? connection.prepare<SqlValue[], unknown>(sql);
      prepared.set(sql, statement);
      return statement.all(...parameters) as Row[];
    } catch (error) {
      throw isUnreadable(error) ? unreadable(connection, file, error as Error) : error;
    }
  };
}

/** A transaction's own. */
function queryIn(trx: Knex): Query {
  return async (sql, ...parameters) => (await trx.raw(sql, parameters as Knex.Value[])) as never[];
}

/** The fault of a database that cannot be read, naming the lists that are damaged. */
function unreadable(connection: BetterSqlite3.Database, file: string | null, cause: Error): DamagedDataError {
  const damaged = LISTS.filter((table) => !isWhole(connection, table)).join(', ');
  if (damaged === '') return new DamagedDataError('the database cannot be read', { cause });
  const fault = `the database ${file ?? 'in memory'} is damaged (${cause.message}), in the tables: ${damaged}. ${REMEDY}`;
  return new DamagedDataError(fault, { cause });
}

/** Whether a table and its indexes can be read through; the lists are small. */
function isWhole(connection: BetterSqlite3.Database, table: string): boolean {
  try {
    return connection.prepare<[], string>(`PRAGMA integrity_check('${table}')`).pluck().get() === 'ok';
  } catch {
    return false;
  }
}

/** SQLite answers every statement at once: nobody else's come between but those of `query`, which may be of that moment too. */
async function inSnapshot<T>(reader: BetterSqlite3.Database, work: () => Promise<T>): Promise<T> {
  reader.exec('BEGIN');
  try {
    return await work();
  } finally {
    reader.exec('COMMIT');
  }
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
