import { setImmediate as nextLoop } from 'node:timers/promises';
import type { Clock } from '../clock';
import type { Day } from '../core/calendar/dates';
import { type CountedDays, DayCounts } from '../core/calendar/dayCounts';
import type { Market } from '../core/calendar/market';
import { marketSessions } from '../core/calendar/marketSessions';
import { tickerKey } from '../core/calendar/ticker';
import type { PriceColumns } from '../core/detection/columns';
import { blocksOf } from '../storage/priceBlocks';
import type { BlockTask, KnownBlock, ListedSymbol, PriceIndex, PriceStore, StoredBlocks } from '../storage/prices';
import { blockOf, blockReader, type Findings, type ReadSeries } from './readBlock';
import type { FormerName, LoadedSymbol, MarketPrices, Snapshot, UnreadableSymbol } from './snapshot';

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
  readonly blocks: readonly LoadedBlock[];
}

interface LoadedBlock extends KnownBlock {
  readonly columns: PriceColumns;
}

/** Has threads read all prices as they are at one moment; null where they have to be read here. */
export type ReadInThreads = (task: Pick<BlockTask, 'finalDays' | 'known'>) => Promise<StoredBlocks | null>;

/** How often prices that change while they are read are read anew. */
const TRIES = 3;

export function basisAt(revision: number, { markets, clock }: Pick<PriceSource, 'markets' | 'clock'>): Basis {
  return { revision, finalDays: markets.map((market) => clock.lastFinalDay(market.calendar)) };
}

export function sameBasis(a: Basis, b: Basis): boolean {
  return a.revision === b.revision && a.finalDays.every((day, i) => day === b.finalDays[i]);
}

/**
 * Reads and verifies every stored series and lays it out for the kernel, in slices that leave room for requests. All of it
 * is of one moment. Blocks in which nothing changed are taken over from the load before.
 *
 * @param readInThreads reads what it can; without it everything is read here, with requests in between
 */
export async function load(
  source: PriceSource,
  before?: Loaded,
  signal?: AbortSignal,
  readInThreads?: ReadInThreads,
): Promise<Loaded> {
  for (let left = TRIES - 1; ; left--) {
    const { loaded, isOfOneMoment } = await loadOnce(source, before, signal, readInThreads);
    // Prices that change all the time are better read so than not at all.
    if (isOfOneMoment || left === 0) return loaded;
  }
}

async function loadOnce(source: PriceSource, before?: Loaded, signal?: AbortSignal, readInThreads?: ReadInThreads) {
  const { prices, markets, clock } = source;
  const finalDays = new Map(markets.map((market) => [market.id, clock.lastFinalDay(market.calendar)]));
  const known = new Map(before?.blocks.map(({ name, columns }) => [name, columns]));
  const handed = (before?.blocks ?? []).map(({ columns, ...block }): KnownBlock => block);
  const there = (await readInThreads?.({ finalDays, known: handed })) ?? null;
  signal?.throwIfAborted();
  const index = there?.index ?? (await prices.index());
  const findings = { unreadable: [] as UnreadableSymbol[], days: new DayCounts(finalDays) };
  if (there !== null) findings.days.join(there.days);
  const readHere = blockReader(prices, findings, signal);
  const blocks: LoadedBlock[] = [];
  const symbols: LoadedSymbol[] = [];
  let isReadHere = false;
  for (const [place, block] of blocksOf(index.symbols, finalDays).entries()) {
    const stored = there?.blocks.get(place) ?? null;
    isReadHere ||= stored === null;
    const { name, visible, build } = stored === null ? await readHere(block) : blockOf(block, stored);
    if (visible.length === 0) continue;
    const columns = known.get(name) ?? build();
    blocks.push({ name, columns, buffer: columns.buffer, members: visible.map(toMember) });
    symbols.push(...visible.map((found, position) => loadedSymbol(found, columns, position)));
  }
  const basis = { revision: index.revision, finalDays: [...finalDays.values()] };
  const snapshot = await takeSnapshot(index, markets, basis, symbols, findings);
  // Threads read in one transaction; here others may write between two turns.
  const isOfOneMoment = !isReadHere || (await prices.revision()) === index.revision;
  return { loaded: { snapshot, basis, blocks }, isOfOneMoment };
}

function toMember({ series: { listed, visibleThrough }, ...found }: ReadSeries): KnownBlock['members'][number] {
  return { id: listed.id, visibleThrough, ...found };
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
  { unreadable, days }: Findings,
): Promise<Snapshot> {
  const priced = index.symbols.filter(({ series }) => series !== null);
  const storedAt = priced.map(({ series }) => series?.importedAt.getTime() ?? 0);
  const known = { symbols: [...symbols].sort(byTicker), unreadable, listed: priced };
  const prices = new Map<string, MarketPrices>();
  for (const market of markets) {
    await nextLoop();
    prices.set(market.id, marketPrices(market, days.byMarket.get(market.id), known));
  }
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
function marketPrices(market: Market, days: CountedDays | undefined, known: Known): MarketPrices {
  const isMember = ({ markets }: { readonly markets: readonly string[] }) => markets.includes(market.id);
  const sessions = days === undefined ? new Int32Array() : marketSessions(days.counts, days.first);
  const asOf = sessions.at(-1) ?? null;
  const unreadable = known.unreadable.filter(isMember);
  // One whose first bar is still to come has nothing to show.
  const symbols = known.symbols.filter((one) => isMember(one) && asOf !== null && one.firstDay <= asOf);
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

function byTicker(a: { readonly symbol: string }, b: { readonly symbol: string }): number {
  return a.symbol < b.symbol ? -1 : 1;
}
