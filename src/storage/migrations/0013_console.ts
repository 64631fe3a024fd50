import type { Knex } from 'knex';

/**
 * What the account console keeps: roles of accounts, scopes of keys, sessions and the links that begin them by the hashes of
 * their tokens, and what was done with an account. Market ids of a key are JSON.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('account', (table) => {
    table.string('role').notNullable().defaultTo('member');
  });
  await knex.schema.alterTable('api_key', (table) => {
    // Null = every market of the plan.
    table.string('markets');
    table.boolean('read_only').notNullable().defaultTo(false);
  });
  await knex.schema.createTable('session', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('hash').notNullable();
    // Of the token before the last change; good until a moment after the new one was used first (null = it was not yet).
    table.string('previous_hash');
    table.bigInteger('previous_until');
    table.string('method').notNullable();
    table.string('agent').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at').notNullable();
    table.bigInteger('rotated_at').notNullable();
    // When it ends unless it is used before, and when it does in any case.
    table.bigInteger('ends_at').notNullable();
    table.bigInteger('latest_end').notNullable();
  });
  await knex.schema.createTable('sign_in_link', (table) => {
    table.string('hash').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('expires_at').notNullable();
  });
  await knex.schema.createTable('account_event', (table) => {
    table.increments('id');
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('at').notNullable();
    table.string('kind').notNullable();
    table.string('actor').notNullable();
    table.string('subject');
    table.string('detail');
  });
}
