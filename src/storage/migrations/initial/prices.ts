import type { Knex } from 'knex';

/** Symbols with their memberships, prices as blobs, what changed them, and what became of the rows that were imported. */
export async function createPrices(knex: Knex): Promise<void> {
  await createSymbols(knex);
  await createSeries(knex);
  await createHistory(knex);
  await createUndo(knex);
  await createQuality(knex);
}

async function createSymbols(knex: Knex): Promise<void> {
  await knex.schema.createTable('symbol', (table) => {
    // Ids are never given again, so that a symbol is known by its own when it is gone.
    table.increments('id');
    table.string('ticker').notNullable().unique();
    // core/calendar/ticker.ts tickerKey: unique, so that BRK.B and BRK-B cannot become two symbols.
    table.string('key').notNullable().unique();
    table.string('name');
    // Of the prices at the last change of anything of this symbol; triggers keep it.
    table.bigInteger('revision').notNullable().defaultTo(0).index();
  });
  await knex.schema.createTable('membership', (table) => {
    table.string('market_id').notNullable();
    table.integer('symbol_id').notNullable().references('symbol.id').onDelete('CASCADE').index();
    table.boolean('simulated').notNullable();
    table.primary(['market_id', 'symbol_id']);
  });
  // Tickers that symbols had, until when: also those of symbols that are gone.
  await knex.schema.createTable('former_ticker', (table) => {
    table.string('key').notNullable();
    table.integer('symbol_id').notNullable().index();
    table.bigInteger('until').notNullable();
    table.string('ticker').notNullable();
    table.primary(['key', 'symbol_id', 'until']);
  });
}

async function createSeries(knex: Knex): Promise<void> {
  await knex.schema.createTable('price_series', (table) => {
    table.integer('symbol_id').primary().references('symbol.id').onDelete('CASCADE');
    table.integer('row_count').notNullable();
    table.integer('first_day').notNullable();
    table.integer('last_day').notNullable();
    table.string('hash').notNullable();
    table.string('source').notNullable();
    table.bigInteger('imported_at').notNullable();
    table.boolean('simulated').notNullable();
  });
  // Apart from price_series, so that the index of all series is read without stepping over megabytes.
  await knex.schema.createTable('price_column', (table) => {
    table.integer('symbol_id').notNullable().references('price_series.symbol_id').onDelete('CASCADE');
    table.string('column_set').notNullable();
    table.string('hash').notNullable();
    table.binary('data').notNullable();
    table.primary(['symbol_id', 'column_set']);
  });
}

/**
 * What every import, feed run and change by hand did to the prices, kept for good. A run has a version for each of its
 * transactions, a version the changes it made, one a symbol. Simulated prices have versions and no changes.
 */
async function createHistory(knex: Knex): Promise<void> {
  await knex.schema.createTable('price_run', (table) => {
    table.increments('id');
    table.string('run').notNullable().unique();
    table.string('kind').notNullable();
    table.bigInteger('began_at').notNullable();
    table.string('market_id');
    table.string('label').notNullable();
  });
  await knex.schema.createTable('price_version', (table) => {
    table.increments('id');
    table.integer('run_id').notNullable().references('price_run.id').index();
    table.bigInteger('at').notNullable();
    // Of the prices as this transaction left them.
    table.string('data_version').notNullable().index();
    // That the prices had then; null = it is not known.
    table.bigInteger('revision');
  });
  await knex.schema.createTable('price_change', (table) => {
    table.integer('symbol_id').notNullable();
    table.integer('version_id').notNullable().references('price_version.id').index();
    // As it was called afterwards, or last; `former_ticker` where it had another before.
    table.string('ticker').notNullable();
    table.string('former_ticker');
    // The series afterwards; null = none.
    table.integer('row_count');
    table.integer('first_day');
    table.integer('last_day');
    table.string('hash');
    table.string('source');
    table.integer('added').notNullable();
    table.integer('removed').notNullable();
    table.integer('restated').notNullable();
    table.integer('restated_from');
    table.integer('restated_to');
    table.double('factor');
    // Market ids, comma-separated.
    table.string('joined_markets').notNullable();
    table.string('left_markets').notNullable();
    // The new name; null = as before.
    table.string('name');
    table.primary(['symbol_id', 'version_id']);
  });
}

/**
 * What the last import or change by hand changed, as it was before: at most one of them, and nothing of a symbol that it
 * left alone. Symbols go by their key, since an import may have made them; a series of null had no prices.
 */
async function createUndo(knex: Knex): Promise<void> {
  await knex.schema.createTable('last_import', (table) => {
    table.string('id').primary();
    table.bigInteger('imported_at').notNullable();
    table.string('market_id').notNullable();
    table.string('label').notNullable();
    table.string('kind').notNullable().defaultTo('import');
  });
  await knex.schema.createTable('symbol_before', (table) => {
    table.string('key').primary();
    table.integer('symbol_id');
    table.string('ticker');
    // Null where the symbol had none; it is taken back with the symbol where the import made both.
    table.string('name');
    table.boolean('was_member').notNullable();
    // All of them, comma-separated; null where an older program remembered only the membership of the import's market.
    table.string('markets');
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

/**
 * What became of the rows that imports and feeds brought, run by run: counts of each run, and what was refused or found odd
 * by symbol and reason. A run that took nothing has its report too. Kept within bounds by who writes it.
 */
async function createQuality(knex: Knex): Promise<void> {
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
