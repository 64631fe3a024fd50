import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import pLimit, { type Limit } from 'p-limit';
import { installQueues } from '../queue/postgresInstall';
import { type Database, type Query, type RequestLimits, shownUrl } from './database';
import { DatabaseUnavailableError, UnusableDatabaseError } from './errors';
import { isCheckedTable, TABLES } from './movedTables';
import { type ConnectionLimits, Connections, preparedQuery } from './postgresConnections';
import { inLockedTransaction, knexOver } from './postgresKnex';
import { Revisions } from './postgresRevisions';
import { migratePostgres } from './postgresSchema';

/** A PostgreSQL database. */
export interface PostgresDatabase extends Database {
  readonly url: string;
  /** Query builder for work without a deadline: imports, jobs, commands. */
  readonly knex: Knex;
}

/** The two connection pools of a process. */
interface Settings {
  /** For statements that a request waits for; their time limits are short. */
  readonly requests: ConnectionLimits;
  readonly work: ConnectionLimits;
  /** The longest wait of a write for a lock, milliseconds; null = no limit. */
  readonly lockMs: number | null;
}

const WORK: ConnectionLimits = { most: 5, waitMs: 10_000, statementMs: 300_000 };
/** For commands and threads, which no request waits for. */
const WITHOUT_REQUESTS: Settings = { requests: { ...WORK, most: 4 }, work: WORK, lockMs: null };

/** For a service: the waits for a connection and for the answer may each take about half of `waitMs`. */
export function serviceSettings({ connections, waitMs }: RequestLimits): Settings {
  const requests = { most: connections, waitMs: Math.round(0.45 * waitMs), statementMs: Math.round(0.5 * waitMs) };
  return { requests, work: WORK, lockMs: requests.statementMs };
}

/**
 * Opens and migrates a database.
 *
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters of libpq that the driver knows
 * @param limits of requests; null for commands and threads
 * @throws UnusableDatabaseError naming the database and what to do; the database is then unchanged
 */
export async function openPostgres(url: string, limits: RequestLimits | null = null): Promise<PostgresDatabase> {
  const settings = limits === null ? WITHOUT_REQUESTS : serviceSettings(limits);
  const requests = new Connections(url, settings.requests);
  const work = new Connections(url, settings.work);
  const knex = knexOver(work);
  try {
    const migrated = await migratePostgres(knex);
    if (limits !== null) await requireReadable(knex);
    await installQueues(knex, url);
    const revisions = new Revisions(url, requests, work);
    await revisions.refresh();
    return databaseOver({ url, knex, requests, work, revisions, migrated, lockMs: settings.lockMs });
  } catch (error) {
    await Promise.all([requests.close(), work.close()]);
    throw new UnusableDatabaseError(`cannot open the database ${shownUrl(url)}: ${reasonOf(error)}`, { cause: error });
  }
}

interface Opened extends Pick<PostgresDatabase, 'url' | 'knex' | 'migrated'> {
  readonly requests: Connections;
  /** The connections of `knex`. */
  readonly work: Connections;
  readonly revisions: Revisions;
  readonly lockMs: Settings['lockMs'];
}

function databaseOver({ url, knex, work, requests, revisions, migrated, lockMs }: Opened): PostgresDatabase {
  const query = preparedQuery(requests);
  // Requests wait for counters, so counters use the pool with the short time limits.
  const countingKnex = knexOver(requests);
  const subjects = new SubjectLimits();
  return {
    dialect: 'postgres',
    url,
    migrated,
    knex,
    query,
    async change(areas, change) {
      const all = [areas].flat();
      // Prices wait as long as it takes: an undo or the sandbox of another process may hold their lock for minutes.
      const limit = all.includes('prices') ? null : lockMs;
      const result = await inLockedTransaction(knex, all, (trx) => change(trx, queryIn(trx)), limit);
      if (all.some((area) => area in revisions.values)) await revisions.caughtUp();
      return result;
    },
    async snapshot(work) {
      const result = await knex.transaction((trx) => work(queryIn(trx)), SNAPSHOT);
      // `revision` must not be older than the snapshot; its notification may still be under way.
      await revisions.caughtUp();
      return result;
    },
    revision: (area) => revisions.of(area),
    async recordStamp(queryLedger) {
      const [{ stamp }] = await queryLedger<{ stamp: string }>(STAMP);
      return stamp;
    },
    counters: {
      query,
      ofSubject: (subject, ...statement) => subjects.run(subject, () => query(...statement)),
      change: (subject, change) =>
        subjects.run(subject, () =>
          inLockedTransaction(countingKnex, [`counters of ${subject}`], (trx) => change(queryIn(trx))),
        ),
    },
    clockAhead: () => revisions.clockAhead,
    unavailable: () =>
      requests.unavailable ?? (work.isDiskFull ? 'disk_full' : null) ?? (revisions.isNewer ? 'database_newer' : null),
    waits: () => [
      { pool: 'requests', ...requests.waits },
      { pool: 'work', ...work.waits },
    ],
    damaged: () => [],
    async close() {
      await revisions.close();
      await Promise.all([requests.close(), work.close()]);
    },
  };
}

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/**
 * Differs after any change of a record: a rewritten row has another transaction id (xmin) and position (ctid). Cards are not
 * included: they are verified on every read.
 */
