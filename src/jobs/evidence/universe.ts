import type { Clock } from '../../clock';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { marketSessions } from '../../core/calendar/marketSessions';
import type { Candidate } from '../../core/detection/candidate';
import { buildColumns, type PriceColumns } from '../../core/detection/columns';
import type { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection, yearsNeeded } from '../../core/detection/plan';
import type { Rankable } from '../../core/detection/ranking';
import { drawRotations } from '../../core/significance/rotation';
import { RotationSearch } from '../../core/significance/rotationSearch';
import { chanceAmong, type NullDistribution, significanceOf } from '../../core/significance/significance';
import { type Bars, barsThrough } from '../../core/window/bars';
import { evidenceOf } from '../../core/window/evidence';
import { measuredEdge, measureWindow } from '../../core/window/measures';
import type { Direction } from '../../core/window/window';
import { distributionOf, rotations as rotate } from '../../engine/tasks/rotations';
import { CorruptPricesError } from '../../storage/errors';
import type { PriceStore } from '../../storage/prices';

/** The symbols and prices of a market as the evidence programs search them. */
export interface Universe {
  readonly symbols: readonly UniverseSymbol[];
  /** Prices of all symbols. */
  readonly columns: PriceColumns;
  /** Days the market traded on, ascending (METHOD 1). */
  readonly sessions: Int32Array;
  readonly gapLimit: number;
}

export interface UniverseSymbol {
  readonly symbol: string;
  readonly bars: Bars;
  readonly columns: PriceColumns;
  /** Position among the symbols and in the columns. */
  readonly index: number;
  readonly firstDay: Day;
}

/** Settings of a search, besides its entries. */
export interface SearchSettings {
  readonly years: number;
  /** Calendar days. */
  readonly minHold: number;
  readonly maxHold: number;
  /** Number of rotations. */
  readonly rotations: number;
}

/** @param series each with at least one bar, and only with visible bars */
export function universeOf(
  series: readonly { readonly symbol: string; readonly bars: Bars }[],
  gapLimit: number,
): Universe {
  const columns = buildColumns(series.map(({ bars }) => bars));
  const symbols = series.map(({ symbol, bars }, index) => ({ symbol, bars, columns, index, firstDay: bars.day[0] }));
  const first = symbols.reduce((earliest, { firstDay }) => Math.min(earliest, firstDay), Infinity);
  const last = series.reduce((latest, { bars }) => Math.max(latest, bars.day[bars.day.length - 1]), -Infinity);
  const counts = new Uint16Array(series.length === 0 ? 0 : last - first + 1);
  for (const { bars } of symbols) for (const day of bars.day) counts[day - first] += 1;
  return { symbols, columns, sessions: marketSessions(counts, first), gapLimit };
}

export interface StoredUniverse {
  readonly universe: Universe;
  readonly dataVersion: string;
  readonly simulated: boolean;
  /** Source labels of the prices, sorted. */
  readonly sources: readonly string[];
  /** Symbols left out because their stored prices cannot be read. */
  readonly unreadable: readonly string[];
}

/**
 * The stored prices of a market, up to the last day that is final by the clock.
 *
 * @throws RangeError if there are none
 */
export async function storedUniverse(prices: PriceStore, market: Market, clock: Clock): Promise<StoredUniverse> {
  const { symbols, dataVersion } = await prices.index();
  const members = symbols.filter(({ markets, series }) => markets.includes(market.id) && series !== null);
  const stored = await prices.read(members.map(({ id }) => id));
  const through = clock.lastFinalDay(market.calendar);
  const unreadable: string[] = [];
  const series = members.flatMap(({ id, symbol }) => {
    const bars = stored.get(id);
    if (bars instanceof CorruptPricesError) unreadable.push(symbol);
    if (bars === undefined || bars instanceof CorruptPricesError) return [];
    const visible = barsThrough(bars, through);
    return visible.day.length === 0 ? [] : [{ symbol, bars: visible }];
  });
  if (series.length === 0) throw new RangeError(`no prices in market ${market.id} ${market.name}: import some first`);
  return {
    universe: universeOf(series, market.gapLimit),
    dataVersion,
    simulated: members.some((member) => member.series?.simulated),
    sources: [...new Set(members.flatMap((member) => member.series?.source ?? []))].sort(),
    unreadable,
  };
}

