import type { Knex } from 'knex';

/** What accounts make and keep: webhooks, saved scans, calendars and exports. Lists, queries and payloads are JSON. */
export async function createAccountContent(knex: Knex): Promise<void> {
  await createWebhooks(knex);
  await createSavedScans(knex);
  await createCalendars(knex);
  await createExports(knex);
}

/**
 * Endpoints that are sent events, the events, and their deliveries: the outbox, written in the transaction of what it
 * reports. The deliveries of an endpoint go out in the order of their ids. The service encrypts the secrets.
 */
async function createWebhooks(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_endpoint', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.text('url').notNullable();
    table.text('description').notNullable();
    table.text('events').notNullable();
    table.text('secret').notNullable();
    // The one before, which signs too until then.
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
    // The header webhook-id, the same however often it is sent.
    table.string('message').notNullable().unique();
    // Null = everybody's.
    table.integer('account_id').references('account.id').onDelete('CASCADE').index();
    table.string('type').notNullable();
    table.text('payload').notNullable();
    table.bigInteger('created_at').notNullable().index();
    // Of two events with one key the second is not written; null = as often as it comes.
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

/** Scans with the markets of the key that saved them, and what their daily runs found. */
async function createSavedScans(knex: Knex): Promise<void> {
  await knex.schema.createTable('saved_scan', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE');
    table.string('name').notNullable();
    // Names that differ in case only are the same.
    table.string('name_key').notNullable();
    table.text('query').notNullable();
    // Null = every market of the plan.
    table.text('markets');
    // Grows when the query or the markets change: what was found before is of another scan.
    table.integer('version').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.unique(['account_id', 'name_key']);
  });
  await knex.schema.createTable('saved_scan_run', (table) => {
    table.increments('id');
    table.string('saved_scan_id').notNullable().references('saved_scan.id').onDelete('CASCADE');
    // The last bars of the markets it is over: of the same ones it runs once.
    table.string('prices').notNullable();
    table.bigInteger('at').notNullable();
    table.string('as_of');
    // Results of different ones are not compared.
    table.string('basis').notNullable();
    // Null = it failed, and `fault` says why.
    table.text('found');
    table.text('changes');
    table.text('fault');
    table.unique(['saved_scan_id', 'prices']);
  });
}

/** Addresses at which calendars are read, and what stands in the calendars of saved scans. */
async function createCalendars(knex: Knex): Promise<void> {
  await knex.schema.createTable('calendar_link', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable().unique();
    table.string('last_four').notNullable();
    // Null = of the daily pick.
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

/** A job with its request and how far it is, and its file in blocks, so that every process can serve any part of it. */
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
