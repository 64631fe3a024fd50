import { closeSync, openSync } from 'node:fs';
import { setImmediate as nextLoop, setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import type { Query, SqlValue } from './database';
import { DamagedTableError } from './errors';
import { isCheckedTable } from './movedTables';

/** How long SQLite itself waits for a lock, which blocks the event loop. */
export const BUSY_TIMEOUT_MS = 5_000;

/** Databases hold key hashes, e-mail addresses and webhook secrets: only their owner may read them. */
export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;

/**
 * Creates an empty file that only its owner may read, for SQLite to open: it gives its -wal and -shm files the same mode. A file
 * that exists keeps its content and its mode.
 */
export function createForOwner(file: string): void {
  try {
    closeSync(openSync(file, 'wx', OWNER_ONLY_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Opens a thread's own read-only connection. @param file of a migrated database @throws Error of the driver */
export function openSqliteReader(file: string): Query {
  return preparedQuery(openReader(file), file);
}

export function openReader(file: string): BetterSqlite3.Database {
  return new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
}

/** Prepares each statement of a connection once. */
export function statementsOf(connection: BetterSqlite3.Database) {
  const prepared = new Map<string, BetterSqlite3.Statement<SqlValue[], unknown>>();
  return (sql: string) => {
    const statement = prepared.get(sql) ?? connection.prepare<SqlValue[], unknown>(sql);
    prepared.set(sql, statement);
    return statement;
  };
}

/** Runs statements that read, synchronously. */
export function preparedQuery(connection: BetterSqlite3.Database, file: string | null): Query {
  const statementOf = statementsOf(connection);
  return async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
    try {
      return statementOf(sql).all(...parameters) as Row[];
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

/** Wait between two attempts. It doubles each time and is randomized. */
const ATTEMPT_SPACING_MS = { first: 2, longest: 40 } as const;

/**
 * Repeats `attempt` while another connection writes, without blocking the event loop.
 *
 * @param deadline of a monotonic clock, milliseconds
 * @throws Error of SQLite when the lock is not free by then, and any other error at once
 */
export async function retryWhileBusy<T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> {
  const { first, longest } = ATTEMPT_SPACING_MS;
  for (let spacing: number = first; ; spacing = Math.min(2 * spacing, longest)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(spacing * (0.5 + Math.random()));
  }
}

function errorCode(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** What to do about a database with damaged pages. */
export const REMEDY =
  'Stop the service and restore a backup (seeds/guides/operating.md, "Backup"). Without a backup, move the file away together with its -wal ' +
  'and -shm files: the next start creates a new database; prices can be imported again, but API keys and the record of ' +
  'picks are lost';

/** Names of all tables. */
export function tablesOf(connection: BetterSqlite3.Database): string[] {
  const names = connection.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  return names.pluck().all();
}

/** Those of some tables that are damaged, or have a damaged index. */
export function damagedTables(connection: BetterSqlite3.Database, tables: readonly string[]): string[] {
  return tables.filter((table) => !isIntact(connection, table));
}

function isIntact(connection: BetterSqlite3.Database, table: string): boolean {
  try {
    return connection.prepare<[], string>(`PRAGMA quick_check('${table}')`).pluck().get() === 'ok';
  } catch {
    return false;
  }
}

/** Checks the small tables. @throws DamagedTableError */
export function requireIntact(connection: BetterSqlite3.Database, file: string | null): void {
  const damaged = damagedTables(connection, tablesOf(connection).filter(isCheckedTable));
  if (damaged.length > 0) throw damageError(file, damaged);
}

/** The error of a statement that could not read pages. It names the damaged tables. */
export function unreadableError(
  connection: BetterSqlite3.Database,
  file: string | null,
  cause: Error,
): DamagedTableError {
  let damaged: string[] = [];
  try {
    damaged = damagedTables(connection, tablesOf(connection).filter(isCheckedTable));
  } catch {
    // The list of tables cannot be read either.
  }
  return damaged.length === 0
    ? new DamagedTableError('the database cannot be read', { cause })
    : damageError(file, damaged, cause);
}

function damageError(file: string | null, tables: readonly string[], cause?: Error): DamagedTableError {
  const reason = cause === undefined ? '' : ` (${cause.message})`;
  const fault = `the database ${file ?? 'in memory'} is damaged${reason}, in the tables: ${tables.join(', ')}`;
  return new DamagedTableError(`${fault}. ${REMEDY}`, { cause });
}

/** Time between two checks of a running service. A check takes some milliseconds. */
const CHECK_MS = 10_000;

/**
 * Checks the small tables of a file while it is in use, at most every ten seconds: GET /readyz is asked more often, and must
 * not read the disk each time. It has a connection of its own, since the others answer from pages that they hold in memory.
 */
export class DamageWatch {
  private damaged: readonly string[] = [];
  /** The start of a service has checked the tables. */
  private checkedAt = performance.now();
  private isChecking = false;
  private isClosed = false;

  constructor(private readonly file: string) {}

  /** The tables that were damaged at the last check. A check that is due begins, and shows later. */
  get tables(): readonly string[] {
    if (!this.isChecking && !this.isClosed && performance.now() - this.checkedAt > CHECK_MS) void this.check();
    return this.damaged;
  }

  close(): void {
    this.isClosed = true;
  }

  /** One table in each turn of the event loop, so that requests are answered in between. */
  private async check(): Promise<void> {
    this.isChecking = true;
    let connection: BetterSqlite3.Database | undefined;
    try {
      connection = new BetterSqlite3(this.file, { readonly: true, fileMustExist: true });
      const damaged: string[] = [];
      for (const table of tablesOf(connection).filter(isCheckedTable)) {
        damaged.push(...damagedTables(connection, [table]));
        await nextLoop();
        if (this.isClosed) return;
      }
      this.damaged = damaged;
    } catch {
      // A file that cannot be opened is no damaged table: statements report it.
    } finally {
      connection?.close();
      this.checkedAt = performance.now();
      this.isChecking = false;
    }
  }
}
