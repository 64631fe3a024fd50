import type { BackedUpFile } from './rows';
import { backUpSqlite } from './sqlite/backup';
import { databasePath } from './url';

/**
 * Copies all that is kept under `DATABASE_URL` into a new folder, as of one moment, while other processes read and write it.
 *
 * @param url as `Config.databaseUrl`
 * @param folder must not exist yet: a backup is never written over another
 * @returns its files, the database first; what is not kept beside the database (a key secret that is a setting) is absent
 * @throws Error when there is nothing to copy, the folder exists, or the copy cannot be made or is not whole: then nothing
 *   is left of it
 */
export async function backUpStorage(url: string, folder: string): Promise<BackedUpFile[]> {
  const path = databasePath(url, process.cwd());
  if (path === null) throw new Error('only a SQLite database can be backed up');
  return backUpSqlite(path, folder);
}
