import type { Knex } from 'knex';
import { Client } from 'pg';
import { installQueues } from '../queue/postgresInstall';
import type { Database, Query, RequestLimits, WatchedArea } from './database';
import { DatabaseAwayError, UnusableDatabaseError } from './errors';
import { newerThan, TABLE } from './migrations/migrator';
import { type ConnectionLimits, Connections, type Statement } from './postgresConnections';
import { knexOver } from './postgresKnex';
import { preparedQuery } from './postgresReader';
import { migratePostgres } from './postgresSchema';
import { Subjects } from './postgresSubjects';
import { takeLock, underLock } from './postgresTransactions';
import { shownUrl } from './url';

/** A database of PostgreSQL, past what does not depend on the dialect. */
export interface PostgresDatabase extends Database {
  readonly url: string;
  /** Query builder for what may take its time: imports, jobs, commands. */
  readonly knex: Knex;
  /** The connections of `knex`. */
  readonly work: Connections;
}

/** Connections and patience of a process. */
interface Settings {
  /** What a request waits for: statements of one round trip, answered soon or not at all. */
  readonly requests: ConnectionLimits;
  readonly work: ConnectionLimits;
}

const WORK: ConnectionLimits = { most: 5, waitMs: 10_000, statementMs: 300_000 };
/** Of what no request waits for: commands, and threads that work. */
const PATIENT: Settings = { requests: { ...WORK, most: 4 }, work: WORK };
/** Of a service. A connection and an answer are each waited for about half of the time there is. */
export function servingWith({ connections, waitMs }: RequestLimits): Settings {
  const requests = { most: connections, waitMs: Math.round(0.45 * waitMs), statementMs: Math.round(0.5 * waitMs) };
  return { requests, work: WORK };
}

/**
 * Opens and migrates a database.
 *
 * @param url `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters of libpq that the driver knows
 * @param limits of the requests that wait for what is asked; null = none do
 * @throws UnusableDatabaseError naming the database and what to do: then nothing in it has been changed
 */
export async function openPostgres(url: string, limits: RequestLimits | null = null): Promise<PostgresDatabase> {
  const settings = limits === null ? PATIENT : servingWith(limits);
  const requests = new Connections(url, settings.requests);
  const work = new Connections(url, settings.work);
  const knex = knexOver(work);
  try {
    const migrated = await migratePostgres(knex);
    await installQueues(knex, url);
    const revisions = new Revisions(url, requests, work);
    await revisions.look();
    return databaseOver({ url, knex, requests, work, revisions, migrated });
  } catch (error) {
    await Promise.all([requests.close(), work.close()]);
    throw new UnusableDatabaseError(`cannot open the database ${shownUrl(url)}: ${reasonOf(error)}`, { cause: error });
  }
}

interface Opened extends Pick<PostgresDatabase, 'url' | 'knex' | 'work' | 'migrated'> {
  readonly requests: Connections;
  readonly revisions: Revisions;
}

function databaseOver({ url, knex, work, requests, revisions, migrated }: Opened): PostgresDatabase {
  const query = preparedQuery(requests);
  // A request waits for it, no longer than for any other answer.
  const counting = knexOver(requests);
  const subjects = new Subjects();
  return {
    dialect: 'postgres',
    url,
    migrated,
    knex,
    work,
    query,
    read: knex,
    async change(areas, change) {
      const [first, ...others] = [areas].flat();
      const result = await underLock(knex, first, async (trx) => {
        for (const area of others) await takeLock(trx, area);
        return change(trx, queryIn(trx));
      });
      if ([first, ...others].some((area) => area in revisions.values)) await revisions.caughtUp();
      return result;
    },
    async snapshot(read) {
      const found = await knex.transaction((trx) => read(queryIn(trx)), SNAPSHOT);
      // What was found is no newer than the revision that is asked for alone: the notice of it may be on its way.
      await revisions.caughtUp();
      return found;
    },
    revision: (area) => revisions.of(area),
    async recordStamp(ask) {
      const [{ stamp }] = await ask<{ stamp: string }>(STAMP);
      return stamp;
    },
    counters: {
      query,
      ofSubject: (subject, ...statement) => subjects.run(subject, () => query(...statement)),
      change: (subject, change) =>
        subjects.run(subject, () => underLock(counting, `counters of ${subject}`, (trx) => change(queryIn(trx)))),
    },
    // A clock that was set, or stands still, is gone by as it is.
    countedAt: ({ now, ahead }) => (ahead === 0 ? Date.now() + revisions.clockAhead : now),
    away: () => requests.away ?? (revisions.isNewer ? 'database_newer' : null),
    async close() {
      await revisions.close();
      await Promise.all([requests.close(), work.close()]);
    },
  };
}

const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

/**
 * Differs when a record was changed in any way: a row that is written has another transaction, and lies elsewhere. The cards
 * are verified whenever they are read.
 */
const STAMP = `SELECT md5(coalesce(string_agg(seq || ' ' || xmin || ' ' || ctid, ',' ORDER BY seq), '')) AS stamp
  FROM ledger_record`;

