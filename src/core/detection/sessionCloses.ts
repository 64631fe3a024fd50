import type { Day } from '../calendar/dates';
import type { Closes } from '../window/bars';
import { Field, lastSession, RECORD, type SymbolColumns } from './columns';

/**
 * The sessions of a symbol from the last one on or before a day through another, as they lie in its columns: what
 * computes with sessions can do so in any thread. A close that is not positive is 0. Covered by test/oracle/measures.test.ts.
 */
export function sessionCloses({ columns, index }: SymbolColumns, from: Day, through: Day): Closes {
  const { directory, slip, close } = columns;
  const firstDay = directory[index * RECORD + Field.firstDay];
  const base = directory[index * RECORD + Field.start] - firstDay;
  const first = lastSession(columns, index, from) ?? firstDay;
  const last = Math.min(through, directory[index * RECORD + Field.lastDay]);
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
  return { day: days.subarray(0, count), close: closes.subarray(0, count) };
}
