import type { RequestLimits } from './database';
import { openSqlite } from './sqlite/open';
import type { Storage } from './storage';
import { databasePath, isPostgresUrl, shownUrl } from './url';

/**
 * Opens what `DATABASE_URL` names, making and migrating it where needed.
 *
 * @param url as `Config.databaseUrl`; relative paths begin in the working folder
 * @param limits of the requests that wait for what is asked, which is then answered soon or not at all; null = commands,
 *   jobs and threads, which can wait
 * @throws Error when the URL has another form, the database cannot be opened, or a newer program wrote it
 */
export async function openStorage(url: string, limits: RequestLimits | null = null): Promise<Storage> {
  if (isPostgresUrl(url)) {
    // Loaded where it is asked for: who has SQLite waits for none of it. `import()` would need a loader of sources of its
    // own in threads.
    const { openPostgresStorage }: typeof import('./postgres/open') = require('./postgres/open');
    return openPostgresStorage(url, limits);
  }
  const path = databasePath(url, process.cwd());
  if (path !== null) return openSqlite(path);
  throw new Error(`DATABASE_URL must be a path, a sqlite: or a postgres: URL, got '${shownUrl(url)}'`);
}
