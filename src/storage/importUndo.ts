import type { Knex } from 'knex';
import { tickerKey } from '../core/calendar/ticker';
import { renameInFeeds } from './feeds';
import { type PriceRun, type RunRow, toRun } from './priceHistory';
import type { PriceJournal } from './priceJournal';
import { markUndone } from './qualityReports';

export interface UndoneImport {
  readonly run: PriceRun;
  /** Symbols whose earlier prices were restored. */
  readonly restored: readonly string[];
  /** Symbols whose prices were deleted, since they had none before. */
  readonly removed: readonly string[];
}

/** A row of symbol_before. */
interface SymbolBefore {
  key: string;
  /** Null when the symbol did not exist, or an older program saved the row. */
  symbol_id: number | null;
  ticker: string | null;
  name: string | null;
  /** Whether it was a member of the run's market. */
  was_member: number;
  /** All its market ids, comma-separated; null when an older program saved the row. */
  markets: string | null;
  row_count: number | null;
  first_day: number | null;
  last_day: number | null;
  hash: string | null;
  source: string | null;
  imported_at: number | null;
}

/** As `PriceChanges.saveForUndo`. */
export async function saveForUndo(trx: Knex, run: PriceRun, ticker: string): Promise<void> {
  await beginSaving(trx, run);
  const key = tickerKey(ticker);
  if (key === null || (await trx('symbol_before').where({ key }).first('key'))) return;
  const symbol = await trx('symbol').where({ key }).first('id', 'ticker', 'name');
  const id = symbol?.id ?? -1;
  // Simulated prices are not saved: the sandbox generates them again.
  const real = { symbol_id: id, simulated: false };
  const markets: string[] = await trx('membership').where(real).pluck('market_id');
  const series = await trx('price_series')
    .where(real)
    .first('row_count', 'first_day', 'last_day', 'hash', 'source', 'imported_at');
  await trx('symbol_before').insert({
    key,
    symbol_id: symbol?.id ?? null,
    ticker: symbol?.ticker ?? null,
    name: symbol?.name ?? null,
    was_member: run.marketId !== null && markets.includes(run.marketId),
    markets: markets.join(','),
    ...series,
  });
  if (series === undefined) return;
  const columns = trx('price_column')
    .where({ symbol_id: id })
    .select(trx.raw('?', [key]), 'column_set', 'hash', 'data');
  await trx(trx.raw('column_before (key, column_set, hash, data)')).insert(columns);
}

/**
 * Starts saving for a run: deletes what was saved for the run before it. An import that repeats an interrupted one goes on
 * saving for that one, so that an undo restores what was there before either.
 */
async function beginSaving(trx: Knex, run: PriceRun): Promise<void> {
  const { id, kind, at, marketId, label } = run;
  const saved = await savedRun(trx);
  if (saved?.id === id || (saved !== null && (await isRepeated(trx, saved, run)))) return;
  await deleteSaved(trx);
  await trx('last_import').insert({ id, kind, imported_at: at.getTime(), market_id: marketId ?? '', label });
}

/** Whether a run is the same import as one that never ended its report. */
async function isRepeated(trx: Knex, saved: PriceRun, { kind, marketId, label }: PriceRun): Promise<boolean> {
  if (kind !== 'import' || saved.kind !== kind || saved.marketId !== marketId || saved.label !== label) return false;
  const run = trx('price_run').where({ run: saved.id }).select('id');
  return (await trx('quality_report').whereIn('run_id', run).whereNull('finished_at').first('run_id')) !== undefined;
}

async function deleteSaved(trx: Knex): Promise<void> {
  // Columns are deleted with their symbols (foreign key).
  await trx('symbol_before').delete();
  await trx('last_import').delete();
}