const STAMP = `SELECT md5(coalesce(string_agg(seq || ' ' || xmin || ' ' || ctid, ',' ORDER BY seq), '')) AS stamp
  FROM ledger_record`;

/** Queries on the connection of a transaction. */
function queryIn(trx: Knex): Query {
  return async (sql, ...parameters) => (await trx.raw(sql, parameters as Knex.Value[])).rows;
}

/** Concurrent statements of one subject: one that runs and one that waits for it. */
const PER_SUBJECT = 2;
/** How long a statement may wait for other statements of its subject, milliseconds. */
const SUBJECT_WAIT_MS = 2_000;
/** Subjects whose limit is kept. A subject that is evicted may have twice as many statements at once. */
const SUBJECTS_KEPT = 10_000;

/**
 * Limits the connections of one subject. Its counting statements wait for the same row or lock, and hold a connection while
 * they wait: 500 simultaneous requests of one account left none for other accounts (measured: those got 503). Quotas and
 * `AccountConcurrency` do not prevent this: a request is counted before them, and the subject `demo` has many clients.
 */
class SubjectLimits {
  private readonly limits = new LRUCache<string, Limit>({ max: SUBJECTS_KEPT });

  /** @throws DatabaseUnavailableError when other statements of the subject take too long */
  run<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const limit = this.limits.get(subject) ?? pLimit(PER_SUBJECT);
    this.limits.set(subject, limit);
    const since = performance.now();
    return limit(() => {
      const waited = performance.now() - since;
      if (waited <= SUBJECT_WAIT_MS) return work();
      throw new DatabaseUnavailableError('database_slow', 'earlier statements of the same subject took too long');
    });
  }
}

/** The reason on one line, with a remedy where one is known. */
function reasonOf(error: unknown): string {
  if (error instanceof UnusableDatabaseError) return error.message;
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  const reason = (error as Error).message.replace(/\s+/g, ' ');
  const remedy = REMEDIES[String(code)] ?? (error instanceof DatabaseUnavailableError ? CHECK_SERVER : null);
  return remedy === null ? reason : `${reason}; ${remedy}`;
}

const CHECK_SERVER = 'check that a PostgreSQL server listens there, and that DATABASE_URL is right';
const CHECK_USER = 'check the user and password in DATABASE_URL';

/** By the error code of the server. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28000': CHECK_USER,
  '28P01': CHECK_USER,
  '3D000': 'create it with createdb, or name another in DATABASE_URL',
  '42501': 'the user in DATABASE_URL needs the rights of the owner of these tables',
  '53300': 'close other connections, or raise max_connections of the server',
};

const CHECKED = TABLES.filter(({ name, counters }) => isCheckedTable(name) && !counters).map(({ name }) => name);

/** Reads every row of the small tables, in one statement. @throws UnusableDatabaseError naming those that cannot be read */
async function requireReadable(knex: Knex): Promise<void> {
  if (await areReadable(knex, CHECKED)) return;
  const damaged: string[] = [];
  for (const table of CHECKED) if (!(await areReadable(knex, [table]))) damaged.push(table);
  throw new UnusableDatabaseError(
    `it is damaged, in the tables: ${damaged.join(', ')}; stop the service and restore a backup (seeds/guides/operating.md, "Backup")`,
  );
}

async function areReadable(knex: Knex, tables: readonly string[]): Promise<boolean> {
  try {
    // Counting whole rows reads the table, where count(*) may read an index only.
    await knex.raw(tables.map((table) => `SELECT count(${table}) FROM ${table}`).join(' UNION ALL '));
    return true;
  } catch (error) {
    if (error instanceof DatabaseUnavailableError && error.reason === 'database_damaged') return false;
    throw error;
  }
}
