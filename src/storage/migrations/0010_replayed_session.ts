import type { Knex } from 'knex';

/**
 * What the sandbox's replay of the daily pick chose, session by session (`YYYY-MM-DD`), as JSON; `card` is null without a
 * pick. `rules` names all that a choice depends on besides its session. No part of the ledger.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('replayed_session', (table) => {
    table.string('rules').notNullable();
    table.string('session').notNullable();
    table.text('choice').notNullable();
    table.text('card');
    table.primary(['rules', 'session']);
  });
}
