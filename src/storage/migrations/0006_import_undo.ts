import type { Knex } from 'knex';

/**
 * What the last import changed, as it was before: at most one import, and nothing of a symbol it left alone. Symbols go by
 * their key (core/calendar/ticker.ts), since an import may have made them; a series of null had no prices.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('last_import', (table) => {
    table.string('id').primary();
    table.bigInteger('imported_at').notNullable();
    table.string('market_id').notNullable();
    table.string('label').notNullable();
  });
  await knex.schema.createTable('symbol_before', (table) => {
    table.string('key').primary();
    // Null where the symbol had none; it is taken back with the symbol where the import made both.
    table.string('name');
    table.boolean('was_member').notNullable();
    table.integer('row_count');
    table.integer('first_day');
    table.integer('last_day');
    table.string('hash');
    table.string('source');
    table.bigInteger('imported_at');
  });
  await knex.schema.createTable('column_before', (table) => {
    table.string('key').notNullable().references('symbol_before.key').onDelete('CASCADE');
    table.string('column_set').notNullable();
    table.string('hash').notNullable();
    table.binary('data').notNullable();
    table.primary(['key', 'column_set']);
  });
}
