import type { Day } from '../../core/calendar/dates';
import { marketSessions } from '../../core/calendar/marketSessions';
import { buildColumns, countSessions, type PriceColumns } from '../../core/detection/columns';
import { yearsNeeded } from '../../core/detection/coverage';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import { RotationSearch } from '../../core/significance/rotationSearch';
import { chanceOf, countFrom, type NullDistribution } from '../../core/significance/significance';
import type { Bars } from '../../core/window/bars';
import type { Direction } from '../../core/window/window';
import { distributionOf, rotations as rotate } from '../../engine/tasks/rotations';

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
  for (const { index } of symbols) countSessions(columns, index, last, first, counts);
  return { symbols, columns, sessions: marketSessions(counts, first), gapLimit };
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
  const ids = symbols.map(({ index }) => index);
  const parts = [{ buffer: columns.buffer, indices: ids, ids }];
  const counts = rotate({ request, parts, counted: [], key, rotations });
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
  { bySymbol, rotations }: NullDistribution,
): StrongestWindow[] {
  const search = new RotationSearch(planDetection(request));
  const found = symbols.flatMap(({ symbol, index }) => {
    const nullOfSymbol = bySymbol.get(symbol);
    if (nullOfSymbol === undefined || !search.use(columns, index)) return [];
    const { long, short } = search.unrotated();
    const z = Math.max(long, short);
    const direction: Direction = long >= short ? 'long' : 'short';
    return [{ symbol, direction, z, pSymbol: chanceOf(countFrom(nullOfSymbol, z), rotations) }];
  });
  search.release();
  return found;
}
