import pLimit from 'p-limit';
import type { Clock } from '../clock';
import type { Day } from '../core/calendar/dates';
import { DayCounts } from '../core/calendar/dayCounts';
import type { Market } from '../core/calendar/market';
import { openColumns, sessionDays } from '../core/detection/columns';
import { partsOf } from '../core/parts';
import { CorruptPricesError } from '../storage/errors';
import type { ChangedSymbols, IndexedSymbol, PriceStore } from '../storage/prices';
import { type Basis, byTicker, type Loaded, type LoadedSymbol, type UnreadableSymbol } from './snapshot';
import { takeSnapshot } from './takeSnapshot';
import {
  BLOCK_SIZE,
  type BlockInput,
  joinThinBlocks,
  type ReadBlock,
  type SeriesToRead,
  weighed,
} from './tasks/readBlock';

export interface PriceSource {
  readonly prices: Pick<PriceStore, 'revision' | 'index' | 'changes' | 'read' | 'readCloses' | 'readRanges'>;
  readonly markets: readonly Market[];
  readonly clock: Clock;
}

export interface Reading {
  /** Reads a block of series, perhaps in a thread. */
  readonly read: (block: BlockInput) => Promise<ReadBlock>;
  /** Number of blocks read concurrently. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/** Number of attempts to read prices that change while they are read. */
const TRIES = 3;

export function basisAt(revision: number, { markets, clock }: Pick<PriceSource, 'markets' | 'clock'>): Basis {
  return { revision, finalDays: new Map(markets.map(({ id, calendar }) => [id, clock.lastFinalDay(calendar)])) };
}

export function sameBasis(a: Basis, b: Basis): boolean {
  return a.revision === b.revision && [...a.finalDays].every(([id, day]) => day === b.finalDays.get(id));
}

/**
 * Loads the newest prices, all of one revision. With `before` only the symbols that changed since are read, verified and
 * laid out.
 */
export async function load(source: PriceSource, before: Loaded | null, reading: Reading): Promise<Loaded> {
  let current = before;
  for (let attemptsLeft = TRIES - 1; ; attemptsLeft--) {
    const { loaded, isMixed } = await loadChanges(source, current, reading);
    // After the last attempt a mix of revisions is better than no prices.
    if (!isMixed || attemptsLeft === 0) return loaded;
    current = loaded;
  }
}

async function loadChanges(source: PriceSource, before: Loaded | null, reading: Reading) {
  const changes = await changesSince(source.prices, before);
  const basis = basisAt(changes.revision, source);
  const indexed = new Map(before?.indexed);
  for (const id of changes.gone) indexed.delete(id);
  for (const symbol of changes.symbols) indexed.set(symbol.id, symbol);
  const renewed = renewedSymbols(changes, before, basis);
  if (before !== null && renewed.size === 0 && sameDays(before.basis, basis)) {
    return { loaded: { ...before, basis }, isMixed: false };
  }
  const read = await readSymbols(source, indexed, renewed, basis, reading);
  const symbols = mergeSymbols(before, indexed, renewed, read.symbols, basis);
  const moved = await joinThinBlocks(symbols.values());
  for (const symbol of moved) symbols.set(symbol.id, symbol);
  const days = daysOf(before, renewed, basis, read.blocks);
  const kept = [...(before?.snapshot.unreadable.values() ?? [])].filter(({ id }) => !renewed.has(id));
  const snapshot = takeSnapshot({
    before,
    markets: source.markets,
    basis,
    indexed,
    symbols,
    unreadable: [...kept, ...read.unreadable].sort((a, b) => a.id - b.id),
    renewed,
    moved,
    days,
    dataVersion: changes.dataVersion,
    formerTickers: changes.formerTickers,
  });
  return { loaded: { snapshot, basis, indexed, days }, isMixed: read.isMixed };
}

interface Changes extends Pick<ChangedSymbols, 'revision' | 'symbols' | 'formerTickers'> {
  /** Ids of symbols that were deleted. */
  readonly gone: readonly number[];
  /** Null when it follows from the previous data version. */
  readonly dataVersion: string | null;
}

async function changesSince(prices: PriceSource['prices'], before: Loaded | null): Promise<Changes> {
  const since = before?.basis.revision ?? Number.NEGATIVE_INFINITY;
  const indexed: Loaded['indexed'] = before?.indexed ?? new Map();
  if (before !== null) {
    const changes = await prices.changes(since);
    const added = changes.symbols.filter(({ id }) => !indexed.has(id)).length;
    const isWhole = changes.revision >= since && changes.total === indexed.size + added;
    if (isWhole) return { ...changes, gone: [], dataVersion: null };
  }
  const { revision, dataVersion, symbols, formerTickers } = await prices.index();
  const present = new Set(symbols.map(({ id }) => id));
  // The revision of a restored database may be lower and says nothing about what changed: read all.
  const changed = revision >= since ? symbols.filter((symbol) => symbol.revision > since) : symbols;
  return {
    revision,
    dataVersion,
    formerTickers,
    symbols: before === null ? symbols : changed,
    gone: [...indexed.keys()].filter((id) => !present.has(id)),
  };
}

/** Ids of the symbols whose prices, or whose visible part of them, may have changed. */
function renewedSymbols({ symbols, gone }: Changes, before: Loaded | null, basis: Basis): Set<number> {
  const renewed = new Set([...symbols.map(({ id }) => id), ...gone]);
  if (before === null || sameDays(before.basis, basis)) return renewed;
  for (const { id, series, markets } of before.indexed.values()) {
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
  indexed: Loaded['indexed'],
  renewed: ReadonlySet<number>,
  basis: Basis,
  { read, atOnce, signal }: Reading,
) {
  const { finalDays } = basis;
  const toRead = [...renewed].sort((a, b) => a - b).flatMap((id) => seriesToRead(indexed.get(id), basis));
  const limit = pLimit(atOnce);
  const blocks = await Promise.all(
    partsOf(toRead, BLOCK_SIZE).map((series) =>
      limit(() => {
        signal.throwIfAborted();
        return read({ series, finalDays });
      }),
    ),
  );
  const symbols = blocks.flatMap(({ buffer, members }) => {
    const columns = buffer && weighed(openColumns(buffer));
    return members.map(({ id, ...member }, index): LoadedSymbol => {
      return { ...loadedSymbol(indexed.get(id)!, basis), ...member, columns: columns!, index };
    });
  });
  const damaged = blocks.flatMap((block) => block.damaged);
  // Read again in this thread for the damage itself, which is not passed between threads.
  const reread = damaged.length === 0 ? new Map() : await prices.readCloses(damaged);
  const unreadable = damaged.flatMap((id): UnreadableSymbol[] => {
    const damage = reread.get(id);
    if (!(damage instanceof CorruptPricesError)) return [];
    const { symbol, markets, revision } = indexed.get(id)!;
    return [{ id, symbol, markets, revision, visibleThrough: visibleThrough(markets, basis)!, damage }];
  });
  // A series that is readable now was rewritten in between.
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

/** The fields of a loaded symbol that come from the index. */
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

/** Every symbol in memory by id, in order of tickers: the unchanged ones merged with those that were read. */
function mergeSymbols(
  before: Loaded | null,
  indexed: Loaded['indexed'],
  renewed: ReadonlySet<number>,
  read: readonly LoadedSymbol[],
  basis: Basis,
): Map<number, LoadedSymbol> {
  const kept = [...(before?.snapshot.symbols.values() ?? [])].filter(({ id }) => !renewed.has(id));
  const visible =
    before === null || sameDays(before.basis, basis)
      ? kept
      : kept.map((symbol) => ({ ...symbol, visibleThrough: visibleThrough(indexed.get(symbol.id)!.markets, basis)! }));
  const symbols = new Map<number, LoadedSymbol>();
  for (const symbol of mergedByTicker(visible, [...read].sort(byTicker))) symbols.set(symbol.id, symbol);
  return symbols;
}

/** Merges two lists that are ordered by ticker. */
function* mergedByTicker(first: readonly LoadedSymbol[], second: readonly LoadedSymbol[]): Generator<LoadedSymbol> {
  let at = 0;
  for (const symbol of first) {
    while (at < second.length && second[at].symbol < symbol.symbol) yield second[at++];
    yield symbol;
  }
  yield* second.slice(at);
}

function daysOf(
  before: Loaded | null,
  renewed: ReadonlySet<number>,
  { finalDays }: Basis,
  blocks: readonly ReadBlock[],
): Loaded['days'] {
  const remaining = new DayCounts(before?.basis.finalDays ?? finalDays, before?.days);
  for (const id of renewed) {
    const symbol = before?.snapshot.symbols.get(id);
    if (symbol === undefined) continue;
    remaining.subtract(symbol.markets, sessionDays(symbol.columns, symbol.index));
  }
  const days = new DayCounts(finalDays, remaining.byMarket);
  for (const block of blocks) days.join(block.days);
  return days.byMarket;
}
