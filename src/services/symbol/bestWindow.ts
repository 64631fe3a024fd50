import type { Day } from '../../core/calendar/dates';
import { FEWEST_YEARS } from '../../core/detection/coverage';
import type { DetectionRequest } from '../../core/detection/plan';
import type { Direction } from '../../core/window/window';
import type { Listing } from './listing';
import { knownBefore, type Lookback } from './namedWindow';
import { yearRequest } from './symbolYear';

/** A search for the best window: it chooses the dates that are omitted. */
export interface BestWindowQuery extends Lookback {
  /** Omitted = both. */
  readonly direction?: Direction;
  /** The best hold on this day, session or not. Omitted = the best entry of the coming year. */
  readonly entry?: Day;
  /** Calendar days. Omitted = the usual holds. */
  readonly hold?: number;
  readonly today: Day;
}

/** Entries of an unpinned analysis: today through this many days ahead (DESIGN 5). */
export const DAYS_AHEAD = 364;

/** Index of the first of `bestSearches` that looks outside the market's detection band. */
export const FIRST_OUT_OF_BAND = 1;

/**
 * The searches for a symbol's best window by Sharpe: in the market's detection band (SPEC 4.5; the share of winning years is
 * of the window's own years, METHOD 5), then five years with any wins, then a single year. The first search that finds a
 * window decides.
 */
export function bestSearches(
  listing: Listing,
  { entry, hold, direction, years, cycle, today }: BestWindowQuery,
): DetectionRequest[] {
  const base = yearRequest(listing, {
    years,
    cycle,
    minHold: hold,
    maxHold: hold,
    direction,
    from: entry ?? today,
    to: entry ?? today + DAYS_AHEAD,
    liveOnly: false,
  });
  // A pinned entry may be any day, not only a session.
  const entries = entry === undefined ? base.entries : [{ day: entry, asOf: knownBefore(entry, [listing]) }];
  const inBand = { minWins: { percent: listing.market.minWinningPercent }, minObservations: FEWEST_YEARS };
  const outOfBand = [FEWEST_YEARS, 1].map((minObservations) => ({ minWins: 0, minObservations }));
  return [inBand, ...outOfBand].map((demand) => ({ ...base, entries, ...demand }));
}
