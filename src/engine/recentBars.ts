import { LRUCache } from 'lru-cache';
import { areAllPositive, closesIn, sameCloses } from '../core/detection/closesIn';
import { type Bars, barsThrough } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { Series } from '../storage/prices';
import { columnsOf, type SymbolRef } from './tasks/symbolRef';

/** The bars of the symbols that were read. @throws CorruptPricesError for one whose stored prices are damaged or gone */
export type BarsReader = (symbol: Pick<SymbolRef, 'id' | 'symbol'>) => Bars;

/** Bars of some forty symbols of 30 years: a pool of candidates, over the threads. */
const MOST_BYTES = 8 << 20;

/** Reads bars, and keeps those that were read last: highs and lows are in the database alone. */
export class RecentBars {
  private readonly kept = new LRUCache<string, Bars>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ day, close }) => day.byteLength + 3 * close.byteLength,
  });

  constructor(private readonly series: Pick<Series, 'read' | 'readRanges'>) {}

  /**
   * The visible bars of some symbols, highs and lows verified against the stored hash whenever anything of a symbol may have
   * changed since. What is damaged shows where it is looked at, so that it costs its own row and not the others'. Closes are those
   * of the snapshot, so that no answer is made from two versions.
   */
  async read(symbols: readonly SymbolRef[]): Promise<BarsReader> {
    const found = new Map<number, Bars | CorruptPricesError>();
    const keyOf = ({ id, revision, lastDay, loaded }: SymbolRef) => `${id} ${revision} ${loaded?.hash} ${lastDay}`;
    for (const symbol of symbols) {
      const kept = this.kept.get(keyOf(symbol));
      if (kept) found.set(symbol.id, kept);
    }
    const missing = symbols.filter(({ id }) => !found.has(id));
    const read = missing.length === 0 ? found : await this.readAnew(missing);
    for (const symbol of missing) {
      const bars = read.get(symbol.id) ?? new CorruptPricesError(symbol.symbol, 'they are gone');
      if (!(bars instanceof CorruptPricesError)) this.kept.set(keyOf(symbol), bars);
      found.set(symbol.id, bars);
    }
    return ({ id, symbol }) => {
      const bars = found.get(id);
      if (bars === undefined) throw new RangeError(`the bars of ${symbol} were not asked for`);
      if (bars instanceof CorruptPricesError) throw bars;
      return bars;
    };
  }

  /** Highs and lows alone where the snapshot has the rest: less than half of what it takes to read and verify all. */
  private async readAnew(symbols: readonly SymbolRef[]): Promise<Map<number, Bars | CorruptPricesError>> {
    const ranges = await this.series.readRanges(symbols.filter(hasItsCloses).map(({ id }) => id));
    const found = new Map<number, Bars | CorruptPricesError>();
    for (const symbol of symbols) {
      const range = ranges.get(symbol.id);
      if (range === undefined || range instanceof CorruptPricesError || !hasItsCloses(symbol)) continue;
      if (range.hash === symbol.loaded?.hash) found.set(symbol.id, joined(symbol, range));
    }
    const others = symbols.filter(({ id }) => !found.has(id));
    if (others.length === 0) return found;
    const whole = await this.series.read(others.map(({ id }) => id));
    for (const symbol of others) {
      const bars = whole.get(symbol.id);
      if (bars === undefined) continue;
      const isDamaged = bars instanceof CorruptPricesError;
      found.set(symbol.id, isDamaged ? bars : asLoaded(symbol, barsThrough(bars, symbol.lastDay)));
    }
    return found;
  }
}

/** Whether the snapshot has the closes of a symbol as they were. */
function hasItsCloses(symbol: SymbolRef): boolean {
  if (symbol.loaded === null) return false;
  const { columns, index } = columnsOf(symbol);
  return areAllPositive(columns, index);
}

/** The closes of the snapshot with highs and lows of the same series, which may go on after its last visible day. */
function joined(symbol: SymbolRef, { high, low }: Pick<Bars, 'high' | 'low'>): Bars {
  const { columns, index } = columnsOf(symbol);
  const closes = closesIn(columns, index);
  const sessions = closes.day.length;
  return { ...closes, high: high.subarray(0, sessions), low: low.subarray(0, sessions) };
}

/**
 * Bars as the snapshot of a symbol has them: where others were stored since, its own closes, of which highs and lows are not
 * known any more. The next snapshot has all of them again.
 */
function asLoaded(symbol: SymbolRef, bars: Bars): Bars {
  if (symbol.loaded === null) return bars;
  const { columns, index } = columnsOf(symbol);
  const closes = closesIn(columns, index);
  if (sameCloses(closes, bars)) return bars;
  const unknown = new Float64Array(closes.day.length).fill(Number.NaN);
  return { ...closes, high: unknown, low: unknown };
}
