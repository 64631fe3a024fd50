import type { Queue } from '../queue/queue';
import { SqliteQueue } from '../queue/sqliteQueue';
import { AccountStore } from './accounts';
import { CalendarStore } from './calendars';
import { AccountCounter, RequestCounter } from './counters';
import type { Database, RequestLimits } from './database';
import { EvidenceStore } from './evidence';
import { ExportStore } from './exports';
import { FeedStore } from './feeds';
import { RecordStore } from './ledger';
import { ModelStore } from './models';
import { NullStore } from './nulls';
import { PredictionCharges } from './predictionCharges';
import { PriceStore } from './prices';
import { ReplayStore } from './replays';
import { SavedScanStore } from './savedScans';
import { SessionStore } from './sessions';
import { openSqlite } from './sqlite';
import type { Storage } from './storage';
import { databasePath, isPostgresUrl, shownUrl } from './url';
import { DeliveryStore } from './webhookDeliveries';
import { EndpointStore } from './webhookEndpoints';
import { EventStore } from './webhookEvents';

/**
 * Opens what `DATABASE_URL` names, making and migrating it where needed.
 *
 * @param url as `Config.databaseUrl`; relative paths begin in the working folder
 * @param limits of the requests that wait for what is asked, which is then answered soon or not at all; null = commands,
 *   jobs and threads, which can wait
 * @throws UnusableDatabaseError naming a PostgreSQL database and what to do; DamagedDataError; Error when the URL has another
 *   form, the database cannot be opened, or a newer program wrote it
 */
export async function openStorage(url: string, limits: RequestLimits | null = null): Promise<Storage> {
  if (isPostgresUrl(url)) return openPostgresStorage(url, limits);
  const database = await openSqlite(pathIn(url));
  const queue = new SqliteQueue(database);
  return {
    ...storageOver(database, queue),
    async close() {
      await queue.stop();
      await database.close();
    },
  };
}

async function openPostgresStorage(url: string, limits: RequestLimits | null): Promise<Storage> {
  // Loaded where it is asked for: who has SQLite waits for none of it. `import()` would need a loader of sources of its own
  // in threads.
  const { openPostgres }: typeof import('./postgres') = require('./postgres');
  const { PostgresQueue }: typeof import('../queue/postgresQueue') = require('../queue/postgresQueue');
  const database = await openPostgres(url, limits);
  const queue = new PostgresQueue(database, limits !== null);
  return {
    ...storageOver(database, queue),
    async close() {
      await queue.stop();
      await database.close();
    },
  };
}

/** As `openStorage`, without the tables: for commands that work on the database as a whole. */
export async function openDatabase(url: string): Promise<Database> {
  if (!isPostgresUrl(url)) return openSqlite(pathIn(url));
  const { openPostgres }: typeof import('./postgres') = require('./postgres');
  return openPostgres(url);
}

function pathIn(url: string): string {
  const path = databasePath(url, process.cwd());
  if (path !== null) return path;
  throw new Error(`DATABASE_URL must be a path, a sqlite: or a postgres: URL, got '${shownUrl(url)}'`);
}

function storageOver(database: Database, queue: Queue): Omit<Storage, 'close'> {
  return {
    prices: new PriceStore(database),
    accounts: new AccountStore(database),
    sessions: new SessionStore(database),
    savedScans: new SavedScanStore(database, queue),
    calendars: new CalendarStore(database),
    counters: {
      accounts: new AccountCounter(database),
      addresses: new RequestCounter(database, 'address_usage'),
      providers: new RequestCounter(database, 'provider_usage'),
      predictions: new PredictionCharges(database),
    },
    records: new RecordStore(database, queue),
    models: new ModelStore(database),
    nulls: new NullStore(database),
    evidence: new EvidenceStore(database),
    replays: new ReplayStore(database),
    feeds: new FeedStore(database),
    webhooks: {
      events: new EventStore(database, queue),
      endpoints: new EndpointStore(database),
      deliveries: new DeliveryStore(database, queue),
    },
    exports: new ExportStore(database, queue),
    queue,
    url: database.url,
    away: () => database.away(),
  };
}

/**
 * Brings the schema of what `DATABASE_URL` names up to date, making the database of SQLite where there is none.
 *
 * @param url as `Config.databaseUrl`
 * @returns the names of the migrations that were missing
 * @throws Error when the database cannot be opened, or a newer program wrote it
 */
export async function migrateStorage(url: string): Promise<readonly string[]> {
  const database = await openDatabase(url);
  await database.close();
  return database.migrated;
}
