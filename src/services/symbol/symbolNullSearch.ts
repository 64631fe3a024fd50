import type { Caller } from '../../access/caller';
import { type DetectionRequest, windowsIn } from '../../core/detection/plan';
import type { Screening } from '../screening/deps';
import type { NullSearch } from '../screening/nullDistributions';
import { drawsFor, nullKey, type SignificanceContext } from '../screening/significance';
import type { Listing } from './listing';

/** A search of one symbol. */
export interface SymbolSearch {
  readonly request: DetectionRequest;
  /** A hold outside those of the request that is searched too. */
  readonly alsoHold?: number;
  /** Last day whose data are used, where it is not the last of the market. */
  readonly knownThrough?: number;
}

/**
 * The inputs of the significance of windows found by a search of one symbol, or named by the caller.
 *
 * @param caller the caller's plan limits which searches may be started
 */
export async function symbolSearchContext(
  { nulls }: Screening,
  listing: Listing,
  search: SymbolSearch,
  kind: 'found' | 'named',
  caller: Caller,
): Promise<SignificanceContext> {
  const { request, alsoHold } = search;
  const { entries, direction } = request;
  const ofHold = alsoHold === undefined ? 0 : entries.length;
  const windows = (windowsIn(request) + ofHold) * (direction ? 1 : 2);
  const nullDistribution = windows === 0 ? 'pending' : await nulls.of(symbolNullSearch(listing, search), caller);
  const [from, to] = [entries[0]?.day ?? 0, entries[entries.length - 1]?.day ?? 0];
  return {
    origin: { kind, searched: { from, to, windows, symbols: 1 }, nulls: nullDistribution, strongest: null },
    draws: drawsFor(nulls, request),
  };
}

/** The null search of METHOD 9. Filters of the list do not enter it: every window was searched. */
function symbolNullSearch({ symbol, market }: Listing, { request, alsoHold, knownThrough }: SymbolSearch): NullSearch {
  const dataVersion = symbol.hash;
  const { years, cycle, minHold, maxHold, direction, entries } = request;
  const key = nullKey(dataVersion, {
    universe: `${market.id}/${symbol.symbol}`,
    years,
    cycle,
    minHold,
    maxHold,
    alsoHold,
    direction,
    firstEntry: entries[0]?.day ?? 0,
    entries: entries.length,
    knownThrough,
  });
  // A symbol that stopped trading is included, as far as its prices reach.
  const searched = { ...request, liveOnly: false };
  return {
    key,
    ofOneSymbol: true,
    job: () => ({ dataVersion, searches: [{ symbols: [symbol], request: searched, alsoHold }] }),
  };
}
