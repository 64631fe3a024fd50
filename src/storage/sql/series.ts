import { toIso } from '../../core/calendar/dates';
import type { Closes } from '../../core/detection/columns';
import type { Bars } from '../../core/window/bars';
import { uncomputableClose, uncomputableRange } from '../../core/window/computable';
import { CorruptPricesError, UncomputablePricesError } from '../errors';
import type { StoredRanges } from '../prices';
import { BYTES_PER_BAR, type ColumnSet, contentHash, decodeCloses, decodeRange } from './priceBlob';

/** Columns of a series as they are stored. */
export interface StoredColumns {
  readonly ticker: string;
  /** As the series has it. */
  readonly row_count: number;
  /** Null where there are none. */
  readonly hash: string | null;
  readonly data: unknown;
}

/** @throws CorruptPricesError for columns whose size or hash does not fit */
export function closesOf(stored: StoredColumns): Closes {
  const closes = decodeCloses(verified(stored, 'close'), stored.row_count);
  const bad = uncomputableClose(closes);
  if (bad >= 0) throw new UncomputablePricesError(stored.ticker, toIso(closes.day[bad]));
  return closes;
}

/** The same with highs and lows. @throws CorruptPricesError */
export function barsOf(closes: Closes, stored: StoredColumns): Bars {
  const range = rangeOf(stored, (bar) => toIso(closes.day[bar]));
  return { ...closes, ...range };
}

/** Highs and lows alone. @param hash of the series @throws CorruptPricesError */
export function rangesOf(stored: StoredColumns, hash: string): StoredRanges {
  return { ...rangeOf(stored, (bar) => `bar ${bar + 1}`), hash };
}

function rangeOf(stored: StoredColumns, nameOf: (bar: number) => string): Pick<Bars, 'high' | 'low'> {
  const range = decodeRange(verified(stored, 'range'), stored.row_count);
  const bad = uncomputableRange(range);
  if (bad >= 0) throw new UncomputablePricesError(stored.ticker, nameOf(bad));
  return range;
}

function verified({ ticker, row_count: rows, data, hash }: StoredColumns, set: ColumnSet): Buffer {
  if (!Buffer.isBuffer(data)) throw new CorruptPricesError(ticker, `its ${set} columns are missing`);
  const expected = rows * BYTES_PER_BAR[set];
  if (data.length !== expected) {
    throw new CorruptPricesError(ticker, `its ${set} columns have ${data.length} bytes, expected ${expected}`);
  }
  if (contentHash(data) !== hash) throw new CorruptPricesError(ticker, `the hash of its ${set} columns does not fit`);
  return data;
}
