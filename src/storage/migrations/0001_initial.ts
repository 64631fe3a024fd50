import type { Knex } from 'knex';
import { countChanges, createRevision } from './revision';

/** Symbols, memberships, prices as blobs, accounts and keys. Days are day numbers (core/calendar/dates), times epoch milliseconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('symbol', (table) => {
    table.increments('id');
    table.string('ticker').notNullable().unique();
    // core/calendar/ticker.ts tickerKey: unique, so that BRK.B and BRK-B cannot become two symbols.
    table.string('key').notNullable().unique();
    table.string('name');
  });
  await knex.schema.createTable('membership', (table) => {
    table.string('market_id').notNullable();
    table.integer('symbol_id').notNullable().references('symbol.id').onDelete('CASCADE').index();
    table.boolean('simulated').notNullable();
    table.primary(['market_id', 'symbol_id']);
  });
  await createPrices(knex);
  await createAccess(knex);
  await createRevision(knex);
  for (const table of ['symbol', 'membership', 'price_series', 'price_column']) await countChanges(knex, table);
}

async function createPrices(knex: Knex): Promise<void> {
  await knex.schema.createTable('price_series', (table) => {
    table.integer('symbol_id').primary().references('symbol.id').onDelete('CASCADE');
    table.integer('row_count').notNullable();
    table.integer('first_day').notNullable();
    table.integer('last_day').notNullable();
    table.string('hash').notNullable();
    table.string('source').notNullable();
    table.bigInteger('imported_at').notNullable();
    table.boolean('simulated').notNullable();
  });
  // Apart from price_series, so that the index of all series is read without stepping over megabytes.
  await knex.schema.createTable('price_column', (table) => {
    table.integer('symbol_id').notNullable().references('price_series.symbol_id').onDelete('CASCADE');
    table.string('column_set').notNullable();
    table.string('hash').notNullable();
    table.binary('data').notNullable();
    table.primary(['symbol_id', 'column_set']);
  });
}

async function createAccess(knex: Knex): Promise<void> {
  await knex.schema.createTable('account', (table) => {
    table.increments('id');
    table.string('email').notNullable().unique();
    table.string('tier').notNullable();
    table.bigInteger('created_at').notNullable();
  });
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
  });
}
