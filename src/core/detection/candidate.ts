import type { Day } from '../calendar/dates';
import type { Direction } from '../window/window';

/** A window that detection found, with its statistics unrounded (METHOD 2, 5). Percent unless said. */
export interface Candidate {
  /** Position of the symbol in its columns, or whatever the caller numbers symbols by. */
  readonly symbol: number;
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  readonly yearsTested: number;
  readonly wins: number;
  readonly mean: number;
  /** Sample standard deviation; null for a single year. */
  readonly deviation: number | null;
  /** Ratio. */
  readonly sharpe: number;
}

/**
 * The order of METHOD 5: higher Sharpe, more years, earlier entry, shorter hold, symbol, long before short. Negative
 * when `a` comes first. `name` says what symbols are ordered by.
 */
export function compareCandidates(a: Candidate, b: Candidate, name: (symbol: number) => string): number {
  return (
    b.sharpe - a.sharpe ||
    b.yearsTested - a.yearsTested ||
    a.entry - b.entry ||
    a.hold - b.hold ||
    compareNames(name(a.symbol), name(b.symbol)) ||
    Number(a.direction === 'short') - Number(b.direction === 'short')
  );
}

/** By code units: the same on every machine, whatever its locale. */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
