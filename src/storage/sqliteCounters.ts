import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import pLimit from 'p-limit';
import type { CounterDatabase, Query, SqlValue } from './database';
import { COUNTER_SCRIPTS } from './migrations/initial/counters';
import { isBusy } from './sqliteReader';

const OPEN_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 2_000;
/** Another process holds the lock for some 20 microseconds, a failed try takes 3. */
const SPINS = 20;
/** Rows are short: a small page makes a commit small. */
const PAGE_SIZE = 1024;
/** A checkpoint waits for the disk, some milliseconds; this is one in about 4,000 requests. */
const CHECKPOINT_PAGES = 4_000;

/** The file that goes with a database; matches the patterns that keep databases out of git. */
export function usageFileOf(databaseFile: string): string {
  return `${databaseFile}-usage`;
}

/**
 * Opens what counts requests and predictions: a SQLite file of its own beside the database, because it is written on every
 * request. In one file every count would throw away the page cache of every reader of prices and keys (measured: a key
 * look-up went from 6 to over 100 microseconds), and an import would make every request wait for its lock.
 *
 * @param databaseFile null = in memory
 * @throws Error when the file cannot be opened, or a newer program wrote it: which one, and what can be done about it
 */
export function openCounters(databaseFile: string | null): CounterDatabase & {
  readonly migrated: readonly string[];
  readonly connection: BetterSqlite3.Database;
  close(): void;
} {
  const file = databaseFile === null ? ':memory:' : usageFileOf(databaseFile);
  let connection: BetterSqlite3.Database | undefined;
  try {
    connection = new BetterSqlite3(file, { timeout: OPEN_TIMEOUT_MS });
    connection.pragma(`page_size = ${PAGE_SIZE}`);
    useWriteAheadLog(connection);
    connection.pragma('synchronous = NORMAL');
    connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const migrated = migrateCounters(connection);
    // From here on `whenFree` waits, without holding up the event loop.
    connection.pragma('busy_timeout = 0');
    return { ...countersOver(connection), migrated, connection };
  } catch (error) {
    connection?.close();
    const { code, message } = error as { code?: unknown; message: string };
    const remedy = DAMAGED.has(code) ? `. ${withoutCounters(file)}` : '';
    throw new Error(`cannot open the counters ${file}: ${message}${remedy}`, { cause: error });
  }
}

function countersOver(connection: BetterSqlite3.Database): CounterDatabase & { close(): void } {
  const prepared = new Map<string, BetterSqlite3.Statement<SqlValue[], unknown>>();
  const run = (sql: string, parameters: readonly SqlValue[]): unknown[] => {
    const statement = prepared.get(sql) ?? connection.prepare<SqlValue[], unknown>(sql);
    prepared.set(sql, statement);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  };
  const ofChange: Query = async (sql, ...parameters) => run(sql, parameters) as never[];
  const inTurn = pLimit(1);
  let change: Promise<unknown> | null = null;
  const query: Query = async (sql, ...parameters) =>
    (await whenFree(
      () => run(sql, parameters),
      () => change,
    )) as never[];
  return {
    query,
    ofSubject: (_subject, ...statement) => query(...statement),
    change: (_subject, work) =>
      inTurn(async () => {
        const done = inTransaction(connection, () => work(ofChange));
        change = done
          .catch(() => {})
          .finally(() => {
            change = null;
          });
        return done;
      }),
    close: () => void connection.close(),
  };
}

async function inTransaction<T>(connection: BetterSqlite3.Database, work: () => Promise<T>): Promise<T> {
  await whenFree(() => connection.exec('BEGIN IMMEDIATE'));
  try {
    const result = await work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    connection.exec('ROLLBACK');
    throw error;
  }
}

/** What SQLite says of a file that was never a database, and of one whose pages are torn. */
const DAMAGED: ReadonlySet<unknown> = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

const withoutCounters = (file: string) =>
  `It holds nothing but the requests and predictions counted so far; keys and prices are elsewhere. Put a backup in its ` +
  `place, or move ${file} away together with ${file}-wal and ${file}-shm: the next start makes it anew, and the counts ` +
  `of the day begin at 0`;

/**
 * Runs a synchronous piece of work as soon as no other process is writing.
 *
 * @param change the transaction of this connection under way, of which `work` is to be no part; another one may begin whenever
 *   this waits
 * @throws Error of SQLite when that did not come within two seconds
 */
export async function whenFree<T>(work: () => T, change: () => Promise<unknown> | null = () => null): Promise<T> {
  const deadline = performance.now() + WRITE_TIMEOUT_MS;
  for (;;) {
    for (let other = change(); other !== null; other = change()) await other;
    try {
      return spin(work);
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await sleep(1 + Math.random() * 4);
  }
}

/** Tries a few times at once: locks are held for microseconds. */
function spin<T>(work: () => T): T {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || tries === SPINS) throw error;
    }
  }
}

/** Of two processes that create the file at once, SQLite refuses one the switch without letting it wait. */
function useWriteAheadLog(connection: BetterSqlite3.Database): void {
  const deadline = performance.now() + OPEN_TIMEOUT_MS;
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
  }
}

function migrateCounters(connection: BetterSqlite3.Database): string[] {
  const migrate = connection.transaction(() => {
    const version = connection.pragma('user_version', { simple: true }) as number;
    if (version > COUNTER_SCRIPTS.length) {
      throw new Error(
        `the usage counters are newer than this program: version ${version} of ${COUNTER_SCRIPTS.length}`,
      );
    }
    const missing = COUNTER_SCRIPTS.slice(version);
    for (const script of missing) connection.exec(script);
    connection.pragma(`user_version = ${COUNTER_SCRIPTS.length}`);
    return missing.map((_, i) => `usage_${version + i + 1}`);
  });
  return migrate.immediate();
}
