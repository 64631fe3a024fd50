import type { Knex } from 'knex';

/** Accounts that an operator has suspended, since when. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('account', (table) => {
    // Null = it is not.
    table.bigInteger('suspended_at');
  });
}
