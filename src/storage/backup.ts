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
import { secretFileOf } from './keySecret';
import { usageFileOf } from './sqliteCounters';
import { databasePath, IN_MEMORY, isPostgresUrl } from './url';

const BUSY_TIMEOUT_MS = 5_000;
/** Hashes of keys, addresses of people, the secret: nobody else's to read, wherever the folder is carried. */
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

/** A file of a backup. */
export interface BackedUpFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * Copies all that is kept under `DATABASE_URL` into a new folder, as of one moment, while other processes read and write
 * it: its file, that of its counters, and the generated key secret, under the names they have, so that the folder can be
 * served as it is.
 *
 * @param url as `Config.databaseUrl`
 * @param folder must not exist yet: a backup is never written over another
 * @returns its files, the database first; what is not kept beside the database (a key secret that is a setting) is absent
 * @throws Error when it is a PostgreSQL database, there is nothing to copy, the folder exists, or the copy cannot be made or
 *   is not whole: then nothing is left of it
 */
export async function backUpStorage(url: string, folder: string): Promise<BackedUpFile[]> {
  const path = isPostgresUrl(url) ? null : databasePath(url, process.cwd());
  if (path === null) {
    throw new Error(
      `a PostgreSQL database is backed up by its own tools, all of it at one moment while the service runs: pg_dump -Fc -f FILE, ` +
        'with the URL of DATABASE_URL; pg_restore brings it back (README, "Backup")',
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
  // Whole or not there at all: nobody takes half a backup for one.
  const draft = `${target}.partial-${process.pid}`;
  mkdirSync(draft, { mode: OWN_FOLDER });
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
    chmodSync(file, OWN_FILE);
    syncToDisk(file);
    return { name: basename(file), bytes: statSync(file).size };
  });
}

/**
 * One read transaction, so that the copy is of one moment however much is written meanwhile: SQLite's own online backup
 * begins anew with every commit of another process, and under steady writing never ends. Writers do not wait for it.
 */
function copyDatabase(file: string, copy: string): string {
  withConnection(file, (connection) => connection.prepare('VACUUM INTO ?').run(copy));
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

/** A folder too: what is in it lies there for good only then. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
