import pLimit from 'p-limit';
import type { Clock } from '../clock';
import type { Day } from '../core/calendar/dates';
import { DayCounts } from '../core/calendar/dayCounts';
import type { Market } from '../core/calendar/market';
import { countSessions, openColumns } from '../core/detection/columns';
import { partsOf } from '../core/parts';
import { CorruptPricesError } from '../storage/errors';
import type { ChangedSymbols, IndexedSymbol, PriceStore } from '../storage/prices';
import { BLOCK_SIZE, joinThinBlocks, weighed } from './blocks';
import type { Basis, Loaded, LoadedSymbol, UnreadableSymbol } from './snapshot';
import { takeSnapshot } from './takeSnapshot';
import { type BlockInput, type ReadBlock, readBlock, type SeriesToRead } from './tasks/readBlock';

export interface PriceSource {
  readonly prices: Pick<PriceStore, 'revision' | 'index' | 'changes' | 'read' | 'readCloses' | 'readRanges'>;
  readonly markets: readonly Market[];
  readonly clock: Clock;
}

export interface Reading {
  /** Reads a block of series, perhaps in a thread. */
  readonly read: (block: BlockInput) => Promise<ReadBlock>;
  /** Blocks at once. */
  readonly atOnce: number;
  readonly signal?: AbortSignal;
}

/** How often prices that change while they are read are read anew. */
const TRIES = 3;

export function basisAt(revision: number, { markets, clock }: Pick<PriceSource, 'markets' | 'clock'>): Basis {
  return { revision, finalDays: new Map(markets.map(({ id, calendar }) => [id, clock.lastFinalDay(calendar)])) };
}

export function sameBasis(a: Basis, b: Basis): boolean {
  return a.revision === b.revision && [...a.finalDays].every(([id, day]) => day === b.finalDays.get(id));
}

/** Reads blocks in this thread, with requests in between. */
export function readingIn(prices: PriceSource['prices']): Reading {
  return { read: (block) => readBlock(block, { prices: (read) => read(prices) }), atOnce: 1 };
}

/**
 * The newest prices in memory, all of one moment: after those of before, only what changed since is read, verified and laid
 * out.
 */
export async function load(
  source: PriceSource,
  before: Loaded | null = null,
  reading: Reading = readingIn(source.prices),
): Promise<Loaded> {
  let last = before;
  for (let left = TRIES - 1; ; left--) {
    const { loaded, isMixed } = await loadChanges(source, last, reading);
    // Prices that change all the time are better read so than not at all.
    if (!isMixed || left === 0) return loaded;
    last = loaded;
  }
}

async function loadChanges(source: PriceSource, before: Loaded | null, reading: Reading) {
  const changes = await changesSince(source.prices, before);
  const basis = basisAt(changes.revision, source);
  const known = new Map(before?.known);
  for (const id of changes.gone) known.delete(id);
  for (const symbol of changes.symbols) known.set(symbol.id, symbol);
  const renewed = renewedSymbols(changes, before, basis);
  if (before !== null && renewed.size === 0 && sameDays(before.basis, basis)) {
    return { loaded: { ...before, basis }, isMixed: false };
  }
  const read = await readSymbols(source, known, renewed, basis, reading);
  const symbols = placed(before, known, renewed, read.symbols, basis);
  const moved = await joinThinBlocks(symbols.values());
  for (const symbol of moved) symbols.set(symbol.id, symbol);
  const days = daysOf(before, renewed, basis, read.blocks);
  const kept = [...(before?.snapshot.unreadable.values() ?? [])].filter(({ id }) => !renewed.has(id));
  const snapshot = takeSnapshot({
    before,
    markets: source.markets,
    basis,
    known,
    symbols,
    unreadable: [...kept, ...read.unreadable].sort((a, b) => a.id - b.id),
    renewed,
    moved,
    days,
    dataVersion: changes.dataVersion,
    formerTickers: changes.formerTickers,
  });
  return { loaded: { snapshot, basis, known, days }, isMixed: read.isMixed };
}

interface Changes extends Pick<ChangedSymbols, 'revision' | 'symbols' | 'formerTickers'> {
  /** Ids of symbols that were deleted. */
  readonly gone: readonly number[];
  /** Null where it is to be made from the one before. */
  readonly dataVersion: string | null;
}

async function changesSince(prices: PriceSource['prices'], before: Loaded | null): Promise<Changes> {
  const since = before?.basis.revision ?? Number.NEGATIVE_INFINITY;
  const known: Loaded['known'] = before?.known ?? new Map();
  if (before !== null) {
    const changes = await prices.changes(since);
    const added = changes.symbols.filter(({ id }) => !known.has(id)).length;
    const isWhole = changes.revision >= since && changes.total === known.size + added;
    if (isWhole) return { ...changes, gone: [], dataVersion: null };
  }
  const { revision, dataVersion, symbols, formerTickers } = await prices.index();
  const there = new Set(symbols.map(({ id }) => id));
  // A database that was put back to what it was before tells nothing of what changed.
  const changed = revision >= since ? symbols.filter((symbol) => symbol.revision > since) : symbols;
  return {
    revision,
    dataVersion,
    formerTickers,
    symbols: before === null ? symbols : changed,
    gone: [...known.keys()].filter((id) => !there.has(id)),
  };
}