/** The search that a scan of the market makes over some entries, in both directions (METHOD 5). */
export function searchOf(
  { symbols, gapLimit }: Universe,
  entries: DetectionRequest['entries'],
  { years, minHold, maxHold }: Omit<SearchSettings, 'rotations'>,
): DetectionRequest {
  const searched = { entries, years, cycle: 'consecutive', minHold, maxHold, gapLimit } as const;
  return { ...searched, minWins: 'default', minObservations: yearsNeeded(searched, symbols), liveOnly: true };
}

/** The null distribution of a search (METHOD 9). @param key of the draws, see `rotationKey` */
export function nullOf(
  { symbols, columns }: Universe,
  request: DetectionRequest,
  key: number,
  rotations: number,
): NullDistribution {
  const members = symbols.map(({ index }) => ({ id: index, buffer: columns.buffer, index }));
  const counts = rotate({ request, members, counted: [], key, rotations });
  return distributionOf([counts], rotations, (index) => symbols[index].symbol);
}

/** The strongest window of a symbol in a search. */
export interface StrongestWindow {
  readonly symbol: string;
  readonly direction: Direction;
  /** |z| of METHOD 9. */
  readonly z: number;
  readonly pSymbol: number;
}

/** The strongest window of each symbol that the null distribution has. */
export function strongestWindows(
  { symbols, columns }: Universe,
  request: DetectionRequest,
  { bySymbol }: NullDistribution,
): StrongestWindow[] {
  const search = new RotationSearch(planDetection(request));
  const found = symbols.flatMap(({ symbol, index }) => {
    const nullOfSymbol = bySymbol.get(symbol);
    if (nullOfSymbol === undefined || !search.use(columns, index)) return [];
    const { long, short } = search.unrotated();
    const z = Math.max(long, short);
    const direction: Direction = long >= short ? 'long' : 'short';
    return [{ symbol, direction, z, pSymbol: chanceAmong(nullOfSymbol, z) }];
  });
  search.release();
  return found;
}

/** A window as a card of the search would show it. */
export interface JudgedWindow extends Rankable {
  /** m_h of METHOD 9: long return of the same hold on any date, as a fraction. */
  readonly drift: number;
}

/** Years: more than any lookback of consecutive years. */
const MAX_YEARS_BACK = 100;
/** No rotations of a single window: its z needs none, and p-values come from the null distribution of its search. */
export const NO_ROTATIONS = drawRotations(0, 0, MAX_YEARS_BACK);

/**
 * The best window of a symbol in each direction, as the cards of the search would show them.
 *
 * @param detector of the request, or of a part of it
 */
export function judgedBest(
  universe: Universe,
  request: DetectionRequest,
  nulls: NullDistribution,
  detector: Detector,
  { index }: UniverseSymbol,
): JudgedWindow[] {
  const { long, short } = detector.best(index);
  return [long, short].flatMap((candidate) => (candidate && judge(universe, request, nulls, candidate)) ?? []);
}

/**
 * Evidence, significance and edge of a window that a search found, computed as the service does.
 *
 * @returns null if its strength cannot be computed
 */
function judge(
  { symbols, gapLimit }: Universe,
  request: DetectionRequest,
  nulls: NullDistribution,
  { symbol: index, entry, hold, direction }: Candidate,
): JudgedWindow | null {
  const { columns, symbol, bars } = symbols[index];
  const { entries, years, cycle } = request;
  const [{ day: searchEntry, asOf }] = entries;
  const window = { entry, end: entry + hold - 1, years, cycle, asOf };
  const evidence = evidenceOf(bars, window, direction, gapLimit);
  const found = { symbol: { columns, index }, window, direction, searchEntry, gapLimit };
  const measures = measureWindow(found, NO_ROTATIONS);
  const { strength } = measures;
  if (!strength || !evidence) return null;
  // The counts of searched windows and symbols are for display only.
  const search = {
    kind: 'found',
    searched: { from: null, to: null, windows: 0, symbols: 0 },
    nulls,
    strongest: null,
  } as const;
  const significance = significanceOf(symbol, strength, search);
  const { score: edgeScore } = measuredEdge(evidence, measures, { tilt: 0, daysBehind: null, significance });
  return { symbol, direction, entry, hold, evidence, edgeScore, significance, drift: strength.drift };
}
