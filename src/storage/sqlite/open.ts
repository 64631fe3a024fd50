import { SqlCalendars } from '../sql/calendars';
import { SqlExports } from '../sql/exports';
import { SqlFeeds } from '../sql/feeds';
import { SqlRecords } from '../sql/records';
import { SqlSavedScans } from '../sql/savedScans';
import { webhooksIn } from '../sql/webhooks';
import type { Storage } from '../storage';
import { SqliteAccounts } from './accounts';
import { openDatabase } from './database';
import { MACHINE_PRESENCE, OWN_WORK } from './oneMachine';
import { SqlitePredictionCharges } from './predictionCharges';
import { SqlitePrices } from './prices';
import { SqliteAccountCounter, SqliteRequestCounter } from './requestCounter';
import { SqliteSessions } from './sessions';

/**
 * The ports over one SQLite database, with its counters in a second file.
 *
 * @param path absolute, or `:memory:`
 * @throws Error when a file cannot be opened, or a newer program wrote it
 */
export async function openSqlite(path: string): Promise<Storage> {
  const database = await openDatabase(path);
  const { usage } = database;
  return {
    prices: new SqlitePrices(database),
    accounts: new SqliteAccounts(database),
    sessions: new SqliteSessions(database),
    savedScans: new SqlSavedScans(database),
    calendars: new SqlCalendars(database),
    counters: {
      accounts: new SqliteAccountCounter(usage),
      addresses: new SqliteRequestCounter(usage, 'address_usage'),
      providers: new SqliteRequestCounter(usage, 'provider_usage'),
      predictions: new SqlitePredictionCharges(usage),
    },
    records: new SqlRecords(database),
    feeds: new SqlFeeds(database),
    webhooks: webhooksIn(database),
    exports: new SqlExports(database),
    work: OWN_WORK,
    presence: MACHINE_PRESENCE,
    url: database.file,
    away: () => null,
    close: () => database.close(),
  };
}
