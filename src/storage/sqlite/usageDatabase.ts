import type BetterSqlite3 from 'better-sqlite3';

/** TODO(house 3): names of before. */
export interface UsageDatabase {
  readonly connection: BetterSqlite3.Database;
}
export { usageFileOf, whenFree } from '../sqliteCounters';

import { openCounters } from '../sqliteCounters';
export const openUsageDatabase = openCounters;
export const closeUsageDatabase = ({ connection }: UsageDatabase) => void connection.close();
