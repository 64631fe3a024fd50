import type { Clock } from '../clock';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { marketSessions } from '../core/calendar/marketSessions';
import { tickerKey } from '../core/calendar/ticker';
import { countSessions, type PriceColumns } from '../core/detection/columns';
import type { PriceStore } from '../storage/ports';
import type { IndexedSymbol, ListedSymbol, PriceIndex } from '../storage/rows';
import { turns } from '../turns';
import { groupOf, groupReader, membersOf, partsOf, type ReadBlock, type ReadSeries, type Series } from './readGroup';
import type { FormerName, LoadedSymbol, MarketPrices, Snapshot, UnreadableSymbol } from './snapshot';

/** Symbols that share a block of memory: few enough to rebuild at once, enough that a scan touches few blocks. */
const GROUP_SIZE = 64;

export interface PriceSource {
  readonly prices: PriceStore;
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

export function basisAt(revision: number, { markets, clock }: Pick<PriceSource, 'markets' | 'clock'>): Basis {
  return { revision, finalDays: markets.map((market) => clock.lastFinalDay(market.calendar)) };
}

export function sameBasis(a: Basis, b: Basis): boolean {
  return a.revision === b.revision && a.finalDays.every((day, i) => day === b.finalDays[i]);
}

/**
 * Reads and verifies every stored series and lays it out for the kernel, in slices that leave room for requests.
 * Blocks in which nothing changed are taken over from the load before.
 *
 * @param readInThread reads what it can; without it everything is read here, in turns with requests
 */
export async function load(
  source: PriceSource,
  before?: Loaded,
  signal?: AbortSignal,
  readInThread?: ReadBlock,
): Promise<Loaded> {
  const { prices, markets } = source;
  const index = await prices.index();
  const basis = basisAt(index.revision, source);
  const finalDays = new Map(markets.map((market, i) => [market.id, basis.finalDays[i]]));
  const groups = new Map<string, PriceColumns>();
  const symbols: LoadedSymbol[] = [];
  const unreadable: UnreadableSymbol[] = [];
  const seen = partsOf(visibleSeries(index.symbols, finalDays), GROUP_SIZE);
  const blocks = await Promise.all(seen.map((group) => readInThread?.(membersOf(group)) ?? null));
  signal?.throwIfAborted();
  const readHere = groupReader(prices, unreadable, signal);
  for (const [place, group] of seen.entries()) {
    const block = blocks[place];
    const { visible, build } = block === null ? await readHere(group) : groupOf(group, block);
    if (visible.length === 0) continue;
    const content = visible.map(({ series, closes }) => `${series.stored.hash}:${closes}`).join();
    const columns = before?.groups.get(content) ?? build();
    groups.set(content, columns);
    symbols.push(...visible.map((found, position) => loadedSymbol(found, columns, position)));
  }
  return { snapshot: await takeSnapshot(index, markets, basis, symbols, unreadable), basis, groups };
}

/** Series of symbols that are in a market, by id: new symbols join at the end and leave the other blocks as they are. */
function visibleSeries(symbols: readonly IndexedSymbol[], finalDays: ReadonlyMap<string, Day>): Series[] {
  return symbols
    .flatMap((listed) => {
      const days = listed.markets.flatMap((id) => finalDays.get(id) ?? []);
      const { series: stored } = listed;
      return stored && days.length > 0 ? [{ listed, stored, visibleThrough: Math.max(...days) }] : [];
    })
    .sort((a, b) => a.listed.id - b.listed.id);
}

function loadedSymbol({ series, firstDay, lastDay }: ReadSeries, columns: PriceColumns, index: number): LoadedSymbol {
  const { listed, stored, visibleThrough } = series;
  return {
    id: listed.id,
    symbol: listed.symbol,
    name: listed.name,
    markets: listed.markets,
    source: stored.source,
    simulated: stored.simulated,
    hash: stored.hash,
    firstDay,
    lastDay,
    visibleThrough,
    columns,
    index,
  };
}

async function takeSnapshot(
  index: PriceIndex,
  markets: readonly Market[],
  { revision, finalDays }: Basis,
  symbols: readonly LoadedSymbol[],
  unreadable: readonly UnreadableSymbol[],
): Promise<Snapshot> {
  const priced = index.symbols.filter(({ series }) => series !== null);
  const storedAt = priced.map(({ series }) => series?.importedAt.getTime() ?? 0);
  const known = { symbols: [...symbols].sort(byTicker), unreadable, listed: priced };
  const prices = new Map<string, MarketPrices>();
  for (const [i, market] of markets.entries()) prices.set(market.id, await marketPrices(market, finalDays[i], known));
  return {
    version: [revision, ...finalDays, 'unreadable', ...unreadable.map((s) => s.id)].join(' '),
    dataVersion: index.dataVersion,
    pricesStoredAt: storedAt.length === 0 ? null : new Date(storedAt.reduce((a, b) => Math.max(a, b))),
    simulated: symbols.some((s) => s.simulated),
    markets: prices,
    symbols: new Map(known.symbols.map((s) => [s.id, s])),
    unreadable: new Map(unreadable.map((s) => [s.id, s])),
    listed: new Map(index.symbols.map((s) => [tickerKey(s.symbol)!, s])),
    former: formerNames(index),
  };
}

function formerNames({ symbols, formerTickers }: PriceIndex): Snapshot['former'] {
  const byId = new Map(symbols.map((symbol) => [symbol.id, symbol]));
  const names = new Map<string, FormerName[]>();
  for (const { symbolId, ticker, until } of formerTickers.toReversed()) {
    const listed = byId.get(symbolId);
    const key = tickerKey(ticker);
    if (listed && key !== null) names.set(key, [...(names.get(key) ?? []), { ticker, until, listed }]);
  }
  return names;
}

/** All that is known, by ticker but for what is unreadable. */
interface Known {
  readonly symbols: readonly LoadedSymbol[];
  readonly unreadable: readonly UnreadableSymbol[];
  readonly listed: readonly ListedSymbol[];
}

/** What of all that is known belongs to one market. */
async function marketPrices(market: Market, finalDay: Day, known: Known): Promise<MarketPrices> {
  const isMember = ({ markets }: { readonly markets: readonly string[] }) => markets.includes(market.id);
  const members = known.symbols.filter(isMember);
  const sessions = await sessionsOf(members, finalDay);
  const asOf = sessions.at(-1) ?? null;
  const unreadable = known.unreadable.filter(isMember);
  // One whose first bar is still to come has nothing to show.
  const symbols = members.filter(({ firstDay }) => asOf !== null && firstDay <= asOf);
  const visible = new Set([...symbols, ...unreadable].map(({ id }) => id));
  return {
    market,
    sessions,
    asOf,
    symbols,
    unreadable,
    listed: known.listed.filter(({ id }) => visible.has(id)),
  };
}

/** The days a market traded on (METHOD 1), counted in slices: a symbol of 30 years takes some 30 microseconds. */
async function sessionsOf(members: readonly LoadedSymbol[], finalDay: Day): Promise<Int32Array> {
  const seen = members.filter(({ firstDay }) => firstDay <= finalDay);
  if (seen.length === 0) return new Int32Array();
  const first = seen.reduce((earliest, { firstDay }) => Math.min(earliest, firstDay), finalDay);
  const counts = new Uint16Array(finalDay - first + 1);
  const pause = turns();
  for (const { columns, index } of seen) {
    await pause();
    countSessions(columns, index, finalDay, first, counts);
  }
  return marketSessions(counts, first);
}

function byTicker(a: { readonly symbol: string }, b: { readonly symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}
