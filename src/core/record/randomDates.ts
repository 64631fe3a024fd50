import type { Day } from '../calendar/dates';
import { type Bars, barsThrough, firstAtOrAfter, lastAtOrBefore } from '../window/bars';
import { directedReturn } from '../window/evidence';
import { type Direction, tradeOf } from '../window/window';
import { hasStoppedTrading, type MarketState } from './outcome';

/** The random-date reference of a pick (METHOD 9). Percent in the direction of the pick, unrounded. */
export interface RandomDates {
  readonly windows: number;
  /** 0..1 */
  readonly winRate: number;
  readonly mean: number;
}

/** Sessions on either side of the pick's entry that count as entries. */
export const RANDOM_SESSIONS = 126;

/** The return between the closes of two sessions; null unless the symbol traded on both. */
export function returnBetween(bars: Bars, entry: Day, exit: Day, direction: Direction): number | null {
  const from = firstAtOrAfter(bars, entry);
  const to = lastAtOrBefore(bars, exit);
  if (to <= from || bars.day[from] !== entry || bars.day[to] !== exit) return null;
  const positive = bars.close[from] > 0 && bars.close[to] > 0;
  return positive ? directedReturn(bars.close[from], bars.close[to], direction) : null;
}

/**
 * Mean return of the same symbol, hold and direction entered on each of the 126 sessions before and after the pick's
 * entry, its own window left out (METHOD 9): the exact expectation of a random date.
 *
 * @param bars of the symbol; entries are its own sessions
 * @param pick its entry session
 * @param market bars after its last final one are ignored
 * @returns `open` until the last of those windows is over; null when none was complete
 */
export function randomDates(
  bars: Bars,
  pick: { readonly entry: Day; readonly hold: number; readonly direction: Direction },
  market: Omit<MarketState, 'calendar'>,
): RandomDates | null | 'open' {
  const history = barsThrough(bars, market.through);
  const entryIndex = firstAtOrAfter(history, pick.entry);
  if (!isOver(history, entryIndex, pick.hold, market)) return 'open';
  let windows = 0;
  let won = 0;
  let sum = 0;
  const last = Math.min(history.day.length - 1, entryIndex + RANDOM_SESSIONS);
  for (let i = Math.max(0, entryIndex - RANDOM_SESSIONS); i <= last; i++) {
    const entry = history.day[i];
    const trade =
      i === entryIndex ? null : tradeOf(history, { year: 0, entry, end: entry + pick.hold - 1 }, market.gapLimit);
    if (!trade) continue;
    const r = directedReturn(history.close[trade.entryIndex], history.close[trade.exitIndex], pick.direction);
    windows += 1;
    if (r > 0) won += 1;
    sum += r;
  }
  return windows === 0 ? null : { windows, winRate: won / windows, mean: sum / windows };
}

/**
 * Whether the last window is over, or never will be because the symbol is delisted. Judged by the symbol's own bars, so
 * that the figures do not depend on when they are computed.
 */
function isOver({ day }: Bars, entryIndex: number, hold: number, market: Omit<MarketState, 'calendar'>): boolean {
  if (day.length === 0) return false;
  const lastBar = day[day.length - 1];
  const last = entryIndex + RANDOM_SESSIONS;
  return (last < day.length && lastBar >= day[last] + hold - 1) || hasStoppedTrading(lastBar, market);
}
