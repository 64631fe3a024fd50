import { DamagedDataError } from '../errors';
import { inWriteTransaction, openSqlite, type SqliteDatabase } from '../sqlite';
import { isUnreadable } from '../sqliteFaults';

/** TODO(house 3): names of before; go with the last table that asks for them. */
export type Database = SqliteDatabase;
export const openDatabase = openSqlite;
export const closeDatabase = (database: Database) => database.close();
export { inWriteTransaction };

/** Runs a read, which SQLite answers at once. @throws DamagedDataError where it cannot read its own pages */
export async function reading<T>(work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    throw new DamagedDataError('the database cannot be read', { cause: error });
  }
}
