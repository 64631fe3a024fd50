import BetterSqlite3 from 'better-sqlite3';
import type { Query, Reader, SqlValue } from './database';
import { DamagedDataError } from './errors';

/** How long SQLite itself waits for a lock, with the event loop stopped. */
export const BUSY_TIMEOUT_MS = 5_000;

/** What to do about a database whose pages are torn: nothing in it can be trusted to be written to. */
export const REMEDY =
  'Stop what uses it and put a backup in its place (README, "Backup"). Without one, move it away together with its -wal ' +
  'and -shm: the next start makes it anew, prices can be imported again, keys and the record of picks cannot';

/** What says which symbols and series there are. Without one of them no price can be found, whatever else is whole. */
const LISTS = ['symbol', 'membership', 'price_series', 'revision'] as const;

/** A connection of its own that only reads. @param file that exists and is migrated @throws whatever keeps it from being opened */
export function openSqliteReader(file: string): Reader {
  const connection = openReader(file);
  return {
    query: preparedQuery(connection, file),
    async close() {
      connection.close();
    },
  };
}

export function openReader(file: string): BetterSqlite3.Database {
  return new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
}

/** Statements are prepared once, and answered at once. */
export function preparedQuery(connection: BetterSqlite3.Database, file: string | null): Query {
  const prepared = new Map<string, BetterSqlite3.Statement<SqlValue[], unknown>>();
  return async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
    try {
      const statement = prepared.get(sql) ?? connection.prepare<SqlValue[], unknown>(sql);
      prepared.set(sql, statement);
      return statement.all(...parameters) as Row[];
    } catch (error) {
      throw isUnreadable(error) ? unreadable(connection, file, error as Error) : error;
    }
  };
}

/** The fault of a database that cannot be read, naming the lists that are damaged. */
function unreadable(connection: BetterSqlite3.Database, file: string | null, cause: Error): DamagedDataError {
  const damaged = LISTS.filter((table) => !isWhole(connection, table)).join(', ');
  if (damaged === '') return new DamagedDataError('the database cannot be read', { cause });
  const fault = `the database ${file ?? 'in memory'} is damaged (${cause.message}), in the tables: ${damaged}. ${REMEDY}`;
  return new DamagedDataError(fault, { cause });
}

/** Whether a table and its indexes can be read through; the lists are small. */
function isWhole(connection: BetterSqlite3.Database, table: string): boolean {
  try {
    return connection.prepare<[], string>(`PRAGMA integrity_check('${table}')`).pluck().get() === 'ok';
  } catch {
    return false;
  }
}

/** Whether SQLite could not read its own pages: they were overwritten, or the disk lost them. */
export function isUnreadable(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|IOERR|NOTADB)/.test(errorCode(error));
}

/** Whether another connection is writing. */
export function isBusy(error: unknown): boolean {
  return errorCode(error).startsWith('SQLITE_BUSY');
}

function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}
