import type { Knex } from 'knex';

/** Trained models, as JSON. `trained_through` is a day number (core/calendar/dates), `created_at` epoch milliseconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('model', (table) => {
    table.string('version').primary();
    table.string('data_version').notNullable();
    table.string('code_version').notNullable();
    table.boolean('simulated').notNullable();
    table.integer('trained_through').notNullable();
    table.bigInteger('created_at').notNullable();
    table.text('content').notNullable();
  });
}
