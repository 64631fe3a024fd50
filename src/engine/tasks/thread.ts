import { LRUCache } from 'lru-cache';
import type { Day } from '../../core/calendar/dates';
import { areAllPositive, closesIn, sameCloses } from '../../core/detection/closesIn';
import { openColumns, type PriceColumns, type SymbolColumns } from '../../core/detection/columns';
import { type Bars, barsThrough } from '../../core/window/bars';
import { type ApiError, notFound, upstreamUnavailable } from '../../errors';
import { CorruptPricesError, UncomputablePricesError } from '../../storage/errors';
import type { Series } from '../../storage/prices';
import type { LoadedSymbol, UnreadableSymbol } from '../snapshot';

/** A symbol's columns in the message of a task: shared memory, not a copy. */
export interface ColumnsRef {
  readonly buffer: SharedArrayBuffer;
  readonly index: number;
}

/** A symbol in the message of a task that searches columns, with its id for the results. */
export interface MemberRef extends ColumnsRef {
  readonly id: number;
}

export function memberRefOf({ id, columns: { buffer }, index }: LoadedSymbol): MemberRef {
  return { id, buffer, index };
}

/** The columns of some symbols of a message. A block of memory that several of them share is opened once. */
export function membersIn<Ref extends ColumnsRef>(refs: readonly Ref[]): (Ref & SymbolColumns)[] {
  const blocks = new Map<SharedArrayBuffer, PriceColumns>();
  return refs.map((ref) => {
    const columns = blocks.get(ref.buffer) ?? openColumns(ref.buffer);
    blocks.set(ref.buffer, columns);
    return { ...ref, columns };
  });
}

/** A symbol in the message of a task that may read its bars. */
export interface SymbolRef {
  readonly id: number;
  readonly symbol: string;
  /** Revision of the last change of the symbol or its prices. */
  readonly revision: number;
  /** Last visible day. */
  readonly lastDay: Day;
  /** Its columns in memory; null when its stored prices were damaged. */
  readonly loaded: (ColumnsRef & { readonly hash: string }) | null;
}

/** A symbol, and the rule of the market that it is requested in. */
export interface SymbolInMarket {
  readonly symbol: SymbolRef;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
}

export function refOf(symbol: LoadedSymbol | UnreadableSymbol): SymbolRef {
  const { id, symbol: ticker, revision } = symbol;
  if ('damage' in symbol) return { id, symbol: ticker, revision, lastDay: symbol.visibleThrough, loaded: null };
  const { hash, columns, index, lastDay } = symbol;
  return { id, symbol: ticker, revision, lastDay, loaded: { hash, buffer: columns.buffer, index } };
}

/** The closes of a symbol in memory. @throws RangeError for one without */
export function columnsOf({ symbol, loaded }: SymbolRef): SymbolColumns {
  if (loaded === null) throw new RangeError(`no prices of ${symbol} are in memory`);
  return { columns: openColumns(loaded.buffer), index: loaded.index };
}

/** Returns the bars of a symbol that was read. */
export type BarsReader<Damage = never> = (symbol: Pick<SymbolRef, 'id' | 'symbol'>) => Bars | Damage;

/** Cache size: the bars of some forty symbols of 30 years, a thread's share of a pool of candidates. */
const MOST_BYTES = 8 << 20;

