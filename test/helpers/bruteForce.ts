import type { Bars } from '../../src/core/window/bars';
import { around, inYear, plusDays, type Quote, slowLookback, slowRise } from '../oracle/slowWindow';

/** What an answer shows of a window, by the slow computation of METHOD 1 and 2, which shares no code with src/. */

export interface PlainBar extends Quote {
  readonly high: number;
  readonly low: number;
}

interface PlainYear {
  readonly year: string;
  readonly return_pct: number;
  readonly mfe_pct: number;
  readonly mae_pct: number;
}

export interface PlainWindow {
  readonly entry: string;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: 'long' | 'short';
  readonly years: number;
  readonly asOf: string;
  /** Year % 4 that counts; undefined = consecutive years. */
  readonly position?: number;
  readonly gapLimit?: number;
}

export function plainBars({ day, close, high, low }: Bars): PlainBar[] {
  return Array.from(day, (number, i) => ({
    date: plusDays('1970-01-01', number),
    close: close[i],
    high: Number.isNaN(high[i]) ? close[i] : high[i],
    low: Number.isNaN(low[i]) ? close[i] : low[i],
  }));
}

/** The yearly results of a window, oldest first. */
export function plainYears(bars: readonly PlainBar[], window: PlainWindow): PlainYear[] {
  const known = bars.filter((bar) => bar.date <= window.asOf);
  return plainEntries(window).flatMap((entry) => plainYear(known, entry, window) ?? []);
}

/** Entry dates of the lookback, oldest first: by calendar alone. */
export function plainEntries({ position, ...window }: PlainWindow): string[] {
  const cycle = position === undefined ? 'consecutive' : `pe${position}`;
  return slowLookback({ ...window, cycle }).map((year) => inYear(window.entry, year));
}

/** The result of one occurrence, from bars that end at as-of; null if the year is missing. */
export function plainYear(
  known: readonly PlainBar[],
  entry: string,
  { hold, direction, gapLimit = 10 }: Pick<PlainWindow, 'hold' | 'direction' | 'gapLimit'>,
): PlainYear | null {
  const rise = slowRise(known, entry, hold, gapLimit);
  if (rise === null) return null;
  const end = plusDays(entry, hold - 1);
  const [first, ...later] = around(known, entry, end).filter(({ date }) => date >= entry && date <= end);
  const up = Math.max(0, ...later.map(({ high }) => 100 * (high / first.close - 1)));
  const down = Math.min(0, ...later.map(({ low }) => 100 * (low / first.close - 1)));
  const year = entry.slice(0, 4);
  return direction === 'long'
    ? { year, return_pct: rise, mfe_pct: up, mae_pct: down }
    : { year, return_pct: -rise, mfe_pct: -down, mae_pct: -up };
}

interface PlainStats {
  readonly n: number;
  readonly wins: number;
  readonly mean: number;
  readonly median: number;
  /** 0 for a single year. */
  readonly deviation: number;
  readonly sharpe: number;
}

export function plainStats(returns: readonly number[]): PlainStats {
  const n = returns.length;
  const mean = returns.reduce((sum, r) => sum + r, 0) / n;
  const deviation = n < 2 ? 0 : Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (n - 1));
  const sorted = [...returns].sort((a, b) => a - b);
  const median = (sorted[Math.floor((n - 1) / 2)] + sorted[Math.ceil((n - 1) / 2)]) / 2;
  const wins = returns.filter((r) => r > 0).length;
  return { n, wins, mean, median, deviation, sharpe: n < 2 || deviation === 0 ? 0 : mean / deviation };
}
