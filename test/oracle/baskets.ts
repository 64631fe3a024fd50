import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { around, average, daysBetween, inYear, plusDays, type Quote, slowRise } from './slowWindow';

export { average };

/**
 * A second, slow route from a price file to yearly returns, sharing no code with src: ISO strings, linear scans over
 * every line, and arithmetic written out from METHOD 1 and 2.
 */
export interface Line extends Quote {
  readonly high: number;
  readonly low: number;
}

export interface YearResult {
  readonly year: number;
  readonly r: number;
  readonly mfe: number;
  readonly mae: number;
}

/** One symbol's lines, oldest first. */
export function readLines(folder: string, universe: string, symbol: string): Line[] {
  const text = gunzipSync(readFileSync(join(folder, 'eod', `${universe}.csv.gz`))).toString('latin1');
  const rows = text.split('\n').filter((row) => row.startsWith(`${symbol},`));
  return rows.map((row) => {
    const [, date, , high, low, last] = row.split(',');
    const close = Number(last);
    return { date, close, high: high === '' ? close : Number(high), low: low === '' ? close : Number(low) };
  });
}

/** The year's result from `entry` to `end`, or null when METHOD 1 calls it missing. @param known lines up to as-of */
function yearResult(
  known: readonly Line[],
  gap: number,
  year: number,
  entry: string,
  end: string,
  short: boolean,
): YearResult | null {
  const move = slowRise(known, entry, daysBetween(entry, end) + 1, gap);
  if (move === null) return null;
  const [{ close: p0 }, ...later] = around(known, entry, end).filter(({ date }) => date >= entry && date <= end);
  const rise = Math.max(0, ...later.map(({ high }) => (high / p0 - 1) * 100));
  const fall = Math.min(0, ...later.map(({ low }) => (low / p0 - 1) * 100));
  return short ? { year, r: -move, mfe: -fall, mae: -rise } : { year, r: move, mfe: rise, mae: fall };
}

/** Results by year for a window of `days` calendar days from `monthDay`, for the given years. */
export function yearResults(
  lines: readonly Line[],
  asOf: string,
  years: readonly number[],
  window: { monthDay: string; days: number } | { monthDay: string; endMonthDay: string },
  short = false,
  gap = 10,
): Map<number, YearResult> {
  const found = new Map<number, YearResult>();
  const known = lines.filter(({ date }) => date <= asOf);
  for (const year of years) {
    const entry = inYear(`0000-${window.monthDay}`, year);
    const end = 'days' in window ? plusDays(entry, window.days - 1) : inYear(`0000-${window.endMonthDay}`, year);
    const result = yearResult(known, gap, year, entry, end, short);
    if (result) found.set(year, result);
  }
  return found;
}

export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  return n % 2 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

export function spread(values: readonly number[]): number {
  const centre = average(values);
  return Math.sqrt(values.map((v) => (v - centre) ** 2).reduce((a, b) => a + b, 0) / (values.length - 1));
}
