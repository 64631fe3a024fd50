import type { Knex } from 'knex';

/** Which account somebody has who signs in elsewhere: an issuer's name for a person, OpenID Connect Core 2 `sub`. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('oauth_identity', (table) => {
    table.string('issuer').notNullable();
    table.string('subject').notNullable();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.bigInteger('created_at').notNullable();
    table.primary(['issuer', 'subject']);
  });
}
