import type { Day } from '../calendar/dates';
import { Field, RECORD, type SymbolColumns } from '../detection/columns';
import type { Occurrence } from '../window/window';

/**
 * The long returns of some occurrences, each at `weeks` successive shifts, as fractions; NaN = missing. `weeks` elements
 * an occurrence.
 *
 * @param last last session known; no window may end after it
 * @param gapLimit calendar days without a session that end an observation
 * @param weeks number of returns of each occurrence
 * @param moved calendar days from the occurrence to its first return
 * @param step calendar days from one return to the next: 7, or 1 for every day
 */
export function returnsOver(
  symbol: SymbolColumns,
  last: Day,
  gapLimit: number,
  occurrences: readonly Pick<Occurrence, 'entry' | 'end'>[],
  weeks: number,
  moved: number,
  step: number,
): Float64Array {
  const { columns, index } = symbol;
  const { directory, runs, close, slip } = columns;
  const record = index * RECORD;
  const firstDay = directory[record + Field.firstDay];
  const start = directory[record + Field.start] - firstDay;
  const gaps = directory[record + Field.gaps];
  const gapsEnd = directory[record + Field.gapsEnd];
  const returns = new Float64Array(occurrences.length * weeks).fill(Number.NaN);
  // The conditions of `tradeOf`, with lookups in columns instead of searches.
  for (let k = 0, at = 0; k < occurrences.length; k++) {
    let entry = occurrences[k].entry + moved;
    let end = occurrences[k].end + moved;
    for (let week = 0; week < weeks; week++, at++, entry += step, end += step) {
      if (entry < firstDay || entry >= last || end > last) continue;
      const session = entry + slip[start + entry];
      if (session - entry > gapLimit || session >= end) continue;
      const next = session + 1 + slip[start + session + 1];
      if (next > end || isHalted(runs, gaps, gapsEnd, session - firstDay, end - firstDay, gapLimit)) continue;
      const p0 = close[start + session];
      const p1 = close[start + end];
      if (p0 > 0 && p1 > 0) returns[at] = p1 / p0 - 1;
    }
  }
  return returns;
}

/**
 * Whether a hold ends more than the gap limit after the last session before the first halt at or after its entry session.
 * Days are counted from the symbol's first.
 */
function isHalted(
  runs: Int32Array,
  gaps: number,
  gapsEnd: number,
  session: number,
  end: number,
  gapLimit: number,
): boolean {
  for (let gap = gaps; gap < gapsEnd; gap += 2)
    if (runs[gap] >= session && runs[gap + 1] - runs[gap] > gapLimit) return end > runs[gap] + gapLimit;
  return false;
}

/** The long return between two calendar dates by METHOD 1, as a fraction; null = a missing year. */
export function returnOver(symbol: SymbolColumns, last: Day, gapLimit: number, entry: Day, end: Day): number | null {
  const [gained] = returnsOver(symbol, last, gapLimit, [{ entry, end }], 1, 0, 0);
  return Number.isNaN(gained) ? null : gained;
}
