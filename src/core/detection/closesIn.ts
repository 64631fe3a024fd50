import type { Day } from '../calendar/dates';
import type { Closes } from '../window/bars';
import { lastSession, type PriceColumns, symbolRecord } from './columns';

/**
 * The sessions of a symbol, read from its columns in any thread: all of them, or from the last one on or before `from`
 * through `through`. Columns built from the result are byte-identical. A close that is not positive is 0.
 */
export function closesIn(columns: PriceColumns, symbol: number, from = -Infinity, through = Infinity): Closes {
  const { slip, close } = columns;
  const { start, firstDay, lastDay } = symbolRecord(columns, symbol);
  const base = start - firstDay;
  const first: Day = lastSession(columns, symbol, from) ?? firstDay;
  const last: Day = Math.min(through, lastDay);
  const days = new Int32Array(Math.max(0, last - first + 1));
  const closes = new Float64Array(days.length);
  let count = 0;
  for (let day = first; day <= last; ) {
    const wait = slip[base + day];
    if (wait === 0) {
      days[count] = day;
      closes[count++] = close[base + day];
    }
    day += wait === 0 ? 1 : wait;
  }
  // Copies: callers keep some of them, and a view would keep the memory of the days without a session.
  return { day: days.slice(0, count), close: closes.slice(0, count) };
}

/** Whether every close of a symbol is positive, so that `closesIn` returns its original closes. */
export function areAllPositive(columns: PriceColumns, symbol: number): boolean {
  const { holes, holesEnd } = symbolRecord(columns, symbol);
  return holes === holesEnd;
}

/** Whether two series would have equal columns. */
export function sameCloses(a: Closes, b: Closes): boolean {
  if (a.day.length !== b.day.length) return false;
  for (let i = 0; i < a.day.length; i++) {
    if (a.day[i] !== b.day[i] || Math.max(0, a.close[i]) !== Math.max(0, b.close[i])) return false;
  }
  return true;
}
