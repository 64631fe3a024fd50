import type { Caller } from '../../access/caller';
import { sessionsBetween } from '../../core/calendar/calendars';
import type { DetectionRequest } from '../../core/detection/plan';
import type { SearchNull } from '../../core/significance/significance';
import type { MarketPrices, Snapshot } from '../../engine/snapshot';
import type { NullJob } from '../../engine/tasks/rotations';
import type { Screening } from './deps';
import type { NullSearch } from './nullDistributions';
import { marketScanRequest, membersByMarket, type ScanQuery } from './scanQuery';
import { holdBounds } from './searchBounds';
import { marketsDataVersion, nullKey } from './significance';

/**
 * The null distribution of a search over markets.
 *
 * @param caller the caller's plan limits which searches may be started; `service` waits for the result instead
 */
export async function marketNullDistribution(
  { nulls }: Screening,
  snapshot: Snapshot,
  query: ScanQuery,
  caller: Caller | 'service',
): Promise<SearchNull> {
  if (query.markets.length === 0) return 'pending';
  const search = marketNullSearch(snapshot, query);
  return caller === 'service' ? ((await nulls.computed(search)) ?? 'pending') : nulls.of(search, caller);
}

/** The null search of a scan (METHOD 9). Entries are counted by the NYSE calendar for every market. */
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
  return { key, job: () => marketNullJob(snapshot, query) };
}

function dataVersionOf(snapshot: Snapshot, { markets }: ScanQuery): string {
  return marketsDataVersion(
    snapshot,
    markets.map(({ id }) => id),
  );
}

function marketNullJob(snapshot: Snapshot, query: ScanQuery): NullJob {
  const searches = membersByMarket(snapshot, query.markets).flatMap(({ market, members }) => {
    const prices = snapshot.markets.get(market.id);
    const request = prices ? marketScanRequest(prices, query) : null;
    return request === null || request.entries.length === 0 || members.length === 0
      ? []
      : [{ symbols: members, request }];
  });
  return { dataVersion: dataVersionOf(snapshot, query), searches };
}

/** The null search of one market on one entry date, session or not (METHOD 9). */
export function entryNullSearch({ market, symbols, dataVersion }: MarketPrices, request: DetectionRequest): NullSearch {
  const { years, cycle, minHold, maxHold, direction, entries } = request;
  const search = { universe: market.id, years, cycle, minHold, maxHold, direction };
  const key = nullKey(dataVersion, { ...search, firstEntry: entries[0].day, entries: entries.length });
  return { key, job: () => ({ dataVersion, searches: [{ symbols, request }] }) };
}
