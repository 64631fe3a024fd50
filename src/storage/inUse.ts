import BetterSqlite3 from 'better-sqlite3';
import { isBusy } from './sqliteReader';
import { isPostgresUrl } from './url';

/** A process that is just ending may keep its connections for so long. */
const WAIT_MS = 500;

/**
 * Whether a service, a job or a command has a database open. False also for a database that cannot be opened, which the
 * opening itself reports better.
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

/** All connections of this program, whatever their schema, have an `application_name` that begins with its name. */
async function isPostgresInUse(url: string): Promise<boolean> {
  const { Client }: typeof import('pg') = require('pg');
  const client = new Client({ connectionString: url, application_name: 'looks whether it is in use' });
  try {
    await client.connect();
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'perennial%' LIMIT 1",
    );
    return rowCount !== 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
