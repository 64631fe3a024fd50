import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { Queue } from '../queue/queue';
import { SqliteQueue } from '../queue/sqliteQueue';
import { type Database, databasePath, isPostgresUrl, type RequestLimits, shownUrl } from './database';
import { openSqlite } from './sqlite';
import { isBusy } from './sqliteReader';
import { type Storage, storageOver } from './storage';

/**
 * Opens the database that `DATABASE_URL` names, creating and migrating it where needed.
 *
 * @param url as `Config.databaseUrl`; a relative path starts in the working folder
 * @param limits of requests; null for commands, jobs and threads, which can wait
 * @throws UnusableDatabaseError naming a PostgreSQL database and what to do; DamagedDataError; Error when the URL has another
 *   form, the database cannot be opened, or a newer program migrated it
 */
export async function openStorage(url: string, limits: RequestLimits | null = null): Promise<Storage> {
  const { database, queue } = await openDatabase(url, limits);
  return storageOver(database, queue);
}

/** As `openStorage`, without the stores: for commands that work on the database as a whole. */
export async function openDatabase(
  url: string,
  limits: RequestLimits | null = null,
): Promise<{ readonly database: Database; readonly queue: Queue }> {
  if (!isPostgresUrl(url)) {
    const database = await openSqlite(pathIn(url), limits);
    return { database, queue: new SqliteQueue(database) };
  }
  // Loaded on demand, so that a service on SQLite starts faster. `import()` would need a source loader in threads.
  const { openPostgres }: typeof import('./postgres') = require('./postgres');
  const { PostgresQueue }: typeof import('../queue/postgresQueue') = require('../queue/postgresQueue');
  const database = await openPostgres(url, limits);
  return { database, queue: new PostgresQueue(database, limits !== null) };
}

function pathIn(url: string): string {
  const path = databasePath(url, process.cwd());
  if (path !== null) return path;
  throw new Error(`DATABASE_URL must be a path, a sqlite: or a postgres: URL, got '${shownUrl(url)}'`);
}

/**
 * Applies pending migrations to a database. A missing SQLite database is created.
 *
 * @param url as `Config.databaseUrl`
 * @returns the names of the applied migrations
 * @throws Error when the database cannot be opened, or a newer program migrated it
 */
export async function migrateStorage(url: string): Promise<readonly string[]> {
  const { database } = await openDatabase(url);
  await database.close();
  return database.migrated;
}

/** How long to wait for a process that is just ending to close its connections. */
const WAIT_MS = 2_000;
/** Interval of looking for open connections to PostgreSQL. */
const LOOK_MS = 50;

/**
 * Whether a service, a job or a command has a database open. Also false for one that cannot be opened: opening it reports
 * the reason.
 *
 * @param database URL of PostgreSQL, or path of a SQLite file
 */
export async function isInUse(database: string): Promise<boolean> {
  return isPostgresUrl(database) ? isPostgresInUse(database) : isSqliteInUse(database);
}

/** An open connection in WAL mode has a shared lock on the file, so that nobody gets an exclusive one. */
function isSqliteInUse(file: string): boolean {
  const connection = new BetterSqlite3(file, { fileMustExist: true, timeout: WAIT_MS });
  try {
    connection.pragma('locking_mode = EXCLUSIVE');
    connection.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    connection.close();
  }
}

/**
 * All connections of this program, whatever their schema, have an `application_name` that begins with its name. PostgreSQL lists
 * a closed one until its server process has ended.
 */
async function isPostgresInUse(url: string): Promise<boolean> {
  const { Client }: typeof import('pg') = require('pg');
  const client = new Client({ connectionString: url, application_name: 'in-use check' });
  try {
    await client.connect();
    for (const deadline = performance.now() + WAIT_MS; ; ) {
      const { rowCount } = await client.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'perennial%' LIMIT 1",
      );
      if (rowCount === 0) return false;
      if (performance.now() > deadline) return true;
      await sleep(LOOK_MS);
    }
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
