import { type Day, dayOf, weekdayOf } from '../../src/core/calendar/dates';
import { buildColumns, type SymbolColumns } from '../../src/core/detection/columns';
import type { Bars } from '../../src/core/window/bars';
import { closesOn } from './bars';

// Looking up globals is slow in Jest, and these are called for every bar.
const { exp, floor, imul } = Math;

/** A small seeded generator (mulberry32): numbers in [0, 1), the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = imul(state ^ (state >>> 15), 1 | state);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The closes of bars in the columns that searches use. */
export function columnsOf(bars: Bars): SymbolColumns {
  return { columns: buildColumns([bars]), index: 0 };
}

interface SyntheticOptions {
  readonly seed: number;
  readonly fromYear: number;
  readonly toYear: number;
  /** Every day of the week, as crypto trades. */
  readonly daily?: boolean;
  /** Random missing sessions, halts of up to 40 days, unchanged and non-positive closes. */
  readonly rough?: boolean;
}

/** A random walk, optionally with the faults of real files. */
export function syntheticBars({ seed, fromYear, toYear, daily, rough }: SyntheticOptions): Bars {
  const random = seeded(seed);
  const days: Day[] = [];
  const closes: number[] = [];
  let price = 50;
  const last = dayOf(toYear, 12, 31);
  for (let day = dayOf(fromYear, 1, 1); day <= last; day++) {
    if (!daily && (weekdayOf(day) === 0 || weekdayOf(day) === 6)) continue;
    if (rough && random() < 0.02) continue;
    if (rough && random() < 0.002) day += floor(random() * 40);
    if (day > last) break;
    if (!rough || random() > 0.1) price *= exp((random() - 0.49) * 0.04);
    days.push(day);
    closes.push(rough && random() < 0.001 ? -1 : price);
  }
  return closesOn(days, closes);
}
