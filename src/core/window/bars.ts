import type { Day } from '../calendar/dates';
import { median } from '../statistics/moments';

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

/** Difference between two versions of a symbol's bars. */
export interface BarsChange {
  /** Days only in the new version, and days only in the old one. */
  readonly added: number;
  readonly removed: number;
  /** Days in both whose close, high or low differs. */
  readonly restated: number;
  /** First and last of the restated days; null without any. */
  readonly restatedFrom: Day | null;
  readonly restatedTo: Day | null;
  /** Factor of all restated closes, as after a split or dividend; null when there is no single one. */
  readonly factor: number | null;
}

export const NO_CHANGE: BarsChange = {
  added: 0,
  removed: 0,
  restated: 0,
  restatedFrom: null,
  restatedTo: null,
  factor: null,
};

/** Relative difference up to which two ratios are one factor: vendors round prices to six significant digits or fewer. */
const ONE_FACTOR = 1e-4;

/** Calls `visit` with the positions of every day that both series have, ascending. */
function eachSharedDay(first: Bars, second: Bars, visit: (inFirst: number, inSecond: number) => void): void {
  for (let a = 0, b = 0; a < first.day.length && b < second.day.length; ) {
    const gap = first.day[a] - second.day[b];
    if (gap === 0) visit(a, b);
    if (gap <= 0) a += 1;
    if (gap >= 0) b += 1;
  }
}

/** Compares two versions of a symbol's bars, day by day; null = no bars. */
export function barsChange(before: Bars | null, after: Bars | null): BarsChange {
  const [old, now] = [before ?? emptyBars(0), after ?? emptyBars(0)];
  let shared = 0;
  const restated: number[] = [];
  const ratios: number[] = [];
  eachSharedDay(old, now, (b, a) => {
    shared += 1;
    if (sameBar(old, b, now, a)) return;
    restated.push(now.day[a]);
    ratios.push(now.close[a] / old.close[b]);
  });
  return {
    added: now.day.length - shared,
    removed: old.day.length - shared,
    restated: restated.length,
    restatedFrom: restated.at(0) ?? null,
    restatedTo: restated.at(-1) ?? null,
    factor: oneFactor(ratios),
  };
}

function sameBar(before: Bars, b: number, after: Bars, a: number): boolean {
  return (
    before.close[b] === after.close[a] &&
    Object.is(before.high[b], after.high[a]) &&
    Object.is(before.low[b], after.low[a])
  );
}

/** The common factor; null for a single day, which proves none, and for a factor of 1, a change of highs and lows alone. */
function oneFactor(ratios: readonly number[]): number | null {
  if (ratios.length < 2) return null;
  const factor = ratios[ratios.length - 1];
  const isOne = Math.abs(factor - 1) > ONE_FACTOR && factor > 0 && Number.isFinite(factor);
  return isOne && ratios.every((ratio) => Math.abs(ratio / factor - 1) <= ONE_FACTOR) ? factor : null;
}

/** Difference between the closes of two series on the days that both have. */
interface SeriesDifference {
  readonly shared: number;
  /** Days whose closes differ by more than `tolerance`. */
  readonly differing: number;
  /** Days of the first series that the second lacks. */
  readonly lost: number;
  /** Second over first less one, percent; null when every shared close of the first is 0. */
  readonly spread: { readonly lowest: number; readonly median: number; readonly highest: number } | null;
  /** A sample of the days, evenly spaced, with the first and the last. */
  readonly sample: readonly { readonly day: Day; readonly percent: number }[];
}

/**
 * Compares two series by their closes.
 *
 * @param tolerance relative difference up to which two closes are the same
 * @param most days of the sample, at least 2
 */
export function seriesDifference(first: Bars, second: Bars, tolerance: number, most: number): SeriesDifference {
  const days: { day: Day; percent: number }[] = [];
  let shared = 0;
  let differing = 0;
  eachSharedDay(first, second, (a, b) => {
    shared += 1;
    const [was, is] = [first.close[a], second.close[b]];
    if (Math.abs(is - was) > tolerance * Math.max(Math.abs(was), Math.abs(is))) differing += 1;
    if (was !== 0) days.push({ day: first.day[a], percent: 100 * (is / was - 1) });
  });
  const sorted = days.map(({ percent }) => percent).sort((a, b) => a - b);
  return {
    shared,
    differing,
    lost: first.day.length - shared,
    spread:
      sorted.length === 0 ? null : { lowest: sorted[0], median: median(sorted), highest: sorted[sorted.length - 1] },
    sample: evenly(days, most),
  };
}

/** At most `most` elements, evenly spaced, with the first and the last. */
function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]);
}
