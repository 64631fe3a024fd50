import type { Caller } from '../../access/caller';
import { inScope } from '../../access/tiers';
import { type FoundBySearch, MOST_SEARCHED_DAYS, NAMED_HOLDS } from '../../answers/analyzeUrl';
import { type Day, dayOf, parseIso, toIso, yearOf } from '../../core/calendar/dates';
import { type Market, resolveMarketTokens } from '../../core/calendar/market';
import { type DateRange, lastSessionBefore, sessionsOver } from '../../core/calendar/marketSessions';
import { type DetectionRequest, windowsIn } from '../../core/detection/plan';
import { holdOf, LONGEST_DAYS, SHORTEST_DAYS, type WindowSpec } from '../../core/window/window';
import type { Snapshot } from '../../engine/snapshot';
import { invalidRequest } from '../../errors';
import type { Asker, Input } from '../../operation';
import type { Screening, ServiceDeps } from '../screening/deps';
import type { NullSearch } from '../screening/nullDistributions';
import { marketRequest, marketScanRequest, membersByMarket, type ScanQuery } from '../screening/question';
import {
  drawsFor,
  entryNullSearch,
  marketNullSearch,
  requestNullSearch,
  type SignificanceContext,
  searchSize,
  strongestChances,
} from '../screening/significance';
import type { Listing } from './listing';
import { yearRequest } from './namedWindow';

/**
 * The search that a caller says a pinned window came from (METHOD 9). It always covers at least the holds 5 to 120 and both
 * directions, so that no statement makes a window look better than the default.
 */
export interface StatedSearch {
  /** Days of the entries; omitted = the 366 days from January 1 of the entry's year. */
  readonly range?: DateRange;
  /** Calendar days; omitted = 5 to 120. */
  readonly holds?: { readonly min: number; readonly max: number };
  /** Markets of the scan; omitted = the symbol alone was searched. */
  readonly markets?: readonly Market[];
}

/** The search that a pinned window is judged by (METHOD 9). */
export interface PinnedSearch {
  readonly range: DateRange;
  readonly minHold: number;
  readonly maxHold: number;
  /** Number of holds searched: the range, and the window's own outside it. */
  readonly holds: number;
  /** Entry date from which the drift of the search counts (METHOD 9). */
  readonly firstEntry: Day;
  /** Entry dates of the symbol's market. */
  readonly entries: number;
  /** The null distribution of the search. @param asker whose plan limits which searches may be started */
  context(asker: Asker): Promise<SignificanceContext>;
}

/** A search of one symbol, as links name it. */
export function searchedBy({ entries, minHold, maxHold }: DetectionRequest): FoundBySearch {
  return { from: entries[0].day, to: entries[entries.length - 1].day, minHold, maxHold };
}

/** The parameters that name the search a window came from, as they came. */
type SearchedParameters = Pick<Input<'analyzeSymbol'>, 'searched' | 'searched_days' | 'searched_markets'>;

/**
 * The search that the parameters name. Its markets may lie outside the caller's plan: it says where the window was found and
 * shows none of their prices, and links of the daily pick and of shared calendars carry it to callers of any plan.
 *
 * @throws invalid_request naming the parameter
 */
export function statedSearch(
  { screening }: ServiceDeps,
  { searched, searched_days: searchedDays, searched_markets: searchedMarkets }: SearchedParameters,
): StatedSearch {
  if (searched === undefined) {
    const given = Object.entries({ searched_days: searchedDays, searched_markets: searchedMarkets });
    const [extra] = given.find(([, value]) => value !== undefined) ?? [];
    if (extra !== undefined) throw invalidRequest(`${extra} needs searched, the days of the search; got none`);
    return {};
  }
  const [start, end] = searched.split('..').map(parseIso);
  if (start === null || end === null)
    throw invalidRequest(`searched must be YYYY-MM-DD..YYYY-MM-DD with dates that exist; got '${searched}'`);
  const range = { start, end };
  const holds = searchedDays === undefined ? undefined : searchedHolds(searchedDays);
  if (searchedMarkets === undefined) return { range, holds };
  const resolved = resolveMarketTokens(searchedMarkets, screening.markets);
  if (resolved.unknown.length > 0 || resolved.markets.length === 0)
    throw invalidRequest(`searched_markets must be ids, names or aliases of markets; got '${searchedMarkets}'`);
  return { range, holds, markets: resolved.markets };
}

/** @throws invalid_request */
function searchedHolds(text: string): { min: number; max: number } {
  const [min, max] = text.split('..').map(Number);
  if (min < SHORTEST_DAYS || max > LONGEST_DAYS || min > max)
    throw invalidRequest(
      `searched_days must be MIN..MAX with holds from ${SHORTEST_DAYS} to ${LONGEST_DAYS} days; got '${text}'`,
    );
  return { min, max };
}

