import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { tickerKey } from '../core/calendar/ticker';
import { buildColumns, type Closes, lastSession, type PriceColumns } from '../core/detection/columns';
import { upperBound } from '../core/window/bars';
import { CorruptPricesError, type PriceIndexRow } from '../storage/sqlite/prices';
import type { Store } from '../storage/sqlite/store';
import type { ListedSymbol } from '../storage/sqlite/symbols';
import type { LoadedSymbol, MarketPrices, Snapshot, UnreadableSymbol } from './snapshot';

/** Symbols that share a block of memory: few enough to rebuild at once, enough that a scan touches few blocks. */
const GROUP_SIZE = 64;
/** Loading yields to requests after this long. */
const SLICE_MS = 8;

export interface Prices {
  readonly store: Store;
  readonly markets: readonly Market[];
  readonly clock: Clock;
}

/** What a snapshot was made from, so that a later load can tell whether anything moved. */
export interface Basis {
  readonly revision: number;
  /** Last final day of each market, in their order. */
  readonly finalDays: readonly Day[];
}

export interface Loaded {
  readonly snapshot: Snapshot;
  readonly basis: Basis;
  /** Blocks by what is in them. */
  readonly groups: ReadonlyMap<string, PriceColumns>;
}

export function basisOf({ store, markets, clock }: Prices): Basis {
  return {
    revision: store.prices.revision(),
    finalDays: markets.map((market) => clock.lastFinalDay(market.calendar)),
  };
}

export function sameBasis(a: Basis, b: Basis): boolean {
  return a.revision === b.revision && a.finalDays.every((day, i) => day === b.finalDays[i]);
}

/**
 * Reads and verifies every stored series and lays it out for the kernel, in slices that leave room for requests.
 * Blocks in which nothing changed are taken over from the load before.
 */
export async function load(prices: Prices, before?: Loaded, signal?: AbortSignal): Promise<Loaded> {
  const basis = basisOf(prices);
  const dataVersion = prices.store.prices.dataVersion();
  const finalDays = new Map(prices.markets.map((market, i) => [market.id, basis.finalDays[i]]));
  const groups = new Map<string, PriceColumns>();
  const symbols: LoadedSymbol[] = [];
  const unreadable: UnreadableSymbol[] = [];
  const pause = slices();
  const rows = new Map(prices.store.prices.index().map((row) => [row.symbolId, row]));
  const listed = prices.store.symbols.all();
  for (const members of groupsOf(seriesOf(listed, rows, finalDays))) {
    const read: ReadSeries[] = [];
    for (const series of members) {
      await pause();
      signal?.throwIfAborted();
      const found = readSeries(prices.store, series);
      if ('reason' in found) unreadable.push(found);
      else if (found.closes.day.length > 0) read.push(found);
    }
    if (read.length === 0) continue;
    const content = read.map(({ series, closes }) => `${series.row.hash}:${closes.day.length}`).join();
    const columns = before?.groups.get(content) ?? buildColumns(read.map(({ closes }) => closes));
    groups.set(content, columns);
    symbols.push(...read.map((found, index) => loadedSymbol(found, columns, index)));
  }
  const priced = listed.filter(({ id }) => rows.has(id));
  const snapshot: Snapshot = {
    version: [basis.revision, ...basis.finalDays, 'unreadable', ...unreadable.map((s) => s.id)].join(' '),
    dataVersion,
    simulated: symbols.some((s) => s.simulated),
    markets: new Map(
      prices.markets.map((market, i) => [
        market.id,
        marketPrices(market, basis.finalDays[i], { symbols, unreadable, listed: priced }),
      ]),
    ),
    symbols: new Map([...symbols].sort(byTicker).map((s) => [s.id, s])),
    unreadable: new Map(unreadable.map((s) => [s.id, s])),
    listed: new Map(listed.map((s) => [tickerKey(s.symbol)!, s])),
  };
  return { snapshot, basis, groups };
}

interface Series {
  readonly listed: ListedSymbol;
  readonly row: PriceIndexRow;
  readonly visibleThrough: Day;
}

interface ReadSeries {
  readonly series: Series;
  /** Visible ones only. */
  readonly closes: Closes;
}

/** Series of symbols that are in a market, by id: new symbols join at the end and leave the other blocks as they are. */
function seriesOf(
  symbols: readonly ListedSymbol[],
  rows: ReadonlyMap<number, PriceIndexRow>,
  finalDays: ReadonlyMap<string, Day>,
): Series[] {
  return symbols
    .flatMap((listed) => {
      const row = rows.get(listed.id);
      const days = listed.markets.flatMap((id) => finalDays.get(id) ?? []);
      return row && days.length > 0 ? [{ listed, row, visibleThrough: Math.max(...days) }] : [];
    })
    .sort((a, b) => a.listed.id - b.listed.id);
}

function groupsOf(series: readonly Series[]): Series[][] {
  const count = Math.ceil(series.length / GROUP_SIZE);
  return Array.from({ length: count }, (_, i) => series.slice(i * GROUP_SIZE, (i + 1) * GROUP_SIZE));
}

function readSeries(store: Store, series: Series): ReadSeries | UnreadableSymbol {
  const { listed, visibleThrough } = series;
  try {
    // Null: the series went away since the index was read. The next look at the revision will notice.
    const { day, close } = store.prices.closes(listed.id) ?? { day: new Int32Array(), close: new Float64Array() };
    const visible = upperBound(day, visibleThrough);
    return { series, closes: { day: day.subarray(0, visible), close: close.subarray(0, visible) } };
  } catch (error) {
    if (!(error instanceof CorruptPricesError)) throw error;
    return { id: listed.id, symbol: listed.symbol, markets: listed.markets, visibleThrough, reason: error.message };
  }
}

function loadedSymbol({ series, closes }: ReadSeries, columns: PriceColumns, index: number): LoadedSymbol {
  const { listed, row, visibleThrough } = series;
  return {
    id: listed.id,
    symbol: listed.symbol,
    name: listed.name,
    markets: listed.markets,
    source: row.source,
    simulated: row.simulated,
    hash: row.hash,
    firstDay: closes.day[0],
    lastDay: closes.day[closes.day.length - 1],
    visibleThrough,
    columns,
    index,
  };
}

interface Known {
  readonly symbols: readonly LoadedSymbol[];
  readonly unreadable: readonly UnreadableSymbol[];
  readonly listed: readonly ListedSymbol[];
}

/** What of all that is known belongs to one market. */
function marketPrices(market: Market, finalDay: Day, known: Known): MarketPrices {
  const isMember = ({ markets }: { readonly markets: readonly string[] }) => markets.includes(market.id);
  const members = known.symbols.filter(isMember).sort(byTicker);
  const lastDays = members.flatMap((s) => lastSession(s.columns, s.index, finalDay) ?? []);
  const asOf = lastDays.length === 0 ? null : lastDays.reduce((a, b) => Math.max(a, b));
  const listed = known.listed.filter(isMember).sort(byTicker);
  return { market, asOf, symbols: members, unreadable: known.unreadable.filter(isMember), listed };
}

function byTicker(a: { readonly symbol: string }, b: { readonly symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}

/** A function to await between pieces of work: it lets the event loop turn once a slice is used up. */
export function slices(): () => Promise<void> | void {
  let start = performance.now();
  return () => {
    if (performance.now() - start < SLICE_MS) return;
    return setImmediate().then(() => {
      start = performance.now();
    });
  };
}
