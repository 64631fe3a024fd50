import type { Day } from '../calendar/dates';
import { type Bars, barsThrough, firstAtOrAfter, lastAtOrBefore } from '../window/bars';
import { directedReturn } from '../window/evidence';
import { type Direction, tradeOf } from '../window/window';

/** What a pick is held against (METHOD 7). Percent in the direction of the pick, unrounded. */
export interface RandomDates {
  readonly windows: number;
  /** 0..1 */
  readonly winRate: number;
  readonly mean: number;
}

/** Entry dates looked at: the calendar days up to the pick's own, itself included. */
export const RANDOM_DAYS = 365;

/** The return between the closes of two sessions; null unless the symbol traded on both. */
export function returnBetween(bars: Bars, entry: Day, exit: Day, direction: Direction): number | null {
  const from = firstAtOrAfter(bars, entry);
  const to = lastAtOrBefore(bars, exit);
  if (to <= from || bars.day[from] !== entry || bars.day[to] !== exit) return null;
  const positive = bars.close[from] > 0 && bars.close[to] > 0;
  return positive ? directedReturn(bars.close[from], bars.close[to], direction) : null;
}

/**
 * What the same symbol, hold and direction made when entered on any session of the year up to the pick's entry, over by
 * its exit: the expectation of a random date, without a draw. Null when no window was whole.
 */
export function randomDates(
  bars: Bars,
  pick: { readonly entry: Day; readonly exit: Day; readonly hold: number; readonly direction: Direction },
  gapLimit: number,
): RandomDates | null {
  const known = barsThrough(bars, pick.exit);
  let windows = 0;
  let won = 0;
  let sum = 0;
  const first = firstAtOrAfter(known, pick.entry - RANDOM_DAYS + 1);
  const last = lastAtOrBefore(known, pick.entry);
  for (let i = first; i <= last; i++) {
    const entry = known.day[i];
    const trade = tradeOf(known, { year: 0, entry, end: entry + pick.hold - 1 }, gapLimit);
    if (!trade) continue;
    const r = directedReturn(known.close[trade.entryIndex], known.close[trade.exitIndex], pick.direction);
    windows += 1;
    if (r > 0) won += 1;
    sum += r;
  }
  return windows === 0 ? null : { windows, winRate: won / windows, mean: sum / windows };
}
