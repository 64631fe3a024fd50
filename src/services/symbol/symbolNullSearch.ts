import type { Caller } from '../../access/caller';
import { type DetectionRequest, windowsIn } from '../../core/detection/plan';
import type { NullSearch } from '../screening/nullDistributions';
import type { Screening } from '../screening/screening';
import { drawsFor, nullKey, type SignificanceContext } from '../screening/significance';
import type { Listing } from './listing';

/**
 * The inputs of the significance of windows found by a search of one symbol: a year, one entry, or one hold.
 *
 * @param caller the caller's plan limits which searches may be started
 */
export async function symbolSearchContext(
  { nulls }: Screening,
  listing: Listing,
  request: DetectionRequest,
  caller: Caller,
): Promise<SignificanceContext> {
  const windows = windowsIn(request) * (request.direction ? 1 : 2);
  const nullDistribution = windows === 0 ? 'pending' : await nulls.of(symbolNullSearch(listing, request), caller);
  return {
    origin: { kind: 'searched', searched: { windows, symbols: 1 }, nulls: nullDistribution },
    draws: drawsFor(nulls, request),
  };
}

/** The null search of METHOD 9. Filters of the list do not enter it: every window was searched. */
function symbolNullSearch({ symbol, market }: Listing, request: DetectionRequest): NullSearch {
  const dataVersion = symbol.hash;
  const { years, cycle, minHold, maxHold, direction, entries } = request;
  const key = nullKey(dataVersion, {
    universe: `${market.id}/${symbol.symbol}`,
    years,
    cycle,
    minHold,
    maxHold,
    direction,
    firstEntry: entries[0]?.day ?? 0,
    entries: entries.length,
  });
  // A symbol that stopped trading is included, as far as its prices reach.
  const searched = { ...request, liveOnly: false };
  return { key, job: () => ({ dataVersion, searches: [{ symbols: [symbol], request: searched }] }) };
}
