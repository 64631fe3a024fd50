import { LRUCache } from 'lru-cache';
import type { Day } from '../core/calendar/dates';
import { areAllPositive, closesIn, sameCloses } from '../core/detection/closesIn';
import { partsOf } from '../core/parts';
import { type Bars, barsThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { PriceStore } from '../storage/ports';
import { turns } from '../turns';
import type { LoadedSymbol, UnreadableSymbol } from './snapshot';

/** Bars read without a look at the time: some 2 ms. */
const BARS_AT_ONCE = 2;

type Asked = LoadedSymbol | UnreadableSymbol;

/** The bars of the symbols that were read. @throws CorruptPricesError for one whose stored prices are damaged or gone */
export type BarsReader = (symbol: Asked) => Bars;

/** Reads bars, and keeps those that were read last. */
export class RecentBars {
  /** By what the snapshot has of a symbol, revision and last visible day. */
  private readonly kept: LRUCache<string, Bars>;

  /** @param bytes that they may take at most */
  constructor(
    private readonly prices: PriceStore,
    bytes: number,
  ) {
    this.kept = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ day, close }) => day.byteLength + 3 * close.byteLength,
    });
  }

  /**
   * The visible bars of some symbols, highs and lows verified against the stored hash whenever market data may have changed
   * since. What is damaged shows where it is looked at, so that it costs its own row and not the others'. Closes are those
   * of the snapshot, so that no answer is made from two versions.
   *
   * @throws the signal's reason once it is aborted
   */
  async read(symbols: readonly Asked[], signal?: AbortSignal): Promise<BarsReader> {
    signal?.throwIfAborted();
    const revision = await this.prices.revision();
    const found = new Map<number, Bars | CorruptPricesError>();
    const keyOf = (symbol: Asked) =>
      `${symbol.id} ${'hash' in symbol ? symbol.hash : ''} ${revision} ${lastOf(symbol)}`;
    for (const symbol of symbols) {
      const kept = this.kept.get(keyOf(symbol));
      if (kept) found.set(symbol.id, kept);
    }
    const missing = symbols.filter(({ id }) => !found.has(id));
    const pause = turns();
    for (const part of partsOf(missing, BARS_AT_ONCE)) {
      await pause();
      signal?.throwIfAborted();
      const bars = await this.readPart(part);
      for (const symbol of part) {
        const one = bars.get(symbol.id) ?? new CorruptPricesError(symbol.symbol, 'they are gone');
        if (!(one instanceof CorruptPricesError)) this.kept.set(keyOf(symbol), one);
        found.set(symbol.id, one);
      }
    }
    return ({ id, symbol }) => {
      const bars = found.get(id);
      if (bars === undefined) throw new RangeError(`the bars of ${symbol} were not asked for`);
      if (bars instanceof CorruptPricesError) throw bars;
      return bars;
    };
  }

  /** Highs and lows alone where the snapshot has the rest: less than half of what it takes to read and verify all. */
  private async readPart(part: readonly Asked[]): Promise<Map<number, Bars | CorruptPricesError>> {
    const ranges = await this.prices.readRanges(part.filter(hasItsCloses).map(({ id }) => id));
    const found = new Map<number, Bars | CorruptPricesError>();
    for (const symbol of part) {
      const range = ranges.get(symbol.id);
      if (range === undefined || range instanceof CorruptPricesError || !hasItsCloses(symbol)) continue;
      if (range.hash === symbol.hash) found.set(symbol.id, joined(symbol, range));
    }
    const others = part.filter(({ id }) => !found.has(id));
    if (others.length === 0) return found;
    const whole = await this.prices.read(others.map(({ id }) => id));
    for (const symbol of others) {
      const bars = whole.get(symbol.id);
      if (bars === undefined) continue;
      const isDamaged = bars instanceof CorruptPricesError;
      found.set(symbol.id, isDamaged ? bars : asLoaded(symbol, barsThrough(bars, lastOf(symbol))));
    }
    return found;
  }
}

/** Whether the snapshot has the closes of a symbol as they were. */
function hasItsCloses(symbol: Asked): symbol is LoadedSymbol {
  return 'columns' in symbol && areAllPositive(symbol.columns, symbol.index);
}

/** The closes of the snapshot with highs and lows of the same series, which may go on after its last visible day. */
function joined({ columns, index }: LoadedSymbol, { high, low }: Pick<Bars, 'high' | 'low'>): Bars {
  const closes = closesIn(columns, index);
  const sessions = closes.day.length;
  return { ...closes, high: high.subarray(0, sessions), low: low.subarray(0, sessions) };
}

/**
 * Bars as the snapshot of a symbol has them: where others were stored since, its own closes, of which highs and lows are not
 * known any more. The next snapshot has all of them again.
 */
function asLoaded(symbol: Asked, bars: Bars): Bars {
  if (!('columns' in symbol)) return bars;
  const closes = closesIn(symbol.columns, symbol.index);
  if (sameCloses(closes, bars)) return bars;
  const unknown = new Float64Array(closes.day.length).fill(Number.NaN);
  return { ...closes, high: unknown, low: unknown };
}

/** The last day that is shown of a symbol: bars that were stored after a snapshot was taken are not of it. */
function lastOf(symbol: Asked): Day {
  return 'lastDay' in symbol ? symbol.lastDay : symbol.visibleThrough;
}
