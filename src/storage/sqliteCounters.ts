import BetterSqlite3 from 'better-sqlite3';
import pLimit from 'p-limit';
import { type CounterDatabase, type FullDisk, IN_MEMORY, type Query, type SqlValue } from './database';
import { COUNTER_SCRIPTS } from './migrations/initial/records';
import { createForOwner, isBusy, retryWhileBusy, statementsOf } from './sqliteReader';

const OPEN_TIMEOUT_MS = 5_000;
const WRITE_TIMEOUT_MS = 2_000;
/** Immediate attempts. Another process holds the lock for about 20 microseconds, and a failed attempt takes 3. */
const ATTEMPTS = 20;
/** Rows are short, so small pages make small commits. */
const PAGE_SIZE = 1024;
/** About one checkpoint in 4,000 requests: it waits some milliseconds for the disk. */
const CHECKPOINT_PAGES = 4_000;

/** The file of a database's counters. The name matches the patterns in .gitignore. */
export function usageFileOf(databaseFile: string): string {
  return `${databaseFile}-usage`;
}

/**
 * Opens the counters of requests and predictions, a separate SQLite file beside the database, since they are written on every
 * request. In the same file every count would empty the page cache of all readers of prices and keys (measured: a key look-up
 * went from 6 to over 100 microseconds), and during an import every request would wait for its lock.
 *
 * @param databaseFile null = in memory
 * @param disk watches the writes
 * @throws Error that names the file and a remedy, when it cannot be opened or a newer program migrated it
 */
export async function openCounters(
  databaseFile: string | null,
  disk: FullDisk,
): Promise<CounterDatabase & { readonly migrated: readonly string[]; close(): void }> {
  const file = databaseFile === null ? IN_MEMORY : usageFileOf(databaseFile);
  let connection: BetterSqlite3.Database | undefined;
  try {
    if (databaseFile !== null) createForOwner(file);
    const opened = new BetterSqlite3(file, { timeout: OPEN_TIMEOUT_MS });
    connection = opened;
    connection.pragma(`page_size = ${PAGE_SIZE}`);
    // When two processes create the file at once, SQLite refuses one of them without waiting.
    await retryWhileBusy(() => opened.pragma('journal_mode = WAL'), performance.now() + OPEN_TIMEOUT_MS);
    connection.pragma('synchronous = NORMAL');
    connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    const migrated = migrateCounters(connection);
    // SQLite's own wait blocks the event loop: from now on `retryWhileBusy` waits instead.
    connection.pragma('busy_timeout = 0');
    return { ...countersOver(opened, disk), migrated };
  } catch (error) {
    connection?.close();
    const { code, message } = error as { code?: unknown; message: string };
    const remedy = DAMAGED.has(code) ? `. ${damageRemedy(file)}` : '';
    throw new Error(`cannot open the counters ${file}: ${message}${remedy}`, { cause: error });
  }
}

function countersOver(connection: BetterSqlite3.Database, disk: FullDisk): CounterDatabase & { close(): void } {
  const statementOf = statementsOf(connection);
  const run = (sql: string, parameters: readonly SqlValue[]): unknown[] => {
    const statement = statementOf(sql);
    if (statement.reader) return statement.all(...parameters);
    statement.run(...parameters);
    return [];
  };
  const queryInTransaction: Query = async (sql, ...parameters) => run(sql, parameters) as never[];
  // A statement of its own must not join the transaction under way on this connection.
  const oneAtATime = pLimit(1);
  const inTurn = <T>(work: () => Promise<T>) => disk.watch(() => oneAtATime(work));
  const whenUnlocked = (work: () => unknown[]) => {
    const deadline = performance.now() + WRITE_TIMEOUT_MS;
    return inTurn(() => retryWhileBusy(() => tryRepeatedly(work), deadline));
  };
  const query: Query = async (sql, ...parameters) => (await whenUnlocked(() => run(sql, parameters))) as never[];
  return {
    query,
    ofSubject: (_subject, ...statement) => query(...statement),
    change: (_subject, work) => inTurn(() => inTransaction(connection, () => work(queryInTransaction))),
    close: () => void connection.close(),
  };
}

async function inTransaction<T>(connection: BetterSqlite3.Database, work: () => Promise<T>): Promise<T> {
  const begin = () => tryRepeatedly(() => connection.exec('BEGIN IMMEDIATE'));
  await retryWhileBusy(begin, performance.now() + WRITE_TIMEOUT_MS);
  try {
    const result = await work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Error codes of a file that is not a database, and of damaged pages. */
const DAMAGED: ReadonlySet<unknown> = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

const damageRemedy = (file: string) =>
  `It contains only counts of requests and predictions; keys and prices are in another file. Restore a backup of it, or ` +
  `move ${file} away together with ${file}-wal and ${file}-shm: the next start creates it again, and the counts of the ` +
  `day restart at 0`;

/** Tries a few times without waiting, since locks are held for microseconds. */
function tryRepeatedly<T>(work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
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
