import type { RequestLimits } from '../database';
import { SqlCalendars } from '../sql/calendars';
import { SqlExports } from '../sql/exports';
import { SqlFeeds } from '../sql/feeds';
import { SqlRecords } from '../sql/records';
import { SqlSavedScans } from '../sql/savedScans';
import { webhooksIn } from '../sql/webhooks';
import type { Storage } from '../storage';
import { PostgresAccounts } from './accounts';
import { openPostgres } from './database';
import { PostgresPredictionCharges } from './predictionCharges';
import { PostgresPresence } from './presence';
import { PostgresPrices } from './prices';
import { ProcessLocks } from './processLocks';
import { PostgresAccountCounter, PostgresRequestCounter } from './requestCounter';
import { PostgresSessions } from './sessions';
import { PostgresWork } from './work';

/**
 * The ports over one PostgreSQL database.
 *
 * @param url as `openPostgres` takes it
 * @param limits of the requests that wait for what is asked; null = none do
 * @throws UnusableDatabaseError naming the database and what to do
 */
export async function openPostgresStorage(url: string, limits: RequestLimits | null): Promise<Storage> {
  const database = await openPostgres(url, limits);
  const rooms = database;
  const locks = new ProcessLocks(url);
  return {
    prices: new PostgresPrices(database, rooms),
    accounts: new PostgresAccounts(database),
    sessions: new PostgresSessions(database),
    savedScans: new SqlSavedScans(rooms),
    calendars: new SqlCalendars(rooms),
    counters: {
      accounts: new PostgresAccountCounter(database),
      addresses: new PostgresRequestCounter(database, 'address'),
      providers: new PostgresRequestCounter(database, 'provider'),
      predictions: new PostgresPredictionCharges(database),
    },
    records: new SqlRecords(rooms),
    feeds: new SqlFeeds(rooms),
    webhooks: webhooksIn(rooms),
    exports: new SqlExports(rooms),
    work: new PostgresWork(database, locks),
    presence: new PostgresPresence(locks),
    url,
    away: () => database.requests.away,
    async close() {
      await locks.close();
      await database.close();
    },
  };
}
