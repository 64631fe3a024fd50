import type { Knex } from 'knex';

/** Days that requests and predictions of accounts are kept for: those that the console shows, and some for a clock set wrong. */
export const KEPT_DAYS = 40;

/** Requests of a subject in the UTC minute and the UTC day it was last seen in, both counted since 1970. */
const WINDOWS = `
  subject TEXT PRIMARY KEY,
  minute INTEGER NOT NULL,
  minute_count INTEGER NOT NULL,
  day INTEGER NOT NULL,
  day_count INTEGER NOT NULL`;

/** A prediction that was delivered (holder ''), or that a request under way has reserved until it expires. */
const CHARGES = `
  subject TEXT NOT NULL,
  day INTEGER NOT NULL,
  item TEXT NOT NULL,
  holder TEXT NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (subject, day, item, holder)`;

/** Requests of days that are over. */
const DAYS = 'subject TEXT NOT NULL, day INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (subject, day)';

/** The counters in a PostgreSQL database. Half of a page is left for the next versions of rows that change all the time. */
export async function createCounters(knex: Knex): Promise<void> {
  for (const table of ['account_usage', 'address_usage', 'provider_usage'])
    await knex.raw(`CREATE TABLE ${table} (${WINDOWS}) WITH (fillfactor = 50)`);
  await knex.raw(`CREATE TABLE ml_charge (${CHARGES})`);
  await knex.raw(`CREATE TABLE account_day (${DAYS})`);
}

/**
 * SQLite's second file, one script a version. Append-only. Accounts and addresses are apart because addresses are anybody's
 * to invent: theirs is cleaned and bounded.
 */
export const COUNTER_SCRIPTS: readonly string[] = [
  `CREATE TABLE account_usage (${WINDOWS}) WITHOUT ROWID;
   CREATE TABLE address_usage (${WINDOWS}) WITHOUT ROWID;
   CREATE TABLE ml_charge (${CHARGES}) WITHOUT ROWID;`,
  // Requests that this program makes of providers of prices.
  `CREATE TABLE provider_usage (${WINDOWS}) WITHOUT ROWID;`,
  // Days that are over, written by the first request of the next: no other has a statement more.
  `CREATE TABLE account_day (${DAYS}) WITHOUT ROWID;
   CREATE TRIGGER account_day_over AFTER UPDATE OF day ON account_usage WHEN NEW.day > OLD.day BEGIN
     INSERT INTO account_day VALUES (OLD.subject, OLD.day, OLD.day_count)
       ON CONFLICT (subject, day) DO UPDATE SET requests = max(requests, excluded.requests);
     DELETE FROM account_day WHERE subject = OLD.subject AND day < NEW.day - ${KEPT_DAYS};
   END;`,
];
