import { type Day, dayOf } from '../../core/calendar/dates';
import { lastSessionBefore, sessionsOver } from '../../core/calendar/marketSessions';
import { FEWEST_YEARS } from '../../core/detection/coverage';
import type { DetectionRequest } from '../../core/detection/plan';
import type { SearchQuestion } from '../screening/question';
import { holdBounds } from '../screening/requestRules';
import type { Listing } from './listing';

export interface YearQuery extends SearchQuestion {
  /** Entry dates, both ends included. */
  readonly from: Day;
  readonly to: Day;
  /** Last day whose data may be used, in addition to METHOD 1's rule for each entry. */
  readonly knownThrough?: Day;
  /** Whether a symbol that stopped trading is left out (METHOD 5). */
  readonly liveOnly: boolean;
}

/** The search over a span of entry days, each with data through the session before it (METHOD 1). */
export function yearRequest(
  { market, sessions }: Pick<Listing, 'market' | 'sessions'>,
  query: YearQuery,
): DetectionRequest {
  const { knownThrough = Infinity } = query;
  const entries = sessionsOver(market, sessions, query.from, query.to);
  return {
    entries: entries.map((day) => ({ day, asOf: Math.min(knownThrough, lastSessionBefore(sessions, day)) })),
    years: query.years,
    cycle: query.cycle,
    ...holdBounds(query),
    direction: query.direction,
    minWins: query.minWins ?? 'default',
    minObservations: FEWEST_YEARS,
    gapLimit: market.gapLimit,
    liveOnly: query.liveOnly,
  };
}

/** January 1 and December 31 of a market year. */
export function yearSpan(year: number): { from: Day; to: Day } {
  return { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) };
}
