import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { lastSessionBefore, sessionsOver, sessionsThrough } from '../../core/calendar/marketSessions';
import type { DateRange } from '../../core/calendar/scanWindow';
import { yearsNeeded } from '../../core/detection/coverage';
import type { DetectionRequest } from '../../core/detection/plan';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../../engine/snapshot';
import type { SearchQuestion } from './question';
import { holdBounds } from './searchBounds';

/** The parts of a request that a cached scan depends on, besides prices and the day. */
export interface ScanQuery {
  /** In scope and in band, lowest id first. */
  readonly markets: readonly Market[];
  readonly range: DateRange;
  readonly question: SearchQuestion;
}

export interface MarketMembers {
  readonly market: Market;
  readonly members: readonly LoadedSymbol[];
}

/** The symbols of each market. A symbol of several markets is listed once, in the first of them. */
export function membersByMarket({ markets }: Snapshot, requested: readonly Market[]): MarketMembers[] {
  const assigned = new Set<number>();
  return requested.map((market) => {
    const members = markets.get(market.id)?.symbols.filter((s) => !assigned.has(s.id)) ?? [];
    for (const { id } of members) assigned.add(id);
    return { market, members };
  });
}

/**
 * The detection request of a scan in one market; null when it has no prices. Its entries are sessions of the calendar
 * beyond `as_of`, as they were on the day before the window: which of them had bars is known only afterwards.
 */
export function marketScanRequest(prices: MarketPrices, query: ScanQuery): DetectionRequest | null {
  if (prices.asOf === null) return null;
  const asOf = lastSessionBefore(prices.sessions, query.range.start);
  const known = sessionsThrough(prices.sessions, asOf);
  const entries = sessionsOver(prices.market, known, query.range.start, query.range.end);
  return marketRequest(
    prices,
    entries.map((day) => ({ day, asOf })),
    query.question,
  );
}

/**
 * Last day of data by which the prices of a scan are called old (METHOD 1): for a window that is over, the day before it,
 * so that the answer is the same whenever it is requested; for one that may still be entered, today.
 */
export function ageThrough({ start, end }: DateRange, today: Day): Day {
  return end < today ? start - 1 : Infinity;
}

/** The search of a whole market over some entries (METHOD 5): symbols that still trade and have enough years. */
export function marketRequest(
  { market, symbols }: MarketPrices,
  entries: DetectionRequest['entries'],
  question: SearchQuestion,
): DetectionRequest {
  const { years, cycle, direction, minWins = 'default' } = question;
  const searched = { entries, years, cycle, ...holdBounds(question), gapLimit: market.gapLimit };
  return { ...searched, direction, minWins, minObservations: yearsNeeded(searched, symbols), liveOnly: true };
}
