/** Requests of a subject in the UTC minute and the UTC day it was last seen in, both counted since 1970. */
export const COUNTER_COLUMNS = `
  subject TEXT PRIMARY KEY,
  minute INTEGER NOT NULL,
  minute_count INTEGER NOT NULL,
  day INTEGER NOT NULL,
  day_count INTEGER NOT NULL`;

/**
 * Schema of the usage database, one script a version. Append-only.
 *
 * Accounts and addresses are apart because addresses are anybody's to invent: theirs is cleaned and bounded. A row of
 * ml_charge is a prediction that was delivered (holder '') or that a request under way has reserved until it expires.
 */
export const USAGE_MIGRATIONS: readonly string[] = [
  `CREATE TABLE account_usage (${COUNTER_COLUMNS}) WITHOUT ROWID;
   CREATE TABLE address_usage (${COUNTER_COLUMNS}) WITHOUT ROWID;
   CREATE TABLE ml_charge (
     subject TEXT NOT NULL,
     day INTEGER NOT NULL,
     item TEXT NOT NULL,
     holder TEXT NOT NULL,
     expires_at INTEGER,
     PRIMARY KEY (subject, day, item, holder)
   ) WITHOUT ROWID;`,
  // Requests that this program makes of providers of prices.
  `CREATE TABLE provider_usage (${COUNTER_COLUMNS}) WITHOUT ROWID;`,
];