/** @throws invalid_request naming what is accepted */
function requireSearched({ start, end }: DateRange, entry: Day): void {
  const got = `got ${toIso(start)}..${toIso(end)}`;
  const accepted = `accepted is A..B of at most ${MOST_SEARCHED_DAYS} days that contain the entry ${toIso(entry)}`;
  if (start > end) throw invalidRequest(`searched must not end before it begins; ${got}, ${accepted}`);
  if (end - start + 1 > MOST_SEARCHED_DAYS)
    throw invalidRequest(`searched must be at most ${MOST_SEARCHED_DAYS} days; ${got}, ${accepted}`);
  if (entry < start || entry > end) throw invalidRequest(`searched must contain the entry; ${got}, ${accepted}`);
}

/**
 * The search that a pinned window is judged by: the one that the caller states, by default the year of its entry.
 *
 * @throws invalid_request naming the parameter and what is accepted
 */
export function pinnedSearch(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  window: WindowSpec,
  stated: StatedSearch,
): PinnedSearch {
  const { entry, years, cycle, asOf } = window;
  const hold = holdOf(window);
  const first = dayOf(yearOf(entry), 1, 1);
  const range = stated.range ?? { start: first, end: first + MOST_SEARCHED_DAYS - 1 };
  requireSearched(range, entry);
  // A scan's holds are one range, which is widened to the window's own; a search of one symbol adds that hold alone.
  const own = stated.markets === undefined ? [] : [hold];
  const minHold = Math.min(NAMED_HOLDS.min, stated.holds?.min ?? NAMED_HOLDS.min, ...own);
  const maxHold = Math.max(NAMED_HOLDS.max, stated.holds?.max ?? NAMED_HOLDS.max, ...own);
  const alsoHold = hold < minHold || hold > maxHold ? hold : undefined;
  const searched = { years, cycle, minHold, maxHold };
  const sessions = sessionsOver(listing.market, listing.sessions, range.start, range.end);
  const common = {
    range,
    minHold,
    maxHold,
    holds: maxHold - minHold + (alsoHold === undefined ? 1 : 2),
    firstEntry: sessions[0] ?? entry,
    entries: Math.max(1, sessions.length),
  };
  if (stated.markets) {
    if (!stated.markets.some(({ id }) => id === listing.market.id))
      throw invalidRequest(
        `searched_markets must contain market ${listing.market.id} of ${listing.symbol.symbol}; got ${stated.markets.map(({ id }) => id).join()}`,
      );
    if (sessions.length === 0 && !isListOfDay(stated.markets, range))
      throw invalidRequest(
        `searched must hold a session of market ${listing.market.id}, as a scan with searched_markets does; got ${toIso(range.start)}..${toIso(range.end)}`,
      );
    const query: ScanQuery = { markets: stated.markets, range, question: searched };
    return { ...common, context: (asker) => scanContext(screening, snapshot, query, asker) };
  }
  const knownThrough = asOf < listing.asOf ? asOf : undefined;
  const request = yearRequest(listing, {
    ...searched,
    from: range.start,
    to: range.end,
    knownThrough,
  });
  // A range without a session, such as a Sunday, holds the entry alone.
  const entries = request.entries.length > 0 ? request.entries : [{ day: entry, asOf }];
  const search: SymbolSearch = { request: { ...request, entries }, alsoHold, knownThrough };
  return { ...common, context: ({ caller }) => symbolSearchContext(screening, listing, search, 'named', caller) };
}

/** Whether a search is the list of one day, which is of a single market and may begin on a day without a session. */
function isListOfDay(markets: readonly Market[], { start, end }: DateRange): boolean {
  return start === end && markets.length === 1;
}

async function scanContext(
  screening: Screening,
  snapshot: Snapshot,
  query: ScanQuery,
  asker: Asker,
): Promise<SignificanceContext> {
  const { markets, range, question } = query;
  const oneDay = isListOfDay(markets, range);
  let search = marketNullSearch(snapshot, query);
  let symbols = 0;
  let windows = 0;
  for (const { market, members } of membersByMarket(snapshot, markets)) {
    const prices = snapshot.markets.get(market.id);
    const ofDay = [{ day: range.start, asOf: prices ? lastSessionBefore(prices.sessions, range.start) : 0 }];
    const request = prices && (oneDay ? marketRequest(prices, ofDay, question) : marketScanRequest(prices, query));
    if (!prices || !request) continue;
    const size = searchSize(request, members);
    symbols += size.symbols;
    windows += size.windows;
    if (oneDay) search = entryNullSearch(prices, request);
  }
  const isInPlan = markets.every(({ id }) => inScope(asker.caller, id));
  const nulls = await screening.nulls.of(search, asker.caller, isInPlan);
  const strongest = await strongestChances(screening.engine, search, nulls, range, asker);
  const { start, end } = query.range;
  return {
    origin: { kind: 'named in a scan', searched: { from: start, to: end, windows, symbols }, nulls, strongest },
    draws: drawsFor(screening.nulls, query.question),
  };
}

/** A search of one symbol. */
interface SymbolSearch {
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

function symbolNullSearch({ symbol, market }: Listing, { request, alsoHold, knownThrough }: SymbolSearch): NullSearch {
  const prices = { universe: `${market.id}/${symbol.symbol}`, dataVersion: symbol.hash, knownThrough };
  // A symbol that stopped trading is included, as far as its prices reach.
  const searched = { symbols: [symbol], request: { ...request, liveOnly: false }, alsoHold };
  return requestNullSearch(prices, searched);
}
