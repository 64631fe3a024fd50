import type { Knex } from 'knex';

/** Adds whether a calendar link or webhook includes neutral setups. Existing ones do not include them. */
export async function up(trx: Knex): Promise<void> {
  for (const name of ['calendar_link', 'webhook_endpoint']) {
    await trx.schema.alterTable(name, (table) => table.boolean('include_neutral').notNullable().defaultTo(false));
  }
}
