import type { Knex } from 'knex';

/**
 * Scans that accounts keep, their queries and the markets of the key they were saved with as JSON, and what their daily
 * runs found: patterns and changes as JSON.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('saved_scan', (table) => {
    table.string('id').primary();
    table.integer('account_id').notNullable().references('account.id').onDelete('CASCADE');
    table.string('name').notNullable();
    // Names that differ in case only are the same.
    table.string('name_key').notNullable();
    table.text('query').notNullable();
    // Null = every market of the plan.
    table.text('markets');
    // Grows when the query or the markets change: what was found before is of another scan.
    table.integer('version').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.unique(['account_id', 'name_key']);
  });
  await knex.schema.createTable('saved_scan_run', (table) => {
    table.increments('id');
    table.string('saved_scan_id').notNullable().references('saved_scan.id').onDelete('CASCADE');
    // The last bars of the markets it is over: of the same ones it runs once.
    table.string('prices').notNullable();
    table.bigInteger('at').notNullable();
    table.string('as_of');
    // Results of different ones are not compared.
    table.string('basis').notNullable();
    // Null = it failed, and `fault` says why.
    table.text('found');
    table.text('changes');
    table.text('fault');
    table.unique(['saved_scan_id', 'prices']);
  });
}
