import type { Knex } from 'knex';

/** Feeds: a provider that updates symbols of a market. Runs and validators are JSON. */
export async function createFeeds(knex: Knex): Promise<void> {
  await knex.schema.createTable('feed', (table) => {
    table.increments('id');
    table.string('provider').notNullable();
    table.string('market_id').notNullable();
    table.boolean('paused').notNullable();
    table.boolean('unadjusted').notNullable();
    table.bigInteger('added_at').notNullable();
    // Nothing is requested before this moment; null = no restriction.
    table.bigInteger('next_at');
    table.text('last_run');
    table.unique(['provider', 'market_id']);
  });
  await knex.schema.createTable('feed_symbol', (table) => {
    table.integer('feed_id').notNullable().references('feed.id').onDelete('CASCADE');
    table.string('key').notNullable();
    table.string('ticker').notNullable();
    // The provider's name for the symbol; null = derived by the provider's rules.
    table.string('spelling');
    table.string('state').notNullable();
    // The last session up to which a request succeeded.
    table.integer('through');
    table.bigInteger('tried_at');
    table.bigInteger('vanished_at');
    table.integer('failures').notNullable();
    table.string('fault');
    table.text('validators');
    table.primary(['feed_id', 'key']);
  });
  // Prices that contradict the stored ones and wait for an operator's decision.
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
