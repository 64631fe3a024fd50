import type { Knex } from 'knex';
import { toIso } from '../../core/calendar/dates';
import type { Bars } from '../../core/window/bars';
import type { ColumnSet } from './priceBlob';

/** A row of price_column. */
export interface StoredColumn {
  symbol_id: number;
  column_set: ColumnSet;
  hash: string;
  data: Buffer;
}

/** Whether there is any simulated, or any real, series. */
export async function hasSeries(knex: Knex, simulated: boolean): Promise<boolean> {
  return (await knex('price_series').where({ simulated }).first('symbol_id')) !== undefined;
}

/** Whether this very series is there and undamaged, so that importing again mends what somebody broke. */
export async function isStored(trx: Knex, series: object, columns: readonly StoredColumn[]): Promise<boolean> {
  if (!(await trx('price_series').where(series).first('symbol_id'))) return false;
  for (const { data, ...column } of columns) {
    const stored = await trx('price_column').where(column).first('data');
    if (!Buffer.isBuffer(stored?.data) || !data.equals(stored.data)) return false;
  }
  return true;
}

/** @throws Error when there are real prices: simulated ones never mix with them */
export async function assertNoReal(trx: Knex): Promise<void> {
  if (await hasSeries(trx, false)) throw new Error('simulated prices cannot be stored beside real ones');
}

/**
 * Simulated prices and memberships go, and symbols nothing else refers to.
 *
 * @param keep the symbol about to receive real prices, which nothing refers to yet
 */
export async function removeSimulated(trx: Knex, keep: number | null): Promise<void> {
  if (!(await hasSeries(trx, true))) return;
  // Columns go with their series (foreign key).
  await trx('price_series').where({ simulated: true }).delete();
  await trx('membership').where({ simulated: true }).delete();
  await trx('symbol')
    .whereNotIn('id', trx('membership').select('symbol_id'))
    .whereNotIn('id', trx('price_series').select('symbol_id'))
    .whereNot('id', keep ?? -1)
    .delete();
}

/** @throws RangeError naming the first fault */
export function assertSeries({ day, close, high, low }: Bars): void {
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
