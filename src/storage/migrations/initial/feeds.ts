import type { Knex } from 'knex';

/**
 * Where prices come from by themselves: a feed is a provider for a market, with the symbols that it is asked for. Runs and
 * validators are JSON.
 */
export async function createFeeds(knex: Knex): Promise<void> {
  await knex.schema.createTable('feed', (table) => {
    table.increments('id');
    table.string('provider').notNullable();
    table.string('market_id').notNullable();
    table.boolean('paused').notNullable();
    table.boolean('unadjusted').notNullable();
    table.bigInteger('added_at').notNullable();
    // Before this moment nothing is asked, whatever is due; null = at once.
    table.bigInteger('next_at');
    table.text('last_run');
    table.unique(['provider', 'market_id']);
  });
  await knex.schema.createTable('feed_symbol', (table) => {
    table.integer('feed_id').notNullable().references('feed.id').onDelete('CASCADE');
    table.string('key').notNullable();
    table.string('ticker').notNullable();
    // As the provider calls it; null = by its rules.
    table.string('spelling');
    table.string('state').notNullable();
    // The last session whose bar was asked for with success.
    table.integer('through');
    table.bigInteger('tried_at');
    table.bigInteger('vanished_at');
    table.integer('failures').notNullable();
    table.string('fault');
    table.text('validators');
    table.primary(['feed_id', 'key']);
  });
  // Prices that do not fit the stored ones and wait for somebody's word.
  await knex.schema.createTable('feed_held', (table) => {
    table.integer('feed_id').notNullable();
    table.string('key').notNullable();
    table.bigInteger('held_at').notNullable();
    table.string('reason').notNullable();
    table.string('source').notNullable();
    table.integer('row_count').notNullable();
    table.binary('closes').notNullable();
    table.binary('range').notNullable();
    table.primary(['feed_id', 'key']);
    table.foreign(['feed_id', 'key']).references(['feed_id', 'key']).inTable('feed_symbol').onDelete('CASCADE');
  });
}
