import type { Knex } from 'knex';
import { toIso } from '../core/calendar/dates';
import type { Bars } from '../core/window/bars';
import { sha256 } from './canonical';
import { type ColumnSet, encodeCloses, encodeRange, type SeriesMeta } from './priceBlob';
import type { PriceJournal } from './priceJournal';

/** A row of price_column. */
interface StoredColumn {
  symbol_id: number;
  column_set: ColumnSet;
  hash: string;
  data: Buffer;
}

/** As `PriceChanges.replace`. */
export async function replaceSeries(
  trx: Knex,
  journal: PriceJournal,
  symbolId: number,
  bars: Bars,
  { source, importedAt, simulated }: SeriesMeta,
): Promise<'stored' | 'unchanged'> {
  assertSeries(bars);
  const columns = [
    storedColumn(symbolId, 'close', encodeCloses(bars)),
    storedColumn(symbolId, 'range', encodeRange(bars)),
  ];
  if (!simulated) await clearSimulated(trx, journal, symbolId);
  else if (await hasSeries(trx, false)) throw new Error('simulated prices cannot be stored beside real ones');
  const series = {
    symbol_id: symbolId,
    row_count: bars.day.length,
    first_day: bars.day[0],
    last_day: bars.day[bars.day.length - 1],
    hash: sha256(columns[0].hash, columns[1].hash),
    source,
    simulated,
  };
  if (await isStored(trx, series, columns)) return 'unchanged';
  if (simulated) journal.simulatedChanged();
  else await journal.seriesChanged(symbolId, await journal.bars(symbolId), bars);
  const row = { ...series, imported_at: importedAt.getTime() };
  await trx('price_series').insert(row).onConflict('symbol_id').merge();
  for (const column of columns) {
    await trx('price_column').insert(column).onConflict(['symbol_id', 'column_set']).merge();
  }
  return 'stored';
}

function storedColumn(symbolId: number, set: ColumnSet, data: Buffer): StoredColumn {
  return { symbol_id: symbolId, column_set: set, hash: sha256(data), data };
}

/** Whether exactly this series is stored undamaged. A damaged one is written again. */
async function isStored(trx: Knex, series: object, columns: readonly StoredColumn[]): Promise<boolean> {
  if (!(await trx('price_series').where(series).first('symbol_id'))) return false;
  for (const { data, ...column } of columns) {
    const stored = await trx('price_column').where(column).first('data');
    if (!Buffer.isBuffer(stored?.data) || !data.equals(stored.data)) return false;
  }
  return true;
}

async function hasSeries(trx: Knex, simulated: boolean): Promise<boolean> {
  return (await trx('price_series').where({ simulated }).first('symbol_id')) !== undefined;
}

/**
 * Deletes simulated prices and memberships, and symbols that nothing else refers to.
 *
 * @param keep the symbol that is about to receive its first real prices
 */
export async function clearSimulated(trx: Knex, journal: PriceJournal, keep: number | null): Promise<void> {
  if (!(await hasSeries(trx, true))) return;
  journal.simulatedChanged();
  // Columns are deleted with their series (foreign key).
  await trx('price_series').where({ simulated: true }).delete();
  await trx('membership').where({ simulated: true }).delete();
  await deleteUnused(trx, (symbols) => symbols.whereNot('id', keep ?? -1));
}

/** Deletes symbols without prices and market. @param which selects from the table `symbol` */
export async function deleteUnused(trx: Knex, which: (symbols: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<void> {
  await which(trx('symbol'))
    .whereNotIn('id', trx('membership').select('symbol_id'))
    .whereNotIn('id', trx('price_series').select('symbol_id'))
    .delete();
}

/** @throws RangeError that names the first fault */
function assertSeries({ day, close, high, low }: Bars): void {
  const n = day.length;
  if (n === 0) throw new RangeError('a price series needs at least one bar');
  if (close.length !== n || high.length !== n || low.length !== n) {
    throw new RangeError(
      `columns differ in length: ${n} days, ${close.length} closes, ${high.length} highs, ${low.length} lows`,
    );
  }
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(close[i])) throw new RangeError(`close of ${toIso(day[i])} is ${close[i]}, expected a number`);
    if (i > 0 && day[i] <= day[i - 1]) {
      throw new RangeError(`days must ascend, got ${toIso(day[i])} after ${toIso(day[i - 1])}`);
    }
  }
}
