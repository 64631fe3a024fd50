import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { countChanges } from './revision';

/**
 * What every import, feed run and change by hand did to the prices, kept for good. A run has a version for each of its
 * transactions, a version the changes it made, one a symbol. Simulated prices have versions and no changes.
 */
export async function up(knex: Knex): Promise<void> {
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
  });
  await createChanges(knex);
  await createFormerTickers(knex);
  await widenUndo(knex);
  await recordWhatIsThere(knex);
}

async function createChanges(knex: Knex): Promise<void> {
  await knex.schema.createTable('price_change', (table) => {
    // Ids are never given again, so that a symbol is known by its own when it is gone.
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

/** Tickers that symbols had, until when: also those of symbols that are gone. */
async function createFormerTickers(knex: Knex): Promise<void> {
  await knex.schema.createTable('former_ticker', (table) => {
    table.string('key').notNullable();
    table.integer('symbol_id').notNullable().index();
    table.bigInteger('until').notNullable();
    table.string('ticker').notNullable();
    table.primary(['key', 'symbol_id', 'until']);
  });
  await countChanges(knex, 'former_ticker');
}

/** What is remembered to be undone is whole symbols now: a renamed or removed one comes back as it was. */
async function widenUndo(knex: Knex): Promise<void> {
  await knex.schema.alterTable('last_import', (table) => {
    table.string('kind').notNullable().defaultTo('import');
  });
  await knex.schema.alterTable('symbol_before', (table) => {
    table.integer('symbol_id');
    table.string('ticker');
    // All of them, comma-separated; null where an older program remembered only the membership of the import's market.
    table.string('markets');
  });
}

/** The prices of before this history, as one version of its own. */
async function recordWhatIsThere(knex: Knex): Promise<void> {
  const stored = await knex('price_series').join('symbol', 'symbol.id', 'price_series.symbol_id').orderBy('ticker');
  if (stored.length === 0) return;
  const at = stored.reduce((latest, { imported_at }) => Math.max(latest, Number(imported_at)), 0);
  const label = 'stored before history was kept';
  const [run] = await knex('price_run').insert({ run: 'before', kind: 'before', began_at: at, label }, ['id']);
  const hash = createHash('sha256');
  for (const { ticker, hash: content } of stored) hash.update(`${ticker} ${content}\n`);
  const data_version = hash.digest('hex');
  const [version] = await knex('price_version').insert({ run_id: run.id, at, data_version }, ['id']);
  for (const { symbol_id, ticker, row_count, first_day, last_day, hash: content, source, simulated } of stored) {
    if (simulated) continue;
    const series = { row_count, first_day, last_day, hash: content, source };
    const change = { added: row_count, removed: 0, restated: 0, joined_markets: '', left_markets: '' };
    await knex('price_change').insert({ version_id: version.id, symbol_id, ticker, ...series, ...change });
  }
}
