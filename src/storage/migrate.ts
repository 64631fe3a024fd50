import { openDatabase } from './open';

/**
 * Brings the schema of what `DATABASE_URL` names up to date, making the database of SQLite where there is none.
 *
 * @param url as `Config.databaseUrl`
 * @returns the names of the migrations that were missing
 * @throws Error when the database cannot be opened, or a newer program wrote it
 */
export async function migrateStorage(url: string): Promise<readonly string[]> {
  const database = await openDatabase(url);
  await database.close();
  return database.migrated;
}
