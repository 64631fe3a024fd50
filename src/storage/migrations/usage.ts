/** Requests of a subject in the UTC minute and the UTC day it was last seen in, both counted since 1970. */
export const COUNTER_COLUMNS = `
  subject TEXT PRIMARY KEY,
  minute INTEGER NOT NULL,
  minute_count INTEGER NOT NULL,
  day INTEGER NOT NULL,
  day_count INTEGER NOT NULL`;

/** Days that requests and predictions of accounts are kept for: those that the console shows, and some for a clock set wrong. */
export const KEPT_DAYS = 40;

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
  // Days that are over, written by the first request of the next: no other has a statement more.
  `CREATE TABLE account_day (
     subject TEXT NOT NULL,
     day INTEGER NOT NULL,
     requests INTEGER NOT NULL,
     PRIMARY KEY (subject, day)
   ) WITHOUT ROWID;
   CREATE TRIGGER account_day_over AFTER UPDATE OF day ON account_usage WHEN NEW.day > OLD.day BEGIN
     INSERT INTO account_day VALUES (OLD.subject, OLD.day, OLD.day_count)
       ON CONFLICT (subject, day) DO UPDATE SET requests = max(requests, excluded.requests);
     DELETE FROM account_day WHERE subject = OLD.subject AND day < NEW.day - ${KEPT_DAYS};
   END;`,
];
