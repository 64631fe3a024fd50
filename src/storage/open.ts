import type { Storage } from './ports';
import { openSqlite } from './sqlite/open';
import { databasePath } from './url';

/**
 * Opens what `DATABASE_URL` names, making and migrating it where needed.
 *
 * @param url as `Config.databaseUrl`; relative paths begin in the working folder
 * @throws Error when the URL has another form, the database cannot be opened, or a newer program wrote it
 */
export async function openStorage(url: string): Promise<Storage> {
  const path = databasePath(url, process.cwd());
  if (path !== null) return openSqlite(path);
  const shown = url.replace(/\/\/[^@/]*@/, '//***@');
  throw new Error(`DATABASE_URL must be a path or a sqlite: URL, got '${shown}'`);
}
