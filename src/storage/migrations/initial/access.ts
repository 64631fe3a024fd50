import type { Knex } from 'knex';
import { isPostgres } from './dialect';

/** Accounts, and what lets somebody in to them. Secrets and tokens are kept by their hashes. */
export async function createAccess(knex: Knex): Promise<void> {
  await createAccounts(knex);
  await createKeys(knex);
  await createSignIn(knex);
}

async function createAccounts(knex: Knex): Promise<void> {
  await knex.schema.createTable('account', (table) => {
    table.increments('id');
    table.string('email').notNullable().unique();
    table.string('tier').notNullable();
    table.bigInteger('created_at').notNullable();
    table.string('role').notNullable().defaultTo('member');
    // When an operator suspended it; null = it is not.
    table.bigInteger('suspended_at');
  });
  // What was done with an account.
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

async function createKeys(knex: Knex): Promise<void> {
  await knex.schema.createTable('api_key', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable();
    table.string('last_four').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at');
    table.bigInteger('expires_at');
    table.bigInteger('revoked_at');
    // Market ids as JSON; null = every market of the plan.
    table.string('markets');
    table.boolean('read_only').notNullable().defaultTo(false);
    // The end that it was made with, beside the one that a rotation may have set before it; null = none.
    table.bigInteger('own_end');
  });
  if (isPostgres(knex)) {
    // The secret that keys are hashed with where KEY_SECRET is not set: one row. SQLite has a file beside its own.
    await knex.raw('CREATE TABLE key_secret (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL)');
    await knex.raw('ALTER TABLE api_key ADD COLUMN made BIGSERIAL');
  } else {
    await knex.schema.alterTable('api_key', (table) => void table.bigInteger('made'));
  }
  await orderKeys(knex);
}

/** The order that keys were made in, where it is one of a millisecond: ids are random. SQLite's is given by a trigger. */
export async function orderKeys(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_key', (table) => void table.index('made'));
}

async function createSignIn(knex: Knex): Promise<void> {
  // Which account somebody has who signs in elsewhere: an issuer's name for a person, OpenID Connect Core 2 `sub`.
  await knex.schema.createTable('oauth_identity', (table) => {
    table.string('issuer').notNullable();
    table.string('subject').notNullable();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('created_at').notNullable();
    table.primary(['issuer', 'subject']);
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
  // Sign-ins that were begun at the identity provider, by the hash of what the browser holds, until it is back.
  await knex.schema.createTable('provider_sign_in', (table) => {
    table.string('hash').primary();
    // The page to come back to; null = none.
    table.string('next', 300);
    table.bigInteger('expires_at').notNullable().index();
  });
}
