import BetterSqlite3 from 'better-sqlite3';
import type { Query, Reader, SqlValue } from './database';
import { DamagedDataError } from './errors';

/** How long SQLite itself waits for a lock, which blocks the event loop. */
export const BUSY_TIMEOUT_MS = 5_000;

/** What to do about a database with damaged pages. */
export const REMEDY =
  'Stop the service and restore a backup (seeds/guides/operating.md, "Backup"). Without a backup, move the file away together with its -wal ' +
  'and -shm files: the next start creates a new database; prices can be imported again, but API keys and the record of ' +
  'picks are lost';

/** The tables that list symbols and series. When one of them is damaged, no price can be found. */
const INDEX_TABLES = ['symbol', 'membership', 'price_series', 'revision'] as const;

/** Opens a separate read-only connection. @param file of a migrated database @throws Error of the driver */
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

/** Prepares each statement once and runs it synchronously. */
export function preparedQuery(connection: BetterSqlite3.Database, file: string | null): Query {
  const prepared = new Map<string, BetterSqlite3.Statement<SqlValue[], unknown>>();
  return async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
    try {
      const statement = prepared.get(sql) ?? connection.prepare<SqlValue[], unknown>(sql);
      prepared.set(sql, statement);
      return statement.all(...parameters) as Row[];
    } catch (error) {
      throw isUnreadable(error) ? damageError(connection, file, error as Error) : error;
    }
  };
}

/** The error for a database that cannot be read. It names the damaged tables. */
function damageError(connection: BetterSqlite3.Database, file: string | null, cause: Error): DamagedDataError {
  const damaged = INDEX_TABLES.filter((table) => !isIntact(connection, table)).join(', ');
  if (damaged === '') return new DamagedDataError('the database cannot be read', { cause });
  const fault = `the database ${file ?? 'in memory'} is damaged (${cause.message}), in the tables: ${damaged}. ${REMEDY}`;
  return new DamagedDataError(fault, { cause });
}

/** Whether a table and its indexes are intact. The checked tables are small. */
function isIntact(connection: BetterSqlite3.Database, table: string): boolean {
  try {
    return connection.prepare<[], string>(`PRAGMA integrity_check('${table}')`).pluck().get() === 'ok';
  } catch {
    return false;
  }
}

/** Whether SQLite could not read its pages: they were overwritten, or the disk failed. */
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
