import type { Knex } from 'knex';
import { isPostgres } from './dialect';

/** Accounts, API keys and sign-ins. Secrets and tokens are stored as hashes. */
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
    // When an operator suspended the account; null = it is active.
    table.bigInteger('suspended_at');
  });
  // The audit log of accounts.
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
    // The expiry that the key was created with; a rotation shortens only expires_at. Null = none.
    table.bigInteger('own_end');
  });
  if (isPostgres(knex)) {
    // One row: the secret that keys are hashed with when KEY_SECRET is not set. SQLite keeps it in a file beside the database.
    await knex.raw('CREATE TABLE key_secret (id INTEGER PRIMARY KEY CHECK (id = 1), secret TEXT NOT NULL)');
    await knex.raw('ALTER TABLE api_key ADD COLUMN made BIGSERIAL');
  } else {
    await knex.schema.alterTable('api_key', (table) => void table.bigInteger('made'));
  }
  await orderKeys(knex);
}

/** `made` orders keys that were created in the same millisecond, since ids are random. On SQLite a trigger assigns it. */
export async function orderKeys(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_key', (table) => void table.index('made'));
}

async function createSignIn(knex: Knex): Promise<void> {
  // The account of a person who signs in at an identity provider: issuer and `sub` (OpenID Connect Core, section 2).
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
    // The token before the last rotation. It is valid until shortly after the new one is first used; null = not used yet.
    table.string('previous_hash');
    table.bigInteger('previous_until');
    table.string('method').notNullable();
    table.string('agent').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_used_at').notNullable();
    table.bigInteger('rotated_at').notNullable();
    // When the session ends unless it is used, and when it ends however it is used.
    table.bigInteger('ends_at').notNullable();
    table.bigInteger('latest_end').notNullable();
  });
  await knex.schema.createTable('sign_in_link', (table) => {
    table.string('hash').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('expires_at').notNullable();
  });
  // Sign-ins under way at the identity provider, by the hash of the browser's token.
  await knex.schema.createTable('provider_sign_in', (table) => {
    table.string('hash').primary();
    // The page to return to; null = none.
    table.string('next', 300);
    table.bigInteger('expires_at').notNullable().index();
  });
}
