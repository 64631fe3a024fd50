import { type Day, fromIso, weekdayOf } from '../../src/core/calendar/dates';
import type { Bars } from '../../src/core/window/bars';

export interface BarRow {
  readonly date: string;
  readonly close: number;
  readonly high?: number;
  readonly low?: number;
}

/** Bars from rows given by hand; a missing high or low is unknown. */
export function barsOf(rows: readonly BarRow[]): Bars {
  return {
    day: Int32Array.from(rows, (row) => fromIso(row.date)),
    close: Float64Array.from(rows, (row) => row.close),
    high: Float64Array.from(rows, (row) => row.high ?? Number.NaN),
    low: Float64Array.from(rows, (row) => row.low ?? Number.NaN),
  };
}

/** Bars on the given days with the given closes; high and low unknown unless given. */
export function closesOn(days: readonly Day[], closes: readonly number[]): Bars {
  return {
    day: Int32Array.from(days),
    close: Float64Array.from(closes),
    high: new Float64Array(days.length).fill(NaN),
    low: new Float64Array(days.length).fill(NaN),
  };
}

/** One bar each weekday from `from` to `to`, priced by `priceOf`; `skip` leaves days out (a halt, a holiday). */
export function weekdayBars(
  from: string,
  to: string,
  priceOf: (day: Day) => number,
  skip: (day: Day) => boolean = () => false,
): Bars {
  const days: number[] = [];
  const last = fromIso(to);
  for (let day = fromIso(from); day <= last; day++) {
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6 && !skip(day)) days.push(day);
  }
  const close = Float64Array.from(days, priceOf);
  return { day: Int32Array.from(days), close, high: close.map((p) => p * 1.01), low: close.map((p) => p * 0.99) };
}
