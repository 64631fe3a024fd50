import { Field, type PriceColumns, RECORD } from './columns';
import type { DetectionPlan } from './plan';

/**
 * The past occurrences of one symbol and one entry that can be observed, oldest first, each with the holds for which
 * it can. Scratch memory, filled anew for every symbol and entry. Covered by test/oracle/kernel.test.ts.
 */
export interface ObservableYears {
  count: number;
  /** Index of the day before the entry date: `base + hold` is the nominal end. */
  readonly base: Int32Array;
  /** P0: close of the entry session, and its code. */
  readonly p0: Float64Array;
  readonly code: Int32Array;
  /** Shortest and longest hold that METHOD 1 lets count, but for ends that fall on a close that is not positive. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

export function observableYears(capacity: number): ObservableYears {
  return {
    count: 0,
    base: new Int32Array(capacity),
    p0: new Float64Array(capacity),
    code: new Int32Array(capacity),
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
  };
}

/**
 * Lists the years of a segment that are not missing (METHOD 1). For a given entry the exit session is after the entry
 * session from some hold on; and the first halt after it ends the holds that count the gap limit after its last
 * session, as the end of the data does at once: so a year counts for one unbroken range of holds.
 *
 * @param last offset of the last session at or before as-of from the symbol's first day
 */
export function findYears(
  columns: PriceColumns,
  symbol: number,
  plan: DetectionPlan,
  segment: number,
  last: number,
  found: ObservableYears,
): void {
  const { directory, runs, close, code, slip } = columns;
  const { years, gapLimit } = plan.request;
  const record = symbol * RECORD;
  const start = directory[record + Field.start];
  const firstDay = directory[record + Field.firstDay];
  const gaps = directory[record + Field.gaps];
  const gapsEnd = directory[record + Field.gapsEnd];
  let count = 0;
  for (let i = segment * years, end = i + years; i < end; i++) {
    const entry = plan.occurrences[i] - firstDay;
    if (entry < 0 || entry >= last) continue;
    const wait = slip[start + entry];
    const session = entry + wait;
    if (wait > gapLimit || session >= last) continue;
    const entryCode = code[start + session];
    const next = session + 1 + slip[start + session + 1];
    if (entryCode === 0 || next - session > gapLimit) continue;
    let lastEnd = last;
    for (let gap = gaps; gap < gapsEnd; gap += 2) {
      if (runs[gap] < session || runs[gap + 1] - runs[gap] <= gapLimit) continue;
      lastEnd = Math.min(last, runs[gap] + gapLimit);
      break;
    }
    if (next > lastEnd) continue;
    found.base[count] = start + entry - 1;
    found.p0[count] = close[start + session];
    found.code[count] = entryCode;
    found.from[count] = next - entry + 1;
    found.to[count] = lastEnd - entry + 1;
    count += 1;
  }
  found.count = count;
}
