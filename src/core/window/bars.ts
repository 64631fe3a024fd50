import type { Day } from '../calendar/dates';

/**
 * The sessions of one symbol, oldest first: one element a bar in every array. Prices are adjusted for splits and
 * dividends (METHOD 1). `close` may be zero or negative (WTI, 2020-04-20); an unknown high or low is NaN.
 */
export interface Bars {
  readonly day: Int32Array;
  readonly close: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** The bars up to and including `day`, as views on the same memory. */
export function barsThrough(bars: Bars, day: Day): Bars {
  const end = upperBound(bars.day, day);
  if (end === bars.day.length) return bars;
  return {
    day: bars.day.subarray(0, end),
    close: bars.close.subarray(0, end),
    high: bars.high.subarray(0, end),
    low: bars.low.subarray(0, end),
  };
}

/** Days and closes of `Bars`: what searches read. */
export type Closes = Pick<Bars, 'day' | 'close'>;

/** The closes up to and including `last`, as views on the same memory. */
export function closesThrough({ day, close }: Closes, last: Day): Closes {
  const end = upperBound(day, last);
  return { day: day.subarray(0, end), close: close.subarray(0, end) };
}

/** Index of the first element > `value` in an ascending array; its length when there is none. */
export function upperBound(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the first session on or after `day`; the length when there is none. */
export function firstAtOrAfter(bars: Pick<Bars, 'day'>, day: Day): number {
  return upperBound(bars.day, day - 1);
}

/** Index of the last session on or before `day`; -1 when there is none. */
export function lastAtOrBefore(bars: Pick<Bars, 'day'>, day: Day): number {
  return upperBound(bars.day, day) - 1;
}

/** Columns of `n` bars, to be filled. */
export function emptyBars(n: number): Bars {
  return { day: new Int32Array(n), close: new Float64Array(n), high: new Float64Array(n), low: new Float64Array(n) };
}

const { abs } = Math;

/**
 * Bounds of a price's size within which every number of METHOD is finite: so is 100 times the ratio of two such prices,
 * squared and summed over a century. No real price comes near; one outside is a fault of the data.
 */
export const COMPUTABLE = { min: 1e-60, max: 1e60 } as const;

/** Whether a price can be computed with. Zero can, as METHOD 1 skips it; NaN and infinities cannot. */
export function isComputable(price: number): boolean {
  const size = abs(price);
  return price === 0 || (size >= COMPUTABLE.min && size <= COMPUTABLE.max);
}

/** Index of the first close that cannot be computed with; -1 when all can. */
export function uncomputableClose({ close }: Pick<Bars, 'close'>): number {
  for (let i = 0; i < close.length; i++) if (!isComputable(close[i])) return i;
  return -1;
}

/** Index of the first bar whose high or low cannot be computed with; -1 without one. NaN, an unknown value, is accepted. */
export function uncomputableRange({ high, low }: Pick<Bars, 'high' | 'low'>): number {
  const isBad = (price: number) => !isComputable(price) && !Number.isNaN(price);
  for (let i = 0; i < high.length; i++) if (isBad(high[i]) || isBad(low[i])) return i;
  return -1;
}
