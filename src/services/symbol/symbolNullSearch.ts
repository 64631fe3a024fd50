import type { Caller } from '../../access/caller';
import { type DetectionRequest, windowsIn } from '../../core/detection/plan';
import type { NullSearch } from '../screening/nullDistributions';
import type { Screening } from '../screening/screening';
import { drawsFor, type Judgement, nullKey } from '../screening/significance';
import type { Listing } from './listing';

/**
 * What the windows are judged by that a search of one symbol found: the best of a year, or of one entry or hold.
 *
 * @param caller whose plan bounds what may be begun
 */
export async function symbolJudgement(
  { nulls }: Screening,
  listing: Listing,
  request: DetectionRequest,
  caller: Caller,
): Promise<Judgement> {
  const windows = windowsIn(request) * (request.direction ? 1 : 2);
  const known = windows === 0 ? 'pending' : await nulls.of(symbolNullSearch(listing, request), caller);
  return {
    looked: { kind: 'searched', searched: { windows, symbols: 1 }, nulls: known },
    draws: drawsFor(nulls, request),
  };
}

/** The search as METHOD 9 names it: which windows may be listed does not enter, all of them were looked at. */
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
  // A symbol that stopped trading is judged all the same, as far as its prices reach.
  const searched = { ...request, liveOnly: false };
  return { key, job: () => ({ dataVersion, searches: [{ symbols: [symbol], request: searched }] }) };
}
