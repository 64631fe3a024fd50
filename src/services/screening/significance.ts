import { sessionsBetween } from '../../core/calendar/calendars';
import { type Day, dateOf } from '../../core/calendar/dates';
import { type DetectionRequest, possibleCandidates, windowsIn } from '../../core/detection/plan';
import type { Draws, WindowStrength } from '../../core/significance/rotation';
import {
  chancesOfStrongest,
  type NullDistribution,
  type Searched,
  type SearchNull,
  type SearchOrigin,
  type Significance,
  significanceOf,
} from '../../core/significance/significance';
import { inTime, type Work } from '../../deadline';
import type { Engine } from '../../engine/engine';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../../engine/snapshot';
import type { NullJob } from '../../engine/tasks/rotations';
import { sha256 } from '../../storage/hashes';
import type { NullDistributions, NullSearch } from './nullDistributions';
import { type Lookback, marketScanRequest, membersByMarket, type ScanQuery } from './question';
import { holdBounds } from './requestRules';

/** The inputs of the significance of a search's windows (METHOD 9). */
export interface SignificanceContext {
  readonly origin: SearchOrigin;
  readonly draws: Draws;
}

/** The significance of a window whose strength is known. */
export function windowSignificance(
  { origin }: SignificanceContext,
  { symbol }: LoadedSymbol,
  strength: WindowStrength | null,
): Significance {
  return significanceOf(symbol, strength, origin);
}

/** The size of a market's search: its windows, and the symbols that could be candidates (METHOD 7). */
export function searchSize(
  request: DetectionRequest,
  members: readonly LoadedSymbol[],
): Pick<Searched, 'symbols' | 'windows'> {
  const symbols = possibleCandidates(request, members).length;
  return { symbols, windows: symbols * windowsIn(request) * (request.direction ? 1 : 2) };
}

/** What `strongestChances` computed, by first and last entry: kept as long as the null distribution is. */
const kept = new WeakMap<NullDistribution, Map<string, Float64Array>>();

/**
 * The p_symbol of the strongest window of every symbol searched, ascending (METHOD 9). A null distribution serves searches
 * of neighbouring days; these p-values are those of the days themselves.
 *
 * @param days first and last entry
 * @param threads 'background' for work that no request waits for
 * @returns null while the null distribution is not known, or when time runs out
 */
export async function strongestChances(
  engine: Engine,
  { job }: NullSearch,
  nulls: SearchNull,
  days: { readonly start: Day; readonly end: Day },
  work: Work,
  threads: 'request' | 'background' = 'request',
): Promise<Float64Array | null> {
  if (typeof nulls === 'string') return null;
  const ofNulls = kept.get(nulls) ?? new Map<string, Float64Array>();
  kept.set(nulls, ofNulls);
  const key = `${days.start}..${days.end}`;
  const known = ofNulls.get(key);
  if (known) return known;
  const strongest = await inTime(async () => engine.strongest(await job(), work, threads), work.signal, null);
  if (strongest === null) return null;
  const chances = chancesOfStrongest(nulls, strongest);
  ofNulls.set(key, chances);
  return chances;
}

/** The draws for a lookback, including the current year, which may be incomplete. */
export function drawsFor(nulls: NullDistributions, { years, cycle }: Lookback): Draws {
  return nulls.draws((years + 2) * (cycle === 'consecutive' ? 1 : 4) + 1);
}

/** The symbols that a null search covers, and their data. */
interface SearchedPrices {
  /** Names the symbols: markets by id, lowest first, or symbols of a market: `0/AAPL`, `0/*`. */
  readonly universe: string;
  /** Names the prices of all symbols that take part, and of no others. */
  readonly dataVersion: string;
  /** Last day whose data are used, where it is not the last of the market. */
  readonly knownThrough?: Day;
}

/** Everything that a null distribution depends on (METHOD 9). */
interface SearchSpec
  extends SearchedPrices,
    Pick<DetectionRequest, 'years' | 'cycle' | 'minHold' | 'maxHold' | 'direction'> {
  /** A hold outside the range that is searched too. */
  readonly alsoHold?: number;
  readonly firstEntry: Day;
  /** Number of entry sessions in each calendar of the search. */
  readonly entries: readonly number[];
}

/** Above this number of entries the key rounds it to tens: one session more makes no visible difference. */
const MAX_EXACT_ENTRIES = 20;

/**
 * The key of a search's null distribution. Equal searches whose first entries lie in the same month share one: it hardly
 * depends on the date (METHOD 9).
 */
function nullKey(search: SearchSpec): string {
  const { dataVersion, universe, years, cycle, minHold, maxHold, alsoHold, direction = 'both', entries } = search;
  const { year, month } = dateOf(search.firstEntry);
  const counted = entries.map((count) => (count <= MAX_EXACT_ENTRIES ? count : 10 * Math.round(count / 10))).join('+');
  const holds = `${minHold}-${maxHold}${alsoHold === undefined ? '' : `+${alsoHold}`}`;
  const known = search.knownThrough === undefined ? [] : [search.knownThrough];
  return [dataVersion, universe, years, cycle, holds, direction, `${year}-${month}`, counted, ...known].join('|');
}

/** The null search of a scan (METHOD 9). */
export function marketNullSearch(snapshot: Snapshot, query: ScanQuery): NullSearch {
  const { markets, range, question } = query;
  const { years, cycle, direction } = question;
  const calendars = [...new Set(markets.map(({ calendar }) => calendar))];
  const key = nullKey({
    universe: markets.map(({ id }) => id).join(),
    dataVersion: dataVersionOf(snapshot, query),
    years,
    cycle,
    ...holdBounds(question),
    direction,
    firstEntry: range.start,
    entries: calendars.map((calendar) => sessionsBetween(calendar, range.start, range.end).length),
  });
  return { key, job: () => marketNullJob(snapshot, query) };
}

/** The data version of a scan's markets together: equal prices give an equal version on any machine. */
function dataVersionOf(snapshot: Snapshot, { markets }: ScanQuery): string {
  const versions = markets.map(({ id }) => snapshot.markets.get(id)?.dataVersion ?? '');
  return versions.length === 1 ? versions[0] : sha256(versions.join());
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

/** The null search of one detection request (METHOD 9). Filters of the answer do not enter it: every window was searched. */
export function requestNullSearch(prices: SearchedPrices, search: NullJob['searches'][number]): NullSearch {
  const { request, alsoHold } = search;
  const { entries } = request;
  const firstEntry = entries[0]?.day ?? 0;
  const { dataVersion } = prices;
  const key = nullKey({ ...request, ...prices, alsoHold, firstEntry, entries: [entries.length] });
  return { key, job: () => ({ dataVersion, searches: [search] }) };
}

/** The null search of one market on one entry date, session or not (METHOD 9). */
export function entryNullSearch({ market, symbols, dataVersion }: MarketPrices, request: DetectionRequest): NullSearch {
  return requestNullSearch({ universe: market.id, dataVersion }, { symbols, request });
}
