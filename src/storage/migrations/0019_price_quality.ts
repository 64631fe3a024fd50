import type { Knex } from 'knex';

/**
 * What became of the rows that imports and feeds brought, run by run: counts of each run, and what was refused or found odd
 * by symbol and reason. A run that took nothing has its report too. Kept within bounds (sql/qualityWrites.ts).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('quality_report', (table) => {
    table.integer('run_id').primary().references('price_run.id');
    // Null while it is under way, and for good where it was broken off.
    table.bigInteger('finished_at');
    // When the run was undone: what it brought is not stored any more.
    table.bigInteger('undone_at');
    table.bigInteger('rows_in').notNullable();
    table.bigInteger('rows_taken').notNullable();
    // Of prices that wait for somebody's word.
    table.bigInteger('rows_held').notNullable();
    // Rows by kind, as JSON.
    table.text('refused').notNullable();
    table.text('flagged').notNullable();
    // Findings below it, and those that found no room.
    table.integer('findings').notNullable();
    table.integer('left_out').notNullable();
  });
  await knex.schema.createTable('quality_finding', (table) => {
    table.increments('id');
    table.integer('run_id').notNullable().references('quality_report.run_id').onDelete('CASCADE').index();
    // Null where no symbol of that ticker is stored: all its rows were refused.
    table.integer('symbol_id').index();
    // Null where the file did not come so far as to name one.
    table.string('ticker');
    table.string('key').index();
    table.text('file');
    // 'refused' or 'flagged', and why.
    table.string('side').notNullable();
    table.string('kind').notNullable();
    table.bigInteger('row_count').notNullable();
    table.integer('places').notNullable();
    table.integer('first_day');
    table.integer('last_day');
    // The first places, as JSON.
    table.text('sample').notNullable();
    // The run that brought the symbol's whole history anew: what was said of the one before is over.
    table.integer('superseded_by');
  });
}