/** As `PriceChanges.undoImport`. */
export async function undoImport(trx: Knex, journal: PriceJournal): Promise<UndoneImport | null> {
  const run = await savedRun(trx);
  if (run === null) return null;
  journal.relabel(`the ${run.kind} of ${run.at.toISOString()} (${run.label})`);
  const restored: string[] = [];
  const removed: string[] = [];
  const before: SymbolBefore[] = await trx('symbol_before').orderBy('key');
  const changedSymbols = run.kind === 'rename' || run.kind === 'remove';
  if (changedSymbols) await restoreSymbols(trx, journal, run.at, before);
  for (const saved of before) {
    const symbol = await symbolOf(trx, saved);
    if (symbol === undefined) continue;
    await journal.touch(symbol.id);
    const bars = await journal.bars(symbol.id);
    if (saved.hash === null) await trx('price_series').where({ symbol_id: symbol.id }).delete();
    else await restoreSeries(trx, symbol.id, saved);
    await journal.seriesChanged(symbol.id, bars, await journal.bars(symbol.id));
    (saved.hash === null ? removed : restored).push(symbol.ticker);
    if (changedSymbols) await restoreMarkets(trx, symbol.id, saved);
    else if (!saved.was_member) {
      await trx('membership').where({ symbol_id: symbol.id, market_id: run.marketId }).delete();
    }
    if (symbol.name !== saved.name) await trx('symbol').where({ id: symbol.id }).update({ name: saved.name });
    // The import may have created the symbol.
    await deleteUnused(trx, (symbols) => symbols.where({ id: symbol.id }));
  }
  await markUndone(trx, run, journal.run.at);
  await deleteSaved(trx);
  return { run, restored, removed };
}

/** The run whose changes are saved; null when there is none. */
async function savedRun(trx: Knex): Promise<PriceRun | null> {
  const columns = { run: 'id', kind: 'kind', began_at: 'imported_at', market_id: 'market_id', label: 'label' };
  const row: RunRow | undefined = await trx('last_import').first(columns);
  // This table has '' for no market in particular.
  return row === undefined ? null : toRun({ ...row, market_id: row.market_id || null });
}

async function symbolOf(
  trx: Knex,
  { key, symbol_id }: SymbolBefore,
): Promise<{ id: number; ticker: string; key: string; name: string | null } | undefined> {
  const found = symbol_id === null ? undefined : await trx('symbol').where({ id: symbol_id }).first();
  return found ?? (await trx('symbol').where({ key }).first());
}

/**
 * Gives renamed symbols their tickers back, then creates deleted symbols again under their old ids, so that former tickers
 * still refer to them.
 */
async function restoreSymbols(
  trx: Knex,
  journal: PriceJournal,
  until: Date,
  before: readonly SymbolBefore[],
): Promise<void> {
  for (const saved of before) {
    const symbol = await symbolOf(trx, saved);
    if (symbol === undefined || symbol.key === saved.key) continue;
    const other = await trx('symbol').where({ key: saved.key }).first('ticker');
    if (other) {
      throw new Error(`${symbol.ticker} cannot be renamed back to ${saved.ticker}: another symbol has that ticker now`);
    }
    await journal.touch(symbol.id);
    await renameInFeeds(trx, symbol.ticker, saved.ticker ?? saved.key);
    await trx('symbol').where({ id: symbol.id }).update({ ticker: saved.ticker, key: saved.key });
  }
  for (const { key, symbol_id: id, ticker, name } of before) {
    if (id === null) continue;
    await trx('former_ticker').where({ symbol_id: id, until: until.getTime() }).delete();
    if (await trx('symbol').where({ id }).orWhere({ key }).first('id')) continue;
    await trx('symbol').insert({ id, ticker, key, name });
    journal.created(id);
  }
}

/** Restores exactly the earlier markets. */
async function restoreMarkets(trx: Knex, symbolId: number, { markets }: SymbolBefore): Promise<void> {
  await trx('membership').where({ symbol_id: symbolId }).delete();
  for (const market_id of (markets ?? '').split(',').filter((id) => id !== '')) {
    await trx('membership').insert({ market_id, symbol_id: symbolId, simulated: false });
  }
}

async function restoreSeries(trx: Knex, symbolId: number, before: SymbolBefore): Promise<void> {
  const { key, row_count, first_day, last_day, hash, source, imported_at } = before;
  const series = { row_count, first_day, last_day, hash, source, imported_at };
  await trx('price_series')
    .insert({ ...series, symbol_id: symbolId, simulated: false })
    .onConflict('symbol_id')
    .merge();
  const columns: object[] = await trx('column_before').where({ key }).select('column_set', 'hash', 'data');
  for (const column of columns) {
    const row = { ...column, symbol_id: symbolId };
    await trx('price_column').insert(row).onConflict(['symbol_id', 'column_set']).merge();
  }
}

/** Deletes symbols without prices and market. @param which selects from the table `symbol` */
export async function deleteUnused(trx: Knex, which: (symbols: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<void> {
  await which(trx('symbol'))
    .whereNotIn('id', trx('membership').select('symbol_id'))
    .whereNotIn('id', trx('price_series').select('symbol_id'))
    .delete();
}
