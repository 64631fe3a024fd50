import type { Knex } from 'knex';

/**
 * What shuffled calendars gave a search (METHOD 9), by everything it depends on. `content` is null while one process
 * computes it, until `claimed_until` at most. Times are epoch milliseconds.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('null_distribution', (table) => {
    table.string('key').primary();
    table.string('data_version').notNullable().index();
    table.binary('content');
    table.string('holder').notNullable();
    table.bigInteger('claimed_until').notNullable();
    table.bigInteger('created_at').notNullable();
  });
}
