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

/** Requirements of a search, strictest first: the band, then five years with any wins, then a single year. */
const DEMANDS = [
  { minWins: 'default', minObservations: FEWEST_YEARS },
  { minWins: 0, minObservations: FEWEST_YEARS },
  { minWins: 0, minObservations: 1 },
] as const;

/**
 * The searches for a symbol's best window by Sharpe: in band first, then out of band. The first search that finds a window
 * decides.
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
  return DEMANDS.map((demand) => ({ ...base, entries, ...demand }));
}
