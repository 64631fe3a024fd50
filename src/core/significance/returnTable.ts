import type { Day } from '../calendar/dates';
import { Field, type PriceColumns, RECORD } from '../detection/columns';

/** Which holds of an entry date are observed. */
export const RowKind = {
  /** None. */
  empty: 0,
  /** Some; the rest are NaN. */
  mixed: 1,
  /** All. */
  full: 2,
} as const;

/**
 * The returns of one symbol by entry date and hold, computed once and looked up by every rotation of every window. One
 * row a calendar day, one column a hold; `100 * value` percent, long; NaN = a missing year by METHOD 1. Scratch memory,
 * overwritten for every symbol.
 */
export interface ReturnTable {
  /** Entry date of the first row. */
  readonly from: Day;
  readonly rows: number;
  readonly minHold: number;
  /** Holds a row. */
  readonly width: number;
  /** Elements from one row to the next, at least `width`. */
  readonly stride: number;
  readonly value: Float64Array;
  /** `RowKind` of each row. */
  readonly kind: Uint8Array;
}

/**
 * Fills the table for a symbol by METHOD 1, with the reasoning of `findYears` (src/core/kernel/wasm/years.ts): an entry is
 * observed for one unbroken range of holds, from the first whose exit session is after the entry session to the end of
 * the data or the first halt; holds that end on a close that is not positive are missing.
 *
 * @param last last session that may touch a number
 * @param gapLimit calendar days without a session that end an observation
 */
export function fillReturns(
  table: ReturnTable,
  columns: PriceColumns,
  symbol: number,
  last: Day,
  gapLimit: number,
): void {
  const { directory, runs, close, slip } = columns;
  const { from, rows, minHold, width, stride, value, kind } = table;
  const record = symbol * RECORD;
  const firstDay = directory[record + Field.firstDay];
  const start = directory[record + Field.start] - firstDay;
  const gapsEnd = directory[record + Field.gapsEnd];
  let gap = directory[record + Field.gaps];
  for (let row = 0; row < rows; row++) {
    kind[row] = RowKind.empty;
    const entry = from + row;
    if (entry < firstDay || entry >= last) continue;
    const session = entry + slip[start + entry];
    if (session - entry > gapLimit || session >= last) continue;
    const p0 = close[start + session];
    const next = session + 1 + slip[start + session + 1];
    if (p0 === 0 || next - session > gapLimit) continue;
    // Sessions ascend from row to row, so a halt that is passed stays passed.
    while (gap < gapsEnd && (runs[gap] + firstDay < session || runs[gap + 1] - runs[gap] <= gapLimit)) gap += 2;
    const lastEnd = gap < gapsEnd ? Math.min(last, runs[gap] + firstDay + gapLimit) : last;
    const shortest = Math.max(minHold, next - entry + 1);
    const longest = Math.min(minHold + width - 1, lastEnd - entry + 1);
    if (shortest > longest) continue;
    const base = row * stride - minHold;
    for (let hold = minHold; hold < shortest; hold++) value[base + hold] = Number.NaN;
    let observed = 0;
    for (let hold = shortest; hold <= longest; hold++) {
      const p1 = close[start + entry + hold - 1];
      if (p1 === 0) {
        value[base + hold] = Number.NaN;
        continue;
      }
      value[base + hold] = p1 / p0 - 1;
      observed += 1;
    }
    for (let hold = longest + 1; hold < minHold + width; hold++) value[base + hold] = Number.NaN;
    if (observed > 0) kind[row] = observed === width ? RowKind.full : RowKind.mixed;
  }
}
