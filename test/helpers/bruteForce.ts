import type { Bars } from '../../src/core/window/bars';

/**
 * METHOD 1 and 2 by plain loops over ISO dates: an independent computation that shares no code with src/.
 */

export interface PlainBar {
  readonly date: string;
  readonly close: number;
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

const DAY_MS = 86_400_000;

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

export function plainBars({ day, close, high, low }: Bars): PlainBar[] {
  return Array.from(day, (number, i) => ({
    date: addDays('1970-01-01', number),
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
export function plainEntries({ entry, hold, years, asOf, position }: PlainWindow): string[] {
  const entries: string[] = [];
  let year = Number(entry.slice(0, 4)) - 1;
  while (position !== undefined && year % 4 !== position) year -= 1;
  const step = position === undefined ? 1 : 4;
  const inYear = (y: number) => (entry.slice(5) === '02-29' && !isLeap(y) ? `${y}-03-01` : `${y}${entry.slice(4)}`);
  while (addDays(inYear(year), hold - 1) > asOf) year -= step;
  for (let i = 0; i < years; i++) entries.unshift(inYear(year - i * step));
  return entries;
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}

/** The result of one occurrence, from bars that end at as-of; null if the year is missing. */
export function plainYear(
  known: readonly PlainBar[],
  entry: string,
  window: Pick<PlainWindow, 'hold' | 'direction' | 'gapLimit'>,
): PlainYear | null {
  const { hold, direction, gapLimit = 10 } = window;
  const end = addDays(entry, hold - 1);
  if (known.length === 0 || known[0].date > entry || known[known.length - 1].date < end) return null;
  const inside = known.filter((bar) => bar.date >= entry && bar.date <= end);
  if (inside.length < 2 || daysBetween(entry, inside[0].date) > gapLimit) return null;
  for (let i = 1; i < inside.length; i++) if (daysBetween(inside[i - 1].date, inside[i].date) > gapLimit) return null;
  if (daysBetween(inside[inside.length - 1].date, end) > gapLimit) return null;
  const first = inside[0].close;
  const last = inside[inside.length - 1].close;
  if (first <= 0 || last <= 0) return null;
  const highest = Math.max(...inside.slice(1).map((bar) => bar.high));
  const lowest = Math.min(...inside.slice(1).map((bar) => bar.low));
  const up = Math.max(0, highest / first - 1) * 100;
  const down = Math.min(0, lowest / first - 1) * 100;
  const rise = (last / first - 1) * 100;
  return direction === 'long'
    ? { year: entry.slice(0, 4), return_pct: rise, mfe_pct: up, mae_pct: down }
    : { year: entry.slice(0, 4), return_pct: -rise, mfe_pct: -down, mae_pct: -up };
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
  return { n, wins, mean, median, deviation, sharpe: deviation === 0 || n < 3 ? 0 : mean / deviation };
}
