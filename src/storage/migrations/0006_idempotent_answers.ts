import type { Knex } from 'knex';
import { storePlainText } from './initial/dialect';

/** Adds the answers of requests with an Idempotency-Key, which a retry gets again. */
export async function up(trx: Knex): Promise<void> {
  await trx.schema.createTable('idempotent_answer', (table) => {
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE');
    table.string('operation').notNullable();
    // SHA-256 of the key, and of the request's input.
    table.string('key_hash').notNullable();
    table.string('input_hash').notNullable();
    table.bigInteger('created_at').notNullable();
    // Encrypted; null while the first request is running.
    table.binary('answer');
    table.primary(['account_id', 'operation', 'key_hash']);
    table.index('created_at');
  });
  await storePlainText(trx);
}
