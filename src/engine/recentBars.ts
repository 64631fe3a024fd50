import { LRUCache } from 'lru-cache';
import { areAllPositive, closesIn, sameCloses } from '../core/detection/closesIn';
import { type Bars, barsThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { Series } from '../storage/prices';
import { columnsOf, type SymbolRef } from './tasks/symbolRef';

/** Returns the bars of a symbol that was read. @throws CorruptPricesError when its stored prices are damaged or gone */
export type BarsReader = (symbol: Pick<SymbolRef, 'id' | 'symbol'>) => Bars;

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
   * changed; a damaged symbol fails when its bars are requested, so that it costs only its own row. Closes are those of
   * the snapshot, so that no answer mixes two versions.
   */
  async read(symbols: readonly SymbolRef[]): Promise<BarsReader> {
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
      if (bars instanceof CorruptPricesError) throw bars;
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
