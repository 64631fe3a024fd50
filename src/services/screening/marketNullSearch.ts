import type { Caller } from '../../access/caller';
import { sessionsBetween } from '../../core/calendar/sessions';
import type { DetectionRequest } from '../../core/detection/plan';
import type { SearchNull } from '../../core/significance/significance';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import type { NullJob } from '../../engine/tasks/rotations';
import type { NullSearch } from './nullDistributions';
import { membersByMarket, requestIn, type ScanQuery } from './scanQuery';
import type { Screening } from './screening';
import { holdBounds } from './searchBounds';
import { contentsOfMarkets, nullKey } from './significance';

/**
 * The null distribution of a search over markets.
 *
 * @param asker whose plan bounds what may be begun; `service` waits for it instead
 */
export async function nullOfMarkets(
  { nulls }: Screening,
  snapshot: Snapshot,
  query: ScanQuery,
  asker: Caller | 'service',
): Promise<SearchNull> {
  if (query.markets.length === 0) return 'pending';
  const wanted = marketNullSearch(snapshot, query);
  return asker === 'service' ? ((await nulls.awaited(wanted)) ?? 'pending') : nulls.of(wanted, asker);
}

/** A scan's search as METHOD 9 names it. Entries are counted by one calendar, whatever the markets'. */
export function marketNullSearch(snapshot: Snapshot, query: ScanQuery): NullSearch {
  const { markets, range, question } = query;
  const { years, cycle, direction } = question;
  const key = nullKey(dataVersionOf(snapshot, query), {
    universe: markets.map(({ id }) => id).join(),
    years,
    cycle,
    ...holdBounds(question),
    direction,
    firstEntry: range.start,
    entries: sessionsBetween('nyse', range.start, range.end).length,
  });
  return { key, job: () => jobOf(snapshot, query) };
}

function dataVersionOf(snapshot: Snapshot, { markets }: ScanQuery): string {
  return contentsOfMarkets(
    snapshot,
    markets.map(({ id }) => id),
  );
}

function jobOf(snapshot: Snapshot, query: ScanQuery): NullJob {
  const searches = membersByMarket(snapshot, query.markets).flatMap(({ market, members }) => {
    const prices = snapshot.markets.get(market.id);
    const request = prices ? requestIn(prices, query) : null;
    return request === null || request.entries.length === 0 || members.length === 0
      ? []
      : [{ symbols: members, request }];
  });
  return { dataVersion: dataVersionOf(snapshot, query), searches };
}

/** The search of one market on one entry date, which may be any day, as METHOD 9 names it. */
export function entryNullSearch({ market, symbols, dataVersion }: MarketPrices, request: DetectionRequest): NullSearch {
  const { years, cycle, minHold, maxHold, direction, entries } = request;
  const search = { universe: market.id, years, cycle, minHold, maxHold, direction };
  const key = nullKey(dataVersion, { ...search, firstEntry: entries[0].day, entries: entries.length });
  return { key, job: () => ({ dataVersion, searches: [{ symbols, request }] }) };
}
