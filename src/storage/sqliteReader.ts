import BetterSqlite3 from 'better-sqlite3';
import type { Query, Reader, SqlValue } from './database';
import { unreadableError } from './sqliteDamage';

/** How long SQLite itself waits for a lock, which blocks the event loop. */
export const BUSY_TIMEOUT_MS = 5_000;

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
      throw isUnreadable(error) ? unreadableError(connection, file, error as Error) : error;
    }
  };
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
