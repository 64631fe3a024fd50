import { type Closes, Field, type PriceColumns, RECORD } from './columns';

/**
 * The sessions that columns were laid out from: laid out again they become the same bytes. A close that is not positive is
 * 0 here, whatever it was.
 */
export function closesIn(columns: PriceColumns, symbol: number): Closes {
  const at = symbol * RECORD;
  const firstDay = columns.directory[at + Field.firstDay];
  const base = columns.directory[at + Field.start] - firstDay;
  const days: number[] = [];
  for (let day = firstDay; day <= columns.directory[at + Field.lastDay]; ) {
    const wait = columns.slip[base + day];
    if (wait === 0) days.push(day);
    day += wait === 0 ? 1 : wait;
  }
  return { day: Int32Array.from(days), close: Float64Array.from(days, (day) => columns.close[base + day]) };
}

/** Whether columns of some sessions would be those of others. */
export function sameCloses(a: Closes, b: Closes): boolean {
  if (a.day.length !== b.day.length) return false;
  for (let i = 0; i < a.day.length; i++) {
    if (a.day[i] !== b.day[i] || Math.max(0, a.close[i]) !== Math.max(0, b.close[i])) return false;
  }
  return true;
}