/** Reads bars, whose highs and lows are only in the database, through a cache. */
export class RecentBars {
  private readonly kept = new LRUCache<string, Bars>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ day, close }) => day.byteLength + 3 * close.byteLength,
  });

  constructor(private readonly series: Pick<Series, 'read' | 'readRanges'>) {}

  /**
   * Reads the visible bars of some symbols. Highs and lows are verified against the stored hash whenever a symbol may have
   * changed; a symbol whose prices are damaged or gone has an error instead, so that it costs only its own row. Closes are
   * those of the snapshot, so that no answer mixes two versions.
   */
  async read(symbols: readonly SymbolRef[]): Promise<BarsReader<CorruptPricesError>> {
    const cached = new Map<number, Bars | CorruptPricesError>();
    const keyOf = ({ id, revision, lastDay, loaded }: SymbolRef) => `${id} ${revision} ${loaded?.hash} ${lastDay}`;
    for (const symbol of symbols) {
      const kept = this.kept.get(keyOf(symbol));
      if (kept) cached.set(symbol.id, kept);
    }
    const missing = symbols.filter(({ id }) => !cached.has(id));
    const read = missing.length === 0 ? cached : await this.readUncached(missing);
    for (const symbol of missing) {
      const bars = read.get(symbol.id) ?? new CorruptPricesError(symbol.symbol, 'they are gone');
      if (!(bars instanceof CorruptPricesError)) this.kept.set(keyOf(symbol), bars);
      cached.set(symbol.id, bars);
    }
    return ({ id, symbol }) => {
      const bars = cached.get(id);
      if (bars === undefined) throw new RangeError(`the bars of ${symbol} were not read`);
      return bars;
    };
  }

  /** Reads only highs and lows when the snapshot has the closes, which takes less than half the time. */
  private async readUncached(symbols: readonly SymbolRef[]): Promise<Map<number, Bars | CorruptPricesError>> {
    const ranges = await this.series.readRanges(symbols.filter(hasItsCloses).map(({ id }) => id));
    const result = new Map<number, Bars | CorruptPricesError>();
    for (const symbol of symbols) {
      const range = ranges.get(symbol.id);
      if (range === undefined || range instanceof CorruptPricesError || !hasItsCloses(symbol)) continue;
      if (range.hash === symbol.loaded?.hash) result.set(symbol.id, joined(symbol, range));
    }
    const remaining = symbols.filter(({ id }) => !result.has(id));
    if (remaining.length === 0) return result;
    const whole = await this.series.read(remaining.map(({ id }) => id));
    for (const symbol of remaining) {
      const bars = whole.get(symbol.id);
      if (bars === undefined) continue;
      const isDamaged = bars instanceof CorruptPricesError;
      result.set(symbol.id, isDamaged ? bars : asLoaded(symbol, barsThrough(bars, symbol.lastDay)));
    }
    return result;
  }
}

/** Whether the snapshot has the original closes of a symbol. */
function hasItsCloses(symbol: SymbolRef): boolean {
  if (symbol.loaded === null) return false;
  const { columns, index } = columnsOf(symbol);
  return areAllPositive(columns, index);
}

/** The closes of the snapshot with the highs and lows of the same series, cut after its last visible day. */
function joined(symbol: SymbolRef, { high, low }: Pick<Bars, 'high' | 'low'>): Bars {
  const { columns, index } = columnsOf(symbol);
  const closes = closesIn(columns, index);
  const sessions = closes.day.length;
  return { ...closes, high: high.subarray(0, sessions), low: low.subarray(0, sessions) };
}

/**
 * Bars that agree with the snapshot of a symbol. When other prices were stored since, they are the snapshot's closes with
 * unknown highs and lows, until the next snapshot.
 */
function asLoaded(symbol: SymbolRef, bars: Bars): Bars {
  if (symbol.loaded === null) return bars;
  const { columns, index } = columnsOf(symbol);
  const closes = closesIn(columns, index);
  if (sameCloses(closes, bars)) return bars;
  const unknown = new Float64Array(closes.day.length).fill(Number.NaN);
  return { ...closes, high: unknown, low: unknown };
}

/**
 * The error for a symbol whose stored prices are damaged or unusable. Damage is a server fault that may be repaired at any
 * moment; an unusable price stays until other prices are imported, so the message says which.
 */
export function refusalOf(damage: CorruptPricesError): ApiError {
  if (!(damage instanceof UncomputablePricesError)) return upstreamUnavailable(damage.message);
  const { symbol, date } = damage;
  return notFound(
    `There are no usable prices of ${symbol}: the price stored for ${date} is unusable. Import it again.`,
  );
}

/**
 * The bars of symbols that an answer requires.
 *
 * @throws upstream_unavailable for a symbol whose stored prices are damaged, not_found for one whose prices cannot be
 *   computed with
 */
export async function requiredBars(thread: Pick<Thread, 'read'>, symbols: readonly SymbolRef[]): Promise<BarsReader> {
  const barsOf = await thread.read(symbols);
  for (const symbol of symbols) {
    const bars = barsOf(symbol);
    if (bars instanceof CorruptPricesError) throw refusalOf(bars);
  }
  // None of them is damaged.
  return barsOf as BarsReader;
}

/** Tasks by name: functions of a message and the thread's resources. */
export type Tasks = Readonly<Record<string, (input: never, thread: Thread) => unknown>>;

/** The resources of a thread that its tasks share. */
export class Thread {
  private opened: { readonly prices: Series; readonly bars: RecentBars } | null = null;

  /** @param openSeries opens the reader of prices; called when a task first reads some, and again if that failed */
  constructor(private readonly openSeries: () => Series) {}

  /** See `RecentBars.read`. */
  async read(symbols: readonly SymbolRef[]): Promise<BarsReader<CorruptPricesError>> {
    return this.open().bars.read(symbols);
  }

  /** The reader of whole series. */
  get prices(): Series {
    return this.open().prices;
  }

  private open() {
    if (this.opened === null) {
      const prices = this.openSeries();
      this.opened = { prices, bars: new RecentBars(prices) };
    }
    return this.opened;
  }
}
