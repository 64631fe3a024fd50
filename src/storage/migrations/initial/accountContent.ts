import type { Knex } from 'knex';
import { isPostgres } from './records';

/** Accounts, API keys and sign-ins. Secrets and tokens are stored as hashes. */
export async function createAccess(knex: Knex): Promise<void> {
  await createAccounts(knex);
  await createKeys(knex);
  await createSignIn(knex);
}

async function createAccounts(knex: Knex): Promise<void> {
  await knex.schema.createTable('account', (table) => {
    table.increments('id');
    table.string('email').notNullable().unique();
    table.string('tier').notNullable();
    table.bigInteger('created_at').notNullable();
    table.string('role').notNullable().defaultTo('member');
    // When an operator suspended the account; null = it is active.
    table.bigInteger('suspended_at');
  });
  // The audit log of accounts.
  await knex.schema.createTable('account_event', (table) => {
    table.increments('id');
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('at').notNullable();
    table.string('kind').notNullable();
    table.string('actor').notNullable();
    table.string('subject');
    table.string('detail');
  });
}

async function createKeys(knex: Knex): Promise<void> {
  await knex.schema.createTable('api_key', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable();
    table.string('last_four').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at');
    table.bigInteger('expires_at');
    table.bigInteger('revoked_at');
    // Market ids as JSON; null = every market of the plan.
    table.string('markets');
    table.boolean('read_only').notNullable().defaultTo(false);
    // The expiry that the key was created with; a rotation shortens only expires_at. Null = none.
    table.bigInteger('own_end');
  });
  if (isPostgres(knex)) {
    // One row: the secret that keys are hashed with when KEY_SECRET is not set. SQLite keeps it in a file beside the database.
    await knex.raw('CREATE TABLE key_secret (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL)');
    await knex.raw('ALTER TABLE api_key ADD COLUMN made BIGSERIAL');
  } else {
    await knex.schema.alterTable('api_key', (table) => void table.bigInteger('made'));
  }
  await orderKeys(knex);
}

/** `made` orders keys that were created in the same millisecond, since ids are random. On SQLite a trigger assigns it. */
export async function orderKeys(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_key', (table) => void table.index('made'));
}

async function createSignIn(knex: Knex): Promise<void> {
  // The account of a person who signs in at an identity provider: issuer and `sub` (OpenID Connect Core, section 2).
  await knex.schema.createTable('oauth_identity', (table) => {
    table.string('issuer').notNullable();
    table.string('subject').notNullable();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('created_at').notNullable();
    table.primary(['issuer', 'subject']);
  });
  await knex.schema.createTable('session', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('hash').notNullable();
    // The token before the last rotation. It is valid until shortly after the new one is first used; null = not used yet.
    table.string('previous_hash');
    table.bigInteger('previous_until');
    table.string('method').notNullable();
    table.string('agent').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at').notNullable();
    table.bigInteger('rotated_at').notNullable();
    // When the session ends unless it is used, and when it ends however it is used.
    table.bigInteger('ends_at').notNullable();
    table.bigInteger('latest_end').notNullable();
  });
  await knex.schema.createTable('sign_in_link', (table) => {
    table.string('hash').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('expires_at').notNullable();
  });
  // Sign-ins under way at the identity provider, by the hash of the browser's token.
  await knex.schema.createTable('provider_sign_in', (table) => {
    table.string('hash').primary();
    // The page to return to; null = none.
    table.string('next', 300);
    table.bigInteger('expires_at').notNullable().index();
  });
}

/** Content of accounts: webhooks, saved scans, calendars and exports. Lists, queries and payloads are JSON. */
export async function createAccountContent(knex: Knex): Promise<void> {
  await createWebhooks(knex);
  await createSavedScans(knex);
  await createCalendars(knex);
  await createExports(knex);
}

/**
 * Endpoints, events and deliveries. Events and deliveries are an outbox, written in the transaction of the change that an
 * event reports. The deliveries of an endpoint are sent in the order of their ids. Secrets are encrypted.
 */
