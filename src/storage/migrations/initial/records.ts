import type { Knex } from 'knex';
import { isPostgres } from './dialect';

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
