import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { databasePath, IN_MEMORY, isPostgresUrl } from './database';
import { secretFileOf } from './keySecret';
import { usageFileOf } from './sqliteCounters';
import { damagedTables, isUnreadable, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER, tablesOf } from './sqliteReader';

const BUSY_TIMEOUT_MS = 5_000;

/** A file of a backup. */
export interface BackedUpFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Copies a SQLite database into a new folder as of one moment, while other processes read and write it: the database file,
 * its counters and the generated key secret, under their own names, so that a service can run on the folder as it is.
 *
 * @param url as `Config.databaseUrl`
 * @param folder must not exist yet: a backup never overwrites another
 * @returns the files, the database first. The key secret is absent when it is a setting
 * @throws Error for a PostgreSQL database or one in memory, when there is no database, the folder exists, or the copy fails or
 *   is damaged; nothing of the copy then remains
 */
export async function backUpStorage(url: string, folder: string): Promise<BackedUpFile[]> {
  const path = isPostgresUrl(url) ? null : databasePath(url, process.cwd());
  if (path === null) {
    throw new Error(
      'back up a PostgreSQL database with its own tools, while the service runs: pg_dump -Fc -f FILE, with the URL of ' +
        'DATABASE_URL; restore it with pg_restore (seeds/guides/operating.md, "Backup")',
    );
  }
  return copyInto(folder, path);
}

async function copyInto(folder: string, path: string): Promise<BackedUpFile[]> {
  if (path === IN_MEMORY) throw new Error('a database in memory cannot be backed up');
  if (!existsSync(path)) throw new Error(`there is no database ${path}`);
  const target = resolve(folder);
  if (existsSync(target)) throw new Error(`${target} exists already: a backup is written into a new folder`);
  mkdirSync(dirname(target), { recursive: true });
  // Renamed when it is complete, so that half a backup is never taken for a whole one.
  const draft = `${target}.partial-${process.pid}`;
  mkdirSync(draft, { mode: OWNER_ONLY_FOLDER });
  try {
    const files = await copyAll(path, draft);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
    return files;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function copyAll(path: string, folder: string): Promise<BackedUpFile[]> {
  const copyOf = (file: string) => join(folder, basename(file));
  const copied = [copyDatabase(path, copyOf(path))];
  const usage = usageFileOf(path);
  if (existsSync(usage)) copied.push(copyDatabase(usage, copyOf(usage)));
  const secret = secretFileOf(path);
  if (existsSync(secret)) {
    await copyFile(secret, copyOf(secret));
    copied.push(copyOf(secret));
  }
  return copied.map((file) => {
    chmodSync(file, OWNER_ONLY_FILE);
    syncToDisk(file);
    return { name: basename(file), bytes: statSync(file).size };
  });
}

/**
 * Copies in one read transaction, which does not block writers. SQLite's online backup starts again at every commit of
 * another process and never ends under steady writing.
 */
function copyDatabase(file: string, copy: string): string {
  withConnection(file, (connection) => {
    try {
      connection.prepare('VACUUM INTO ?').run(copy);
    } catch (error) {
      const damaged = isUnreadable(error) ? damagedTables(connection, tablesOf(connection)) : [];
      if (damaged.length === 0) throw error;
      throw new Error(`it is damaged, in the tables: ${damaged.join(', ')}`, { cause: error });
    }
  });
  withConnection(copy, (connection) => {
    const faults = connection.prepare<[], string>('PRAGMA integrity_check(3)').pluck().all();
    if (faults.join() !== 'ok') throw new Error(faults.join('; '));
  });
  return copy;
}

function withConnection(file: string, work: (connection: BetterSqlite3.Database) => void): void {
  try {
    const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      work(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    throw new Error(`${file} cannot be backed up: ${(error as Error).message}`, { cause: error });
  }
}

/** Flushes a file, or the entries of a folder. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