/** Ids of the symbols whose prices, or how much of them is visible, may be others than before. */
function renewedSymbols({ symbols, gone }: Changes, before: Loaded | null, basis: Basis): Set<number> {
  const renewed = new Set([...symbols.map(({ id }) => id), ...gone]);
  if (before === null || sameDays(before.basis, basis)) return renewed;
  for (const { id, series, markets } of before.known.values()) {
    const isRenewed = markets.some((market) => {
      const [then, now] = [before.basis.finalDays.get(market), basis.finalDays.get(market)];
      if (then === undefined || now === undefined || then === now) return false;
      return (series !== null && series.lastDay > Math.min(then, now)) || before.snapshot.unreadable.has(id);
    });
    if (isRenewed) renewed.add(id);
  }
  return renewed;
}

function sameDays(a: Basis, b: Basis): boolean {
  return sameBasis({ ...a, revision: b.revision }, b);
}

async function readSymbols(
  { prices }: PriceSource,
  known: Loaded['known'],
  renewed: ReadonlySet<number>,
  basis: Basis,
  { read, atOnce, signal }: Reading,
) {
  const { finalDays } = basis;
  const toRead = [...renewed].sort((a, b) => a - b).flatMap((id) => seriesToRead(known.get(id), basis));
  const limit = pLimit(atOnce);
  const blocks = await Promise.all(
    partsOf(toRead, BLOCK_SIZE).map((series) =>
      limit(() => {
        signal?.throwIfAborted();
        return read({ series, finalDays });
      }),
    ),
  );
  const symbols = blocks.flatMap(({ buffer, members }) => {
    const columns = buffer && weighed(openColumns(buffer));
    return members.map(({ id, ...member }, index): LoadedSymbol => {
      return { ...loadedSymbol(known.get(id)!, basis), ...member, columns: columns!, index };
    });
  });
  const damaged = blocks.flatMap((block) => block.damaged);
  // What is wrong with them is found by reading them again.
  const found = damaged.length === 0 ? new Map() : await prices.readCloses(damaged);
  const unreadable = damaged.flatMap((id): UnreadableSymbol[] => {
    const damage = found.get(id);
    if (!(damage instanceof CorruptPricesError)) return [];
    const { symbol, markets, revision } = known.get(id)!;
    return [{ id, symbol, markets, revision, visibleThrough: visibleThrough(markets, basis)!, damage }];
  });
  // One that is mended by now was written since.
  const isMixed = unreadable.length < damaged.length || blocks.some((block) => block.isMixed);
  return { blocks, symbols, unreadable, isMixed };
}

function seriesToRead(symbol: IndexedSymbol | undefined, basis: Basis): SeriesToRead[] {
  if (!symbol?.series) return [];
  const { id, markets, series } = symbol;
  const through = visibleThrough(markets, basis);
  return through === null ? [] : [{ id, markets, hash: series.hash, visibleThrough: through }];
}

/** Null for a symbol in no market. */
function visibleThrough(markets: readonly string[], { finalDays }: Basis): Day | null {
  const days = markets.flatMap((id) => finalDays.get(id) ?? []);
  return days.length === 0 ? null : Math.max(...days);
}

/** A symbol but for what is known once its prices are read. */
function loadedSymbol({ id, symbol, name, markets, revision, series }: IndexedSymbol, basis: Basis) {
  return {
    id,
    symbol,
    name,
    markets,
    revision,
    source: series!.source,
    simulated: series!.simulated,
    visibleThrough: visibleThrough(markets, basis)!,
  };
}

/** Every symbol in memory by id, in the order of tickers: those of before, and in their places those that were read. */
function placed(
  before: Loaded | null,
  known: Loaded['known'],
  renewed: ReadonlySet<number>,
  read: readonly LoadedSymbol[],
  basis: Basis,
): Map<number, LoadedSymbol> {
  const kept = [...(before?.snapshot.symbols.values() ?? [])].filter(({ id }) => !renewed.has(id));
  const visible =
    before === null || sameDays(before.basis, basis)
      ? kept
      : kept.map((symbol) => ({ ...symbol, visibleThrough: visibleThrough(known.get(symbol.id)!.markets, basis)! }));
  const symbols = new Map<number, LoadedSymbol>();
  for (const symbol of mergedByTicker(visible, [...read].sort(byTicker))) symbols.set(symbol.id, symbol);
  return symbols;
}

function byTicker(a: LoadedSymbol, b: LoadedSymbol): number {
  return a.symbol < b.symbol ? -1 : 1;
}

/** Two lists by ticker, as one. */
function* mergedByTicker(some: readonly LoadedSymbol[], others: readonly LoadedSymbol[]): Generator<LoadedSymbol> {
  let at = 0;
  for (const one of some) {
    while (at < others.length && others[at].symbol < one.symbol) yield others[at++];
    yield one;
  }
  yield* others.slice(at);
}

function daysOf(
  before: Loaded | null,
  renewed: ReadonlySet<number>,
  { finalDays }: Basis,
  blocks: readonly ReadBlock[],
): Loaded['days'] {
  const without = new DayCounts(before?.basis.finalDays ?? finalDays, before?.days);
  for (const id of renewed) {
    const symbol = before?.snapshot.symbols.get(id);
    if (symbol === undefined) continue;
    const { markets, firstDay, columns, index } = symbol;
    without.subtract(markets, firstDay, (last, first, counts, by) =>
      countSessions(columns, index, last, first, counts, by),
    );
  }
  const days = new DayCounts(finalDays, without.byMarket);
  for (const block of blocks) days.join(block.days);
  return days.byMarket;
}
