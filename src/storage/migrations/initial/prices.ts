import type { Knex } from 'knex';

/** Symbols and memberships, prices as blobs, their history, the saved state for undo, and quality reports. */
export async function createPrices(knex: Knex): Promise<void> {
  await createSymbols(knex);
  await createSeries(knex);
  await createHistory(knex);
  await createUndo(knex);
  await createQuality(knex);
}

async function createSymbols(knex: Knex): Promise<void> {
  await knex.schema.createTable('symbol', (table) => {
    // Ids are never reused, so that the history of a deleted symbol stays its own.
    table.increments('id');
    table.string('ticker').notNullable().unique();
    // core/calendar/ticker.ts tickerKey: unique, so that BRK.B and BRK-B cannot become two symbols.
    table.string('key').notNullable().unique();
    table.string('name');
    // The revision of prices at the last change of the symbol, its series or its markets; set by triggers.
    table.bigInteger('revision').notNullable().defaultTo(0).index();
  });
  await knex.schema.createTable('membership', (table) => {
    table.string('market_id').notNullable();
    table.integer('symbol_id').notNullable().references('symbol.id').onDelete('CASCADE').index();
    table.boolean('simulated').notNullable();
    table.primary(['market_id', 'symbol_id']);
  });
  // Former tickers of symbols, including deleted ones.
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
  // Separate from price_series, so that reading the index of all series does not read megabytes of blobs.
  await knex.schema.createTable('price_column', (table) => {
    table.integer('symbol_id').notNullable().references('price_series.symbol_id').onDelete('CASCADE');
    table.string('column_set').notNullable();
    table.string('hash').notNullable();
    table.binary('data').notNullable();
    table.primary(['symbol_id', 'column_set']);
  });
}

/**
 * The history of prices: what every import, feed run and command changed. It is never deleted. A run has a version for each
 * of its transactions, and a version has a change for each symbol. Simulated prices have versions but no changes.
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
    // Of the prices after the transaction.
    table.string('data_version').notNullable().index();
    // The revision of prices after the transaction; null = unknown.
    table.bigInteger('revision');
  });
  await knex.schema.createTable('price_change', (table) => {
    table.integer('symbol_id').notNullable();
    table.integer('version_id').notNullable().references('price_version.id').index();
    // The ticker after the change, or the last one of a deleted symbol; former_ticker is set by a rename.
    table.string('ticker').notNullable();
    table.string('former_ticker');
    // The series after the change; null = none.
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
    // The new name; null = unchanged.
    table.string('name');
    table.primary(['symbol_id', 'version_id']);
  });
}

/**
 * The state before the last import or command, for `perennial undo`: only of the symbols that it changed. Symbols are
 * identified by key, since an import may have created them. The columns of the series are null for a symbol without prices.
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
    // Null when the symbol had no name or did not exist.
    table.string('name');
    table.boolean('was_member').notNullable();
    // Ids of all its markets, comma-separated; null when an older program saved only was_member.
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
 * Quality reports of imports and feed runs: row counts of each run, and findings by symbol and reason. A run that stored
 * nothing has a report too. `qualityReports.ts` deletes the oldest.
 */
async function createQuality(knex: Knex): Promise<void> {
  await knex.schema.createTable('quality_report', (table) => {
    table.integer('run_id').primary().references('price_run.id');
    // Null while the run is under way, and after it was interrupted.
    table.bigInteger('finished_at');
    // When the run was undone; null = it was not.
    table.bigInteger('undone_at');
    table.bigInteger('rows_in').notNullable();
    table.bigInteger('rows_taken').notNullable();
    // Rows of prices that wait for an operator's decision.
    table.bigInteger('rows_held').notNullable();
    // Rows by kind, as JSON.
    table.text('refused').notNullable();
    table.text('flagged').notNullable();
    // Stored findings, and findings over the limit.
    table.integer('findings').notNullable();
    table.integer('left_out').notNullable();
  });
  await knex.schema.createTable('quality_finding', (table) => {
    table.increments('id');
    table.integer('run_id').notNullable().references('quality_report.run_id').onDelete('CASCADE').index();
    // Null when no symbol of that ticker is stored, since all its rows were refused.
    table.integer('symbol_id').index();
    // Null when the ticker could not be read.
    table.string('ticker');
    table.string('key').index();
    table.text('file');
    // 'refused' or 'flagged'; `kind` is the reason.
    table.string('side').notNullable();
    table.string('kind').notNullable();
    table.bigInteger('row_count').notNullable();
    table.integer('places').notNullable();
    table.integer('first_day');
    table.integer('last_day');
    // The first places, as JSON.
    table.text('sample').notNullable();
    // The later run that replaced the symbol's whole history; null = none.
    table.integer('superseded_by');
  });
}

/** Feeds: a provider that updates symbols of a market. Runs and validators are JSON. */
export async function createFeeds(knex: Knex): Promise<void> {
  await knex.schema.createTable('feed', (table) => {
    table.increments('id');
    table.string('provider').notNullable();
    table.string('market_id').notNullable();
    table.boolean('paused').notNullable();
    table.boolean('unadjusted').notNullable();
    table.bigInteger('added_at').notNullable();
    // Nothing is requested before this moment; null = no restriction.
    table.bigInteger('next_at');
    table.text('last_run');
    table.unique(['provider', 'market_id']);
  });
  await knex.schema.createTable('feed_symbol', (table) => {
    table.integer('feed_id').notNullable().references('feed.id').onDelete('CASCADE');
    table.string('key').notNullable();
    table.string('ticker').notNullable();
    // The provider's name for the symbol; null = derived by the provider's rules.
    table.string('spelling');
    table.string('state').notNullable();
    // The last session up to which a request succeeded.
    table.integer('through');
    table.bigInteger('tried_at');
    table.bigInteger('vanished_at');
    table.integer('failures').notNullable();
    table.string('fault');
    table.text('validators');
    table.primary(['feed_id', 'key']);
  });
  // Prices that contradict the stored ones and wait for an operator's decision.
  await knex.schema.createTable('feed_held', (table) => {
    table.integer('feed_id').notNullable();
    table.string('key').notNullable();
    table.bigInteger('held_at').notNullable();
    table.string('reason').notNullable();
    table.string('source').notNullable();
    table.integer('row_count').notNullable();
    table.binary('closes').notNullable();
    table.binary('range').notNullable();
    table.primary(['feed_id', 'key']);
    table.foreign(['feed_id', 'key']).references(['feed_id', 'key']).inTable('feed_symbol').onDelete('CASCADE');
  });
}
