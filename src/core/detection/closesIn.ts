import { type Closes, Field, type PriceColumns, RECORD } from './columns';

/**
 * The sessions that columns were laid out from: laid out again they become the same bytes. A close that is not positive is
 * 0 here, whatever it was.
 */
export function closesIn(columns: PriceColumns, symbol: number): Closes {
  const at = symbol * RECORD;
  const firstDay = columns.directory[at + Field.firstDay];
  const lastDay = columns.directory[at + Field.lastDay];
  const base = columns.directory[at + Field.start] - firstDay;
  let sessions = 0;
  for (let day = firstDay; day <= lastDay; day++) if (columns.slip[base + day] === 0) sessions++;
  const closes = { day: new Int32Array(sessions), close: new Float64Array(sessions) };
  let next = 0;
  for (let day = firstDay; day <= lastDay; day++) {
    if (columns.slip[base + day] !== 0) continue;
    closes.day[next] = day;
    closes.close[next] = columns.close[base + day];
    next += 1;
  }
  return closes;
}

/** Whether every close of a symbol is positive: then `closesIn` are its closes as they were. */
export function areAllPositive({ directory }: PriceColumns, symbol: number): boolean {
  const at = symbol * RECORD;
  return directory[at + Field.holes] === directory[at + Field.holesEnd];
}

/** Whether columns of some sessions would be those of others. */
export function sameCloses(a: Closes, b: Closes): boolean {
  if (a.day.length !== b.day.length) return false;
  for (let i = 0; i < a.day.length; i++) {
    if (a.day[i] !== b.day[i] || Math.max(0, a.close[i]) !== Math.max(0, b.close[i])) return false;
  }
  return true;
}
