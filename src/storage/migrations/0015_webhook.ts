import type { Knex } from 'knex';

/**
 * Endpoints that are told of events, the events, and their deliveries: the outbox, written in the transaction of what it
 * reports. The deliveries of an endpoint go out in the order of their ids. Secrets are encrypted by the service; instants
 * are epoch milliseconds, lists and payloads JSON.
 */
export async function up(knex: Knex): Promise<void> {
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
    // The process that delivers to it now, and until when it is believed to.
    table.string('holder');
    table.bigInteger('held_until');
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
