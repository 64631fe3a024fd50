import { backUpSqlite } from './sqlite/backup';
import { databasePath, isPostgresUrl } from './url';

/**
 * Copies all that is kept under `DATABASE_URL` into a new folder, as of one moment, while other processes read and write it.
 *
 * @param url as `Config.databaseUrl`
 * @param folder must not exist yet: a backup is never written over another
 * @returns its files, the database first; what is not kept beside the database (a key secret that is a setting) is absent
 * @throws Error when it is a PostgreSQL database, there is nothing to copy, the folder exists, or the copy cannot be made or is not whole: then nothing
 *   is left of it
 */
export async function backUpStorage(url: string, folder: string): Promise<BackedUpFile[]> {
  const path = isPostgresUrl(url) ? null : databasePath(url, process.cwd());
  if (path === null) {
    throw new Error(
      `a PostgreSQL database is backed up by its own tools, all of it at one moment while the service runs: pg_dump -Fc -f FILE, ` +
        'with the URL of DATABASE_URL; pg_restore brings it back (README, "Backup")',
    );
  }
  return backUpSqlite(path, folder);
}

/** A file of a backup. */
export interface BackedUpFile {
  readonly name: string;
  readonly bytes: number;
}
