import { Field, type PriceColumns, RECORD } from './columns';
import type { ObservableYears } from './observable';
import { type ScreenYears, screenYears } from './screen';

/**
 * The years that count over a range of holds. Scratch memory, filled anew for every range.
 * Covered by test/oracle/kernel.test.ts.
 */
export interface SelectedYears {
  count: number;
  /** Last hold of the range. */
  until: number;
  /** Oldest first: `base + hold` is the nominal end, `p0` the close of the entry session. */
  readonly base: Int32Array;
  readonly p0: Float64Array;
  /** The same for the screens, which reorder theirs. */
  readonly longs: ScreenYears;
  readonly shorts: ScreenYears;
}

export function selectedYears(capacity: number): SelectedYears {
  return {
    count: 0,
    until: 0,
    base: new Int32Array(capacity),
    p0: new Float64Array(capacity),
    longs: screenYears(capacity),
    shorts: screenYears(capacity),
  };
}

/** Selects the years that count at `hold`, and finds the last hold, at most `to`, up to which the same ones do. */
export function selectYears(
  columns: PriceColumns,
  symbol: number,
  years: ObservableYears,
  hold: number,
  to: number,
  selected: SelectedYears,
): void {
  const { directory, runs } = columns;
  const record = symbol * RECORD;
  const start = directory[record + Field.start];
  const holes = directory[record + Field.holes];
  const holesEnd = directory[record + Field.holesEnd];
  let until = to;
  let count = 0;
  for (let k = 0; k < years.count; k++) {
    if (years.to[k] < hold) continue;
    if (years.from[k] > hold) {
      until = Math.min(until, years.from[k] - 1);
      continue;
    }
    until = Math.min(until, years.to[k]);
    const base = years.base[k];
    let hole = holes;
    while (hole < holesEnd && runs[hole + 1] + start - base < hold) hole += 2;
    if (hole < holesEnd) {
      const from = runs[hole] + start - base;
      if (from <= hold) {
        until = Math.min(until, runs[hole + 1] + start - base);
        continue;
      }
      until = Math.min(until, from - 1);
    }
    selected.base[count] = base;
    selected.p0[count] = years.p0[k];
    selected.longs.base[count] = base;
    selected.longs.code[count] = years.code[k];
    selected.shorts.base[count] = base;
    selected.shorts.code[count] = years.code[k];
    count += 1;
  }
  selected.count = count;
  selected.until = until;
}
