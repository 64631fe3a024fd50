import type { Knex } from 'knex';

/** Adds whether a calendar and a webhook tell of neutral setups too. Those of before do not either. */
export async function up(trx: Knex): Promise<void> {
  for (const name of ['calendar_link', 'webhook_endpoint']) {
    await trx.schema.alterTable(name, (table) => table.boolean('include_neutral').notNullable().defaultTo(false));
  }
}
