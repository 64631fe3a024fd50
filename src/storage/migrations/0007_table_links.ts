import type { Knex } from 'knex';
import { storePlainText } from './initial/dialect';

/** Adds secret addresses of the tables of saved scans. */
export async function up(trx: Knex): Promise<void> {
  await trx.schema.createTable('table_link', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE').index();
    table.string('name').notNullable();
    table.string('hash').notNullable().unique();
    table.string('last_four').notNullable();
    table.string('saved_scan_id').notNullable().references('saved_scan.id').onDelete('CASCADE').index();
    // Null = every market of the plan.
    table.text('markets');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('last_read_at');
  });
  await storePlainText(trx);
}
