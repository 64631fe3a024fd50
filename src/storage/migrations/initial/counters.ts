import type { Knex } from 'knex';

/** Days for which request and prediction counts are kept: those the console shows, plus some for a wrong clock. */
export const KEPT_DAYS = 40;

/** Requests of a subject in the UTC minute and the UTC day in which it was last seen, both numbered from 1970. */
const WINDOWS = `
  subject TEXT PRIMARY KEY,
  minute INTEGER NOT NULL,
  minute_count INTEGER NOT NULL,
  day INTEGER NOT NULL,
  day_count INTEGER NOT NULL`;

/** A prediction that was delivered (holder ''), or that a request under way has reserved until `expires_at`. */
const CHARGES = `
  subject TEXT NOT NULL,
  day INTEGER NOT NULL,
  item TEXT NOT NULL,
  holder TEXT NOT NULL,
  expires_at BIGINT,
  PRIMARY KEY (subject, day, item, holder)`;

/** Requests on past days. */
const DAYS = 'subject TEXT NOT NULL, day INTEGER NOT NULL, requests INTEGER NOT NULL, PRIMARY KEY (subject, day)';

/** The counters in PostgreSQL. Half of each page stays free for new row versions: these rows change on every request. */
export async function createCounters(knex: Knex): Promise<void> {
  for (const table of ['account_usage', 'address_usage', 'provider_usage'])
    await knex.raw(`CREATE TABLE ${table} (${WINDOWS}) WITH (fillfactor = 50)`);
  await knex.raw(`CREATE TABLE ml_charge (${CHARGES})`);
  await knex.raw(`CREATE TABLE account_day (${DAYS})`);
}

/**
 * The counters in SQLite's second file: one script per version, append-only. Addresses have a table of their own, since its
 * size is bounded: anybody can invent addresses.
 */
export const COUNTER_SCRIPTS: readonly string[] = [
  `CREATE TABLE account_usage (${WINDOWS}) WITHOUT ROWID;
   CREATE TABLE address_usage (${WINDOWS}) WITHOUT ROWID;
   CREATE TABLE ml_charge (${CHARGES}) WITHOUT ROWID;`,
  // Requests that this program sends to price providers.
  `CREATE TABLE provider_usage (${WINDOWS}) WITHOUT ROWID;`,
  // The first request of a day stores the count of the previous day; other requests need no further statement.
  `CREATE TABLE account_day (${DAYS}) WITHOUT ROWID;
   CREATE TRIGGER account_day_over AFTER UPDATE OF day ON account_usage WHEN NEW.day > OLD.day BEGIN
     INSERT INTO account_day VALUES (OLD.subject, OLD.day, OLD.day_count)
       ON CONFLICT (subject, day) DO UPDATE SET requests = max(requests, excluded.requests);
     DELETE FROM account_day WHERE subject = OLD.subject AND day < NEW.day - ${KEPT_DAYS};
   END;`,
];
