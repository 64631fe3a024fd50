import type { Knex } from 'knex';
import { MIGRATIONS, type Migration } from './migrate';
import { createConsole } from './postgresConsole';
import { createMetering } from './postgresMetering';
import { tellRevisions } from './postgresRevisions';
import { refuseSuspended } from './postgresSuspension';
import { COUNTER_COLUMNS } from './usage';

/** What PostgreSQL keeps in tables and SQLite elsewhere: in its second file, beside the file, in rowids. Append-only. */
const OWN: readonly Migration[] = [
  { name: 'postgres_0001_usage', up: createUsage },
  { name: 'postgres_0002_key_secret', up: createKeySecret },
  { name: 'postgres_0003_key_order', up: orderKeys },
  { name: 'postgres_0004_metering', up: createMetering },
  { name: 'postgres_0005_told_revisions', up: tellRevisions },
  { name: 'postgres_0006_console', up: createConsole },
  { name: 'postgres_0007_suspension', up: refuseSuspended },
];

/** Every migration of a PostgreSQL database, in its order. */
export const POSTGRES_MIGRATIONS: readonly Migration[] = [...MIGRATIONS, ...OWN];

/** As the usage database of SQLite (migrations/usage.ts). Half of a page is left for the next versions of its rows. */
async function createUsage(knex: Knex): Promise<void> {
  for (const table of ['account_usage', 'address_usage', 'provider_usage']) {
    await knex.raw(`CREATE TABLE ${table} (${COUNTER_COLUMNS}) WITH (fillfactor = 50)`);
  }
  await knex.raw(`CREATE TABLE ml_charge (
    subject TEXT NOT NULL,
    day INTEGER NOT NULL,
    item TEXT NOT NULL,
    holder TEXT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (subject, day, item, holder)
  )`);
}

/** The secret that keys are hashed with where KEY_SECRET is not set: one row. */
async function createKeySecret(knex: Knex): Promise<void> {
  await knex.raw('CREATE TABLE key_secret (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL)');
}

/** Keys of one millisecond come as they were made: ids are random. */
async function orderKeys(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE api_key ADD COLUMN made BIGSERIAL');
}
