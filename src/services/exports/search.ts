import type { Market } from '../../core/calendar/market';
import type { DetectionRequest } from '../../core/detection/plan';
import { partsOf } from '../../core/parts';
import type { SearchNull } from '../../core/significance/significance';
import type { Work } from '../../deadline';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../../engine/snapshot';
import { type ExportedPart, failureOf, nullOfSome } from '../../engine/tasks/exportPart';
import { refOf } from '../../engine/tasks/symbolRef';
import type { ExportFailure } from '../../storage/exportJobs';
import type { NullSearch } from '../screening/nullDistributions';
import type { Screening } from '../screening/screening';
import { contentsOfMarkets, drawsFor, nullKey, searchedIn } from '../screening/significance';
import { isStale, type Listing } from '../symbol/listing';
import { type YearQuery, yearRequest } from '../symbol/symbolYear';
import type { ExportRequest } from './request';

/** Symbols of a part: some megabytes of bars. */
const OF_A_PART = 16;
/** Parts that are asked for at once: enough that no thread waits for the next. */
const AT_ONCE = 4;

/** The search of an export: every symbol of a market by itself, as its own list has it, and all of them as one search. */
export interface ExportSearch {
  readonly snapshot: Snapshot;
  readonly market: Market;
  readonly request: DetectionRequest;
  /** Those that trade. */
  readonly symbols: readonly LoadedSymbol[];
  /** Those whose prices could not be read when they were loaded. */
  readonly unreadable: readonly ExportFailure[];
}

/** @throws RangeError for a market that is not there any more */
export function exportSearch(snapshot: Snapshot, asked: ExportRequest): ExportSearch {
  const prices = snapshot.markets.get(asked.market);
  if (prices === undefined) throw new RangeError(`there is no market ${asked.market}`);
  const { market } = prices;
  const unreadable = prices.unreadable.map((symbol) => failureOf(symbol, symbol.damage));
  const live = prices.symbols.filter((symbol) => !isStale(listingOf(prices, symbol)));
  const request = requestOf(prices, asked);
  return { snapshot, market, request, symbols: request.entries.length === 0 ? [] : live, unreadable };
}

/** The search as METHOD 9 names it: which windows may be listed does not enter, all of them were looked at. */
export function exportNullSearch({ snapshot, market, request, symbols }: ExportSearch): NullSearch {
  const dataVersion = contentsOfMarkets(snapshot, [market.id]);
  const { years, cycle, minHold, maxHold, direction, entries } = request;
  const key = nullKey(dataVersion, {
    // Each of its entries is known through the day before it, unlike those of a scan.
    universe: `${market.id}/*`,
    years,
    cycle,
    minHold,
    maxHold,
    direction,
    firstEntry: entries[0]?.day ?? 0,
    entries: entries.length,
  });
  const searched = { ...request, liveOnly: false };
  return { key, job: () => ({ dataVersion, searches: [{ symbols, request: searched }] }) };
}

/**
 * The rows of an export, some symbols at a time, by ticker; of each symbol the best first. Computed in the background: only
 * what is found comes back.
 *
 * @throws the signal's reason once it is aborted
 */
export async function* exportParts(
  screening: Screening,
  search: ExportSearch,
  asked: ExportRequest,
  nulls: SearchNull,
  work: Work,
): AsyncGenerator<ExportedPart> {
  const { market, request } = search;
  const { floors, perSymbol, format } = asked;
  const shared = {
    market: { id: market.id, gapLimit: market.gapLimit },
    request,
    draws: drawsFor(screening.nulls, request),
    floors,
    perSymbol,
    format,
  };
  const searched = searchedIn(request, search.symbols);
  const underWay: Promise<ExportedPart>[] = [];
  for (const part of partsOf(search.symbols, OF_A_PART)) {
    const symbols = part.map((symbol) => ({ ...refOf(symbol), name: symbol.name }));
    const ofThese = typeof nulls === 'string' ? nulls : nullOfSome(nulls, part);
    const input = { ...shared, symbols, looked: { kind: 'searched', searched, nulls: ofThese } } as const;
    const made = screening.engine.runInBackground('exportPart', input, work);
    // It may fail while an earlier one is waited for: then nobody has come to wait for it.
    made.catch(() => {});
    underWay.push(made);
    if (underWay.length === AT_ONCE) yield await underWay.shift()!;
  }
  for (const made of underWay) yield await made;
}

function requestOf(prices: MarketPrices, asked: ExportRequest): DetectionRequest {
  const { years, cycle, minHold, maxHold, direction, from, to, minWins } = asked;
  const query: YearQuery = { years, cycle, minHold, maxHold, direction, from, to, minWins, liveOnly: true };
  return yearRequest(prices, query);
}

function listingOf({ market, asOf, sessions }: MarketPrices, symbol: LoadedSymbol): Listing {
  return { symbol, market, sessions, lastBar: asOf ?? symbol.lastDay };
}
