import type { Market } from '../core/calendar/market';
import { lastSessionBefore, sessionsOver } from '../core/calendar/marketSessions';
import type { DateRange } from '../core/calendar/scanWindow';
import type { DetectionRequest } from '../core/detection/plan';
import type { Cycle, Direction } from '../core/window/window';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../engine/snapshot';
import { marketRequest } from './marketRequest';

/** What a scan depends on, besides prices and today. Everything else is done per request. */
export interface ScanQuery {
  /** In scope and in band, lowest id first. */
  readonly markets: readonly Market[];
  readonly range: DateRange;
  /** Omitted = both. */
  readonly direction?: Direction;
  /** Calendar days. */
  readonly minHold: number;
  readonly maxHold: number;
  readonly years: number;
  readonly cycle: Cycle;
  readonly minWins: 'default' | number;
}

export interface MarketMembers {
  readonly market: Market;
  readonly members: readonly LoadedSymbol[];
}

/** The symbols of some markets: one of several is searched once, under the lowest id. The markets come in that order. */
export function membersByMarket({ markets }: Snapshot, asked: readonly Market[]): MarketMembers[] {
  const taken = new Set<number>();
  return asked.map((market) => {
    const members = markets.get(market.id)?.symbols.filter((s) => !taken.has(s.id)) ?? [];
    for (const { id } of members) taken.add(id);
    return { market, members };
  });
}

/** What a scan asks of one market; null when it has no prices. */
export function requestIn(prices: MarketPrices, query: ScanQuery): DetectionRequest | null {
  if (prices.asOf === null) return null;
  const asOf = lastSessionBefore(prices.sessions, query.range.start);
  const entries = sessionsOver(prices.market, prices.sessions, query.range.start, query.range.end);
  return marketRequest(
    prices,
    entries.map((day) => ({ day, asOf })),
    query,
  );
}
