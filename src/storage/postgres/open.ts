import type { Storage } from '../ports';
import { SqlFeeds } from '../sql/feeds';
import { SqlRecords } from '../sql/records';
import { PostgresAccounts } from './accounts';
import { openPostgres, POSTGRES_DEFAULTS, type PostgresSettings } from './database';
import { PostgresPredictionCharges } from './predictionCharges';
import { PostgresPrices } from './prices';
import { PostgresRequestCounter } from './requestCounter';
import { roomsOf } from './rooms';

/** Of what no request waits for: commands, and threads that work. */
const PATIENT: PostgresSettings = { ...POSTGRES_DEFAULTS, requests: { ...POSTGRES_DEFAULTS.work, most: 4 } };

/**
 * The ports over one PostgreSQL database.
 *
 * @param url as `openPostgres` takes it
 * @param use whether requests wait for what is asked, which is then answered soon or not at all
 * @throws UnusableDatabaseError naming the database and what to do
 */
export async function openPostgresStorage(url: string, use: 'requests' | 'work'): Promise<Storage> {
  const database = await openPostgres(url, use === 'requests' ? POSTGRES_DEFAULTS : PATIENT);
  const rooms = roomsOf(database);
  return {
    prices: new PostgresPrices(database, rooms),
    accounts: new PostgresAccounts(database),
    counters: {
      accounts: new PostgresRequestCounter(database, 'account'),
      addresses: new PostgresRequestCounter(database, 'address'),
      providers: new PostgresRequestCounter(database, 'provider'),
      predictions: new PostgresPredictionCharges(database),
    },
    records: new SqlRecords(rooms),
    feeds: new SqlFeeds(rooms),
    url,
    async close() {
      await rooms.revisions.close();
      await database.close();
    },
  };
}
