import { closeDatabase, openDatabase } from './sqlite/database';
import { closeUsageDatabase, openUsageDatabase } from './sqlite/usageDatabase';
import { databasePath, isPostgresUrl } from './url';

/**
 * Brings the schema of what `DATABASE_URL` names up to date, making the database of SQLite where there is none.
 *
 * @param url as `Config.databaseUrl`
 * @returns the names of the migrations that were missing
 * @throws Error when the database cannot be opened, or a newer program wrote it
 */
export async function migrateStorage(url: string): Promise<readonly string[]> {
  return isPostgresUrl(url) ? migratePostgres(url) : migrateSqlite(databasePath(url, process.cwd())!);
}

/** Loaded where it is asked for: who has SQLite waits for none of it. */
async function migratePostgres(url: string): Promise<readonly string[]> {
  const { openPostgres } = await import('./postgres/database');
  const { migrated, close } = await openPostgres(url);
  await close();
  return migrated;
}

async function migrateSqlite(path: string): Promise<readonly string[]> {
  const database = await openDatabase(path);
  try {
    const usage = openUsageDatabase(database.file);
    closeUsageDatabase(usage);
    return [...database.migrated, ...usage.migrated];
  } finally {
    await closeDatabase(database);
  }
}