async function createWebhooks(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_endpoint', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.text('url').notNullable();
    table.text('description').notNullable();
    table.text('events').notNullable();
    table.text('secret').notNullable();
    // The secret before the last rotation, which signs too until `previous_until`.
    table.text('previous_secret');
    table.bigInteger('previous_until');
    table.string('state').notNullable();
    table.text('disabled_reason');
    table.bigInteger('disabled_at');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('tested_at');
  });
  await knex.schema.createTable('webhook_event', (table) => {
    table.increments('id');
    // The header webhook-id, the same in every attempt.
    table.string('message').notNullable().unique();
    // Null = the event concerns every account.
    table.integer('account_id').references('account.id').onDelete('CASCADE').index();
    table.string('type').notNullable();
    table.text('payload').notNullable();
    table.bigInteger('created_at').notNullable().index();
    // A second event with the same key is not written; null = every event is written.
    table.string('unique_key').unique();
  });
  await knex.schema.createTable('webhook_delivery', (table) => {
    table.increments('id');
    table.string('endpoint_id').notNullable().references('webhook_endpoint.id').onDelete('CASCADE');
    table.integer('event_id').notNullable().references('webhook_event.id').onDelete('CASCADE').index();
    table.string('state').notNullable();
    table.integer('attempts').notNullable();
    table.bigInteger('next_at');
    table.bigInteger('attempted_at');
    table.integer('response_code');
    table.text('error');
    table.integer('duration_ms');
    table.index(['endpoint_id', 'state', 'id']);
  });
}

/** Saved scans, with the markets of the key that saved them, and the results of their daily runs. */
async function createSavedScans(knex: Knex): Promise<void> {
  await knex.schema.createTable('saved_scan', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE');
    table.string('name').notNullable();
    // The name without case, in which it is unique.
    table.string('name_key').notNullable();
    table.text('query').notNullable();
    // Null = every market of the plan.
    table.text('markets');
    // Grows when the query or the markets change: earlier results then belong to another scan.
    table.integer('version').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.unique(['account_id', 'name_key']);
  });
  await knex.schema.createTable('saved_scan_run', (table) => {
    table.increments('id');
    table.string('saved_scan_id').notNullable().references('saved_scan.id').onDelete('CASCADE');
    // Identifies the last bars of its markets. A scan runs once for the same bars.
    table.string('prices').notNullable();
    table.bigInteger('at').notNullable();
    table.string('as_of');
    // Results with a different basis cannot be compared.
    table.string('basis').notNullable();
    // Null when the run failed (see `fault`), and for all runs but the last successful one.
    table.text('found');
    table.text('changes');
    table.text('fault');
    table.unique(['saved_scan_id', 'prices']);
  });
}

/** Secret calendar addresses, and the entries of the calendars of saved scans. */
async function createCalendars(knex: Knex): Promise<void> {
  await knex.schema.createTable('calendar_link', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable().unique();
    table.string('last_four').notNullable();
    // Null = the calendar of the daily pick.
    table.string('saved_scan_id').references('saved_scan.id').onDelete('CASCADE').index();
    // Null = every market of the plan.
    table.text('markets');
    table.integer('alarm_minutes');
    table.integer('days_ahead');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_read_at');
  });
  await knex.schema.createTable('saved_scan_calendar', (table) => {
    table.string('saved_scan_id').primary().references('saved_scan.id').onDelete('CASCADE');
    table.text('entries').notNullable();
  });
}

/** Exports with request and progress, and their files in blocks, so that every process can serve any part of a file. */
async function createExports(knex: Knex): Promise<void> {
  await knex.schema.createTable('export_job', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('state').notNullable().index();
    table.text('request').notNullable();
    table.bigInteger('created_at').notNullable();
    // Runs that have begun. Only the last one may write.
    table.integer('attempts').notNullable();
    table.string('data_version');
    table.string('stage');
    table.integer('done').notNullable();
    table.integer('total').notNullable();
    table.bigInteger('finished_at');
    table.bigInteger('expires_at');
    table.text('failures').notNullable();
    table.string('note');
    table.integer('row_count');
    table.bigInteger('size');
    table.string('sha256');
  });
  await knex.schema.createTable('export_block', (table) => {
    table.string('job_id').notNullable().references('export_job.id').onDelete('CASCADE');
    table.integer('seq').notNullable();
    table.binary('content').notNullable();
    table.primary(['job_id', 'seq']);
  });
}
