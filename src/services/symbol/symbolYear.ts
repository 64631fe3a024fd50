import { type Day, dayOf } from '../../core/calendar/dates';
import { lastSessionBefore, sessionsOver } from '../../core/calendar/marketSessions';
import { FEWEST_YEARS } from '../../core/detection/coverage';
import type { DetectionRequest } from '../../core/detection/plan';
import type { Direction } from '../../core/window/window';
import type { MarketPrices } from '../../engine/snapshot';
import { detectionRequest, type Lookback, type SearchQuestion } from '../screening/question';
import type { Listing } from './listing';
import { knownBefore } from './namedWindow';

interface YearQuery extends SearchQuestion {
  /** Entry dates, both ends included. */
  readonly from: Day;
  readonly to: Day;
  /** Last day whose data may be used, in addition to METHOD 1's rule for each entry. */
  readonly knownThrough?: Day;
}

/** The search over a span of entry days, each with data through the session before it (METHOD 1). */
export function yearRequest({ market, sessions }: MarketPrices, query: YearQuery): DetectionRequest {
  const { from, to, knownThrough = Infinity } = query;
  const asOf = (day: Day) => Math.min(knownThrough, lastSessionBefore(sessions, day));
  const entries = sessionsOver(market, sessions, from, to).map((day) => ({ day, asOf: asOf(day) }));
  return detectionRequest(market, entries, query);
}

/** January 1 and December 31 of a market year. */
export function yearSpan(year: number): { from: Day; to: Day } {
  return { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) };
}

/** A search for the best window: it chooses the dates that are omitted. */
interface BestWindowQuery extends Lookback {
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
  });
  // A pinned entry may be any day, not only a session.
  const entries = entry === undefined ? base.entries : [{ day: entry, asOf: knownBefore(entry, [listing]) }];
  const inBand = { minWins: { percent: listing.market.minWinningPercent }, minObservations: FEWEST_YEARS };
  const outOfBand = [FEWEST_YEARS, 1].map((minObservations) => ({ minWins: 0, minObservations }));
  return [inBand, ...outOfBand].map((demand) => ({ ...base, entries, ...demand, liveOnly: false }));
}