/** A transaction's own: it takes no second connection while it holds one. */
function queryIn(trx: Knex): Query {
  return async (sql, ...parameters) => (await trx.raw(sql, parameters as Knex.Value[])).rows;
}

/** How often the database is looked at, whatever it tells. */
const POLL_MS = 1_000;
/** How long the connection that listens may take to come about. */
const CONNECT_MS = 5_000;
/** The channel of the triggers, for all schemas of a database. */
const CHANNEL = 'perennial';

const WATCHED: readonly WatchedArea[] = ['prices', 'feeds', 'models', 'nulls'];

const VALUES: Statement = {
  name: 'revisions',
  text: `SELECT ${WATCHED.map((area) => `max(value) FILTER (WHERE area = '${area}') AS ${area}`).join(', ')},
      current_schema()::text AS schema, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
    FROM revision`,
};

/** Apart from the revisions: a newer schema may have other ones. */
const MIGRATED: Statement = { name: 'migrations', text: `SELECT name FROM ${TABLE}` };

type Values = Record<WatchedArea, number> & { readonly schema: string; readonly now_ms: number };

/**
 * The revisions of a database, known without asking it: a connection of its own listens for what the triggers tell with
 * each transaction that moves one. What it does not hear, because it was cut off or stands behind a pooler, is found by a
 * look once a second. While the database is away they stay what they were.
 */
export class Revisions {
  /** Milliseconds by which the clock of the database was ahead of this machine's at the last look. */
  clockAhead = 0;
  values: Values = { prices: 0, models: 0, nulls: 0, feeds: 0, schema: '', now_ms: 0 };
  /** Whether a newer program has migrated the database since it was opened. */
  isNewer = false;
  private looking: Promise<void> | null = null;
  /** A look that begins once the one under way is done, for who came after its beginning. */
  private following: Promise<void> | null = null;
  private listener: Client | null = null;
  private connecting = false;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly requests: Connections,
    /** Asked the first time: a process that starts is in no hurry, and would end without an answer. */
    private readonly patient: Connections,
  ) {}

  async of(area: WatchedArea): Promise<number> {
    if (this.timer === null && !this.closed) await this.begin();
    return this.values[area];
  }

  /** Resolves once what was stored before is known, unless the database is away or nobody has asked for a revision yet. */
  async caughtUp(): Promise<void> {
    if (this.timer !== null) await this.look().catch(() => {});
  }

  /** Ends the connection; revisions asked for afterwards are those of before. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.listener?.end().catch(() => {});
    await this.looking?.catch(() => {});
  }

  /** @throws DatabaseAwayError */
  look(): Promise<void> {
    if (this.looking === null) {
      this.looking = this.ask().finally(() => {
        this.looking = null;
      });
      return this.looking;
    }
    this.following ??= this.looking
      .catch(() => {})
      .then(() => {
        this.following = null;
        return this.look();
      });
    return this.following;
  }

  private async begin(): Promise<void> {
    await this.look();
    if (this.timer !== null || this.closed) return;
    this.timer = setInterval(() => this.poll(), POLL_MS).unref();
    this.poll();
  }

  private poll(): void {
    if (this.listener === null && !this.connecting) void this.listen();
    void this.caughtUp();
    void this.lookAtMigrations().catch(() => {});
  }

  private async lookAtMigrations(): Promise<void> {
    const applied = await this.requests.ask<{ name: string }>(MIGRATED, []);
    this.isNewer = newerThan(applied.map(({ name }) => name)) !== null;
  }

  private async ask(): Promise<void> {
    const connections = this.timer === null ? this.patient : this.requests;
    const asked = Date.now();
    const [values] = await connections.ask<Values>(VALUES, []);
    this.values = values;
    this.clockAhead = Math.round(values.now_ms - (asked + Date.now()) / 2);
  }

  /** What cannot be connected to is tried again with the next poll. */
  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'perennial listening',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    const lost = () => {
      if (this.listener === client) this.listener = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      if (payload === this.values.schema) void this.caughtUp();
    });
    this.connecting = true;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.closed) await client.end();
      else this.listener = client;
      await this.caughtUp();
    } catch {
      await client.end().catch(() => {});
    } finally {
      this.connecting = false;
    }
  }
}

/** One line. */
function reasonOf(error: unknown): string {
  if (error instanceof UnusableDatabaseError) return error.message;
  const { code } = ((error as Error).cause ?? error) as { code?: unknown };
  const reason = (error as Error).message.replace(/\s+/g, ' ');
  const remedy = REMEDIES[String(code)] ?? (error instanceof DatabaseAwayError ? CHECK_SERVER : null);
  return remedy === null ? reason : `${reason}; ${remedy}`;
}

const CHECK_SERVER = 'check that a PostgreSQL server runs and listens there, and that DATABASE_URL names it';
const CHECK_USER = 'check user and password in DATABASE_URL';

/** By the code of the system or of the server. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28000': CHECK_USER,
  '28P01': CHECK_USER,
  '3D000': 'create it with createdb, or name another in DATABASE_URL',
  '42501': 'the user of DATABASE_URL needs the rights of the owner of these tables',
  '53300': 'stop what holds connections, or raise max_connections of the server',
};
