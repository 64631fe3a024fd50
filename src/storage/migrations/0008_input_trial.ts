import type { Knex } from 'knex';

/** The last trial of inputs of the model, of real and of simulated prices, as JSON. `prices_through` is a day number. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('input_trial', (table) => {
    table.boolean('simulated').primary();
    table.integer('prices_through').notNullable();
    table.text('content').notNullable();
  });
}
