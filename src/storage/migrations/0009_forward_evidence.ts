import type { Knex } from 'knex';

/**
 * What `evidence forward --publish` showed, as JSON, in the order of publication. `prices_through` is a day number
 * (core/calendar/dates), `published_at` epoch milliseconds.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('forward_evidence', (table) => {
    table.increments('id');
    table.boolean('simulated').notNullable();
    table.integer('prices_through').notNullable();
    table.bigInteger('published_at').notNullable();
    table.text('content').notNullable();
  });
}
