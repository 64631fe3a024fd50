import type { Knex } from 'knex';

/** Sign-ins that were begun at the identity provider, by the hash of what the browser holds, until it is back. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('provider_sign_in', (table) => {
    table.string('hash').primary();
    // The page to come back to; null = none.
    table.string('next', 300);
    table.bigInteger('expires_at').notNullable().index();
  });
}
