import { fromIso, toIso } from '../../src/core/calendar/dates';
import type { Bars } from '../../src/core/window/bars';
import type { Quote } from './slowWindow';

/**
 * METHOD 4 written out slowly: text dates, a scan over all bars for every day, years averaged before the straight
 * line is taken off (the same thing, as both are linear). `cycleStarts` are given, so that the lookback is not shared.
 */
export function slowCurve(
  bars: Bars,
  shownStart: string,
  asOf: string,
  cycleStarts: string[],
  gapLimit: number,
): Map<string, number> | null {
  const quotes = Array.from(bars.day, (day, i) => ({ date: toIso(day), close: bars.close[i] }));
  const cycles = cycleStarts
    .map((start) => slowCycle(quotes, shownStart, start, asOf, gapLimit))
    .filter((cycle) => cycle !== null);
  if (cycles.length === 0) return null;
  const average = cycles[0].map((_, k) => cycles.reduce((sum, cycle) => sum + cycle[k], 0) / cycles.length);
  const detrended = average.map((x, k) => x - average[0] * (1 - k / 364) - average[364] * (k / 364));
  const low = Math.min(...detrended);
  const high = Math.max(...detrended);
  const index = detrended.map((x) => (high - low < 1e-9 ? 50 : (100 * (x - low)) / (high - low)));
  const byDate = new Map(withoutLeapDay(shownStart).map((date, k) => [date, index[k]]));
  const shown = datesOfCycle(shownStart);
  return new Map(shown.map((date) => [date, byDate.get(date) ?? slowLeapDay(byDate, date)]));
}

function slowLeapDay(byDate: Map<string, number>, date: string): number {
  const year = date.slice(0, 4);
  return byDate.get(`${year}-02-28`) ?? byDate.get(`${Number(year) + 1}-02-28`)!;
}

function slowCycle(
  all: readonly Quote[],
  shownStart: string,
  start: string,
  asOf: string,
  gapLimit: number,
): number[] | null {
  const quotes = all.filter((q) => q.close > 0);
  const lastBy = (date: string) => quotes.findLast((q) => q.date <= date);
  // The day before the next cycle, even a Feb 29, which is no point of the curve, unless the next cycle begins on Feb 29.
  const end = (shownStart.endsWith('02-29') ? withoutLeapDay(start) : datesOfCycle(start)).at(-1)!;
  if (!all.some((q) => q.date >= end && q.date <= asOf)) return null;
  for (const date of datesOfCycle(start)) {
    const last = lastBy(date);
    if (!last || fromIso(date) - fromIso(last.date) >= gapLimit) return null;
  }
  return withoutLeapDay(start).map((date) => Math.log(lastBy(date)!.close));
}

/** From the start to the day before the same date of the next year, where a start on Feb 29 is Mar 1. */
function datesOfCycle(start: string): string[] {
  const year = Number(start.slice(0, 4));
  const nextStart = start.endsWith('02-29') ? `${year + 1}-03-01` : `${year + 1}${start.slice(4)}`;
  const dates: string[] = [];
  for (let day = fromIso(start); toIso(day) < nextStart; day++) dates.push(toIso(day));
  return dates;
}

function withoutLeapDay(start: string): string[] {
  return datesOfCycle(start).filter((date) => !date.endsWith('02-29'));
}
