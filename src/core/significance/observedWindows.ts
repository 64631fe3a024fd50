import type { Day } from '../calendar/dates';
import { type PriceColumns, symbolRecord } from '../detection/columns';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { log, max, min } = Math;

/**
 * What the returns and realised variances of a symbol's windows are read from: for entry dates `from` .. `from + rows - 1`
 * and holds up to `maxHold`. The window of entry date `from + row` and hold h has
 *   return    close[row + h - 1] / p0[row] - 1, as a fraction, long,
 *   variance  variance[row + h - 1] - varianceAtEntry[row]: sum of the squared log returns from bar to bar after P0
 *             through P1 (METHOD 9),
 * and is observed (METHOD 1) if holds[2 * row] <= h <= holds[2 * row + 1] and that close is positive. Scratch memory,
 * overwritten for every symbol.
 */
export interface ObservedWindows {
  readonly from: Day;
  readonly rows: number;
  readonly maxHold: number;
  /** By calendar day, `rows + maxHold` elements: close of the last session on or before it; 0 = none, or not positive. */
  readonly close: Float64Array;
  /** By calendar day: sum of the squared log returns of all days from `from` through it. */
  readonly variance: Float64Array;
  /** By entry date: close of its entry session. */
  readonly p0: Float64Array;
  /** By entry date: `variance` of its entry session. */
  readonly varianceAtEntry: Float64Array;
  /** By entry date: shortest and longest hold that METHOD 1 lets count; no hold counts if the first exceeds the second. */
  readonly holds: Int16Array;
}

/** Allocates the arrays for entry dates `from` .. `to` and holds up to `maxHold`. */
export function allocateWindows(from: Day, to: Day, maxHold: number): ObservedWindows {
  const rows = to - from + 1;
  const days = rows + maxHold;
  return {
    from,
    rows,
    maxHold,
    close: new Float64Array(days),
    variance: new Float64Array(days),
    p0: new Float64Array(rows),
    varianceAtEntry: new Float64Array(rows),
    holds: new Int16Array(2 * rows),
  };
}

/**
 * Fills the arrays for a symbol.
 *
 * @param last last session that may touch a number
 * @param gapLimit calendar days without a session that end an observation
 */
export function fillWindows(
  windows: ObservedWindows,
  columns: PriceColumns,
  symbol: number,
  last: Day,
  gapLimit: number,
): void {
  fillDays(windows, columns, symbol, last);
  const { runs, slip } = columns;
  const { from, rows, maxHold, close, variance, p0, varianceAtEntry, holds } = windows;
  const { start, firstDay, gaps, gapsEnd } = symbolRecord(columns, symbol);
  const base = start - firstDay;
  let gap = gaps;
  for (let row = 0; row < rows; row++) {
    holds[2 * row] = 1;
    holds[2 * row + 1] = 0;
    const entry = from + row;
    if (entry < firstDay || entry >= last) continue;
    const session = entry + slip[base + entry];
    if (session - entry > gapLimit || session >= last) continue;
    const price = columns.close[base + session];
    const next = session + 1 + slip[base + session + 1];
    if (price === 0 || next - session > gapLimit) continue;
    // Sessions ascend from row to row, so a halt that is passed stays passed.
    while (gap < gapsEnd && (runs[gap] + firstDay < session || runs[gap + 1] - runs[gap] <= gapLimit)) gap += 2;
    const lastEnd = gap < gapsEnd ? min(last, runs[gap] + firstDay + gapLimit) : last;
    p0[row] = price;
    varianceAtEntry[row] = session - from < close.length ? variance[session - from] : 0;
    // The exit session is after the entry session.
    holds[2 * row] = next - entry + 1;
    holds[2 * row + 1] = min(maxHold, lastEnd - entry + 1);
  }
}

function fillDays(windows: ObservedWindows, columns: PriceColumns, symbol: number, last: Day): void {
  const { from, close, variance } = windows;
  const { start, firstDay } = symbolRecord(columns, symbol);
  const base = start - firstDay;
  close.fill(0);
  variance.fill(0);
  const end = min(last, from + close.length - 1);
  let before = 0;
  let total = 0;
  for (let day = max(from, firstDay); day <= end; day++) {
    const price = columns.close[base + day];
    // Days without a session repeat the close before them. A close that is not positive has no logarithm: it is left out.
    if (price > 0 && price !== before) {
      if (before > 0) {
        const change = log(price / before);
        total += change * change;
      }
      before = price;
    }
    close[day - from] = price;
    variance[day - from] = total;
  }
}

/** Observations of some windows: long returns as fractions, NaN = missing, and realised variances. */
export interface Observations {
  readonly returns: Float64Array;
  readonly variances: Float64Array;
}

/**
 * Reads windows of one hold each at successive entry dates.
 *
 * @param firsts first entry date and hold of each series
 * @param count entry dates of a series; `count` elements a series are returned
 * @param step calendar days from one entry date to the next
 */
export function readObservations(
  { from, rows, close, variance, p0, varianceAtEntry, holds }: ObservedWindows,
  firsts: readonly { readonly entry: Day; readonly hold: number }[],
  count: number,
  step: number,
): Observations {
  const returns = new Float64Array(firsts.length * count).fill(Number.NaN);
  const variances = new Float64Array(firsts.length * count);
  for (let k = 0, at = 0; k < firsts.length; k++) {
    const { entry, hold } = firsts[k];
    let row = entry - from;
    for (let i = 0; i < count; i++, at++, row += step) {
      if (row < 0 || row >= rows || holds[2 * row] > hold || hold > holds[2 * row + 1]) continue;
      const p1 = close[row + hold - 1];
      if (p1 === 0) continue;
      returns[at] = p1 / p0[row] - 1;
      variances[at] = variance[row + hold - 1] - varianceAtEntry[row];
    }
  }
  return { returns, variances };
}
