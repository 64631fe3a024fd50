import type { Knex } from 'knex';

/** The ledger of the daily pick, models, and other computed results. Contents are JSON. */
export async function createRecords(knex: Knex): Promise<void> {
  await createLedger(knex);
  await createModels(knex);
  await createComputed(knex);
}

/**
 * Append-only: triggers refuse everything but the next record of the hash chain. `body` is the RFC 8785 text that is hashed.
 * The card of a pick is stored separately; its record contains its hash.
 */
async function createLedger(knex: Knex): Promise<void> {
  await knex.raw(`CREATE TABLE ledger_record (
    seq INTEGER PRIMARY KEY,
    -- One record a session, one outcome a pick.
    unique_key TEXT NOT NULL UNIQUE,
    prev_hash TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
  )`);
  await knex.raw(`CREATE TABLE ledger_card (
    seq INTEGER PRIMARY KEY REFERENCES ledger_record (seq),
    card TEXT NOT NULL
  )`);
}

async function createModels(knex: Knex): Promise<void> {
  await knex.schema.createTable('model', (table) => {
    table.string('version').primary();
    table.string('data_version').notNullable();
    // Training used prices up to this day; null = all stored prices.
    table.integer('prices_through');
    table.string('code_version').notNullable();
    table.boolean('simulated').notNullable();
    table.integer('trained_through').notNullable();
    table.bigInteger('created_at').notNullable();
    table.text('content').notNullable();
  });
  // The last trial of the model's inputs: one on real and one on simulated prices.
  await knex.schema.createTable('input_trial', (table) => {
    table.boolean('simulated').primary();
    table.integer('prices_through').notNullable();
    table.text('content').notNullable();
  });
}

async function createComputed(knex: Knex): Promise<void> {
  // Null distributions of searches (METHOD 9), by everything they depend on.
  await knex.schema.createTable('null_distribution', (table) => {
    table.string('key').primary();
    table.string('data_version').notNullable().index();
    table.binary('content').notNullable();
    table.bigInteger('created_at').notNullable();
  });
  // Results published by `evidence forward --publish`, in the order of publication.
  await knex.schema.createTable('forward_evidence', (table) => {
    table.increments('id');
    table.boolean('simulated').notNullable();
    table.integer('prices_through').notNullable();
    table.bigInteger('published_at').notNullable();
    table.text('content').notNullable();
  });
  // Choices of the sandbox's replay of the daily pick, by session (YYYY-MM-DD); `card` is null without a pick. `rules`
  // identifies everything a choice depends on besides its session. Not part of the ledger.
  await knex.schema.createTable('replayed_session', (table) => {
    table.string('rules').notNullable();
    table.string('session').notNullable();
    table.text('choice').notNullable();
    table.text('card');
    table.primary(['rules', 'session']);
  });
}

/** Background jobs on SQLite (src/queue/sqliteQueue.ts). On PostgreSQL pg-boss has its own tables. */
export async function createJobs(knex: Knex): Promise<void> {
  if (isPostgres(knex)) return;
  await knex.schema.createTable('job', (table) => {
    table.increments('id');
    table.string('queue').notNullable();
    table.string('key').notNullable();
    table.integer('account');
    // JSON.
    table.text('payload').notNullable();
    // 'waiting', 'active', 'done', 'failed' or 'cancelled'.
    table.string('state').notNullable();
    // The highest starts first.
    table.integer('priority').notNullable();
    // By the clock of the machine, as is lease_until.
    table.bigInteger('run_at').notNullable();
    table.integer('attempts').notNullable();
    table.string('lease_owner');
    table.bigInteger('lease_until');
    table.text('error');
    // A second job of the same occurrence is not written.
    table.string('occurrence').unique();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('finished_at');
    table.index(['queue', 'state', 'priority']);
    table.index(['state', 'run_at']);
  });
  await knex.raw("CREATE UNIQUE INDEX job_waiting ON job (queue, key) WHERE state = 'waiting'");
}

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

/** Whether a migration runs on PostgreSQL; otherwise it runs on SQLite. */
export function isPostgres(knex: Knex): boolean {
  return knex.client.dialect === 'postgresql';
}

/**
 * On PostgreSQL, changes all text columns to unlimited length and order by bytes, as on SQLite, whatever the locale of the
 * database. Call it before triggers are created on the columns: PostgreSQL does not change the type of such a column.
 */
export async function storePlainText(trx: Knex): Promise<void> {
  if (!isPostgres(trx)) return;
  const { rows } = await trx.raw(
    `SELECT c.relname AS "table", array_agg(a.attname::text) AS columns
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema())) AND c.relkind = 'r' AND a.attnum > 0
       AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)
       AND (a.atttypid <> 'text'::regtype OR a.attcollation <> '"C"'::regcollation)
     GROUP BY c.relname`,
  );
  for (const { table, columns } of rows as { table: string; columns: string[] }[]) {
    const changes = columns.map(() => 'ALTER COLUMN ?? TYPE TEXT COLLATE "C"');
    await trx.raw(`ALTER TABLE ?? ${changes.join(', ')}`, [table, ...columns]);
  }
}
