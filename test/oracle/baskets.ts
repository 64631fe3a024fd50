import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * A second, slow route from a price file to yearly returns, sharing no code with src: ISO strings, linear scans over
 * every line, and arithmetic written out from METHOD 1 and 2.
 */
export interface Line {
  readonly date: string;
  readonly close: number;
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
  const text = gunzipSync(readFileSync(join(folder, 'eod', `${universe}.csv.gz`))).toString('utf8');
  const lines: Line[] = [];
  for (const row of text.split('\n')) {
    const [name, date, , high, low, close] = row.split(',');
    if (name !== symbol) continue;
    const at = Number(close);
    lines.push({ date, close: at, high: high === '' ? at : Number(high), low: low === '' ? at : Number(low) });
  }
  return lines;
}

const plusDays = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** `MM-DD` in a year; Feb 29 is Mar 1 where there is none. */
export function dateIn(year: number, monthDay: string): string {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return monthDay === '02-29' && !leap ? `${year}-03-01` : `${year}-${monthDay}`;
}

/** The year's result from `entry` to `end`, or null when METHOD 1 calls it missing. */
export function yearResult(
  all: readonly Line[],
  asOf: string,
  gap: number,
  year: number,
  entry: string,
  end: string,
  short: boolean,
): YearResult | null {
  const lines = all.filter((line) => line.date <= asOf);
  const inside = lines.filter((line) => line.date >= entry && line.date <= end);
  if (!lines.some((line) => line.date <= entry) || !lines.some((line) => line.date >= end)) return null;
  if (inside.length < 2 || daysBetween(entry, inside[0].date) > gap) return null;
  for (let i = 1; i < inside.length; i++) if (daysBetween(inside[i - 1].date, inside[i].date) > gap) return null;
  if (daysBetween(inside[inside.length - 1].date, end) > gap) return null;
  const p0 = inside[0].close;
  const p1 = inside[inside.length - 1].close;
  if (p0 <= 0 || p1 <= 0) return null;
  const later = inside.slice(1);
  const rise = Math.max(0, ...later.map((line) => (line.high / p0 - 1) * 100));
  const fall = Math.min(0, ...later.map((line) => (line.low / p0 - 1) * 100));
  const move = (p1 / p0 - 1) * 100;
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
  for (const year of years) {
    const entry = dateIn(year, window.monthDay);
    const end = 'days' in window ? plusDays(entry, window.days - 1) : dateIn(year, window.endMonthDay);
    const result = yearResult(lines, asOf, gap, year, entry, end, short);
    if (result) found.set(year, result);
  }
  return found;
}

export const average = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const n = sorted.length;
  return n % 2 ? sorted[(n - 1) / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

export function spread(values: readonly number[]): number {
  const centre = average(values);
  return Math.sqrt(values.map((v) => (v - centre) ** 2).reduce((a, b) => a + b, 0) / (values.length - 1));
}
