import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import type { Bars } from '../core/window/bars';
import type { PriceRun } from '../storage/priceHistory';
import type { QualityPart } from '../storage/priceQuality';
import type { PriceStore } from '../storage/prices';
import { lastPart } from './importReport';
import type { StoredSymbols } from './storedSymbols';

/** One symbol's merged prices, to be stored. */
export interface JoinedPrices {
  readonly symbol: string;
  /** Absent = the stored name stays. */
  readonly name?: string;
  readonly marketId: string;
  readonly bars: Bars;
  /** Label of their source. */
  readonly source: string;
  /** Whether the bars equal the stored ones. */
  readonly isUnchanged: boolean;
  /** Whether the user gave the label. The default label of a layout does not replace that of unchanged prices. */
  readonly isSourceExplicit: boolean;
}

/** Reads the stored prices that an import merges with, and takes the results. */
export interface ImportTarget {
  /** The stored prices of a ticker; null if there are none to merge with, or they are damaged and will be replaced. */
  bars(ticker: string): Promise<Bars | null>;
  /** Takes several symbols at once, so that servers reload once. */
  put(joined: readonly JoinedPrices[]): Promise<void>;
  /** Adds to the quality report. Called before `put`, so that both are written in one transaction. */
  report(part: QualityPart): void;
}

const CHANGED = 'got other prices meanwhile, from another import or a feed, and none were overwritten: run this again';

/**
 * Writes to the database, one transaction for each `put`. An import keeps the previous prices for an undo. A feed run does not:
 * each evening it would displace the import that somebody may want to undo, with a copy as large as the database.
 */
export class StoredPrices implements ImportTarget {
  private readonly sources = new Map<string, string>();
  /** Hash of the prices that each symbol was merged with; null if there were none. */
  private readonly read = new Map<string, string | null>();
  private sandbox: boolean;
  /** Parts of the run's report that no transaction has written yet. */
  private unwritten: QualityPart[] = [];

  constructor(
    private readonly prices: PriceStore,
    private readonly clock: Clock,
    private readonly run: Omit<PriceRun, 'at'>,
    private readonly before: StoredSymbols,
  ) {
    this.sandbox = before.simulated > 0;
  }

  /** Symbols stored so far. */
  get stored(): number {
    return this.sources.size;
  }

  async bars(ticker: string): Promise<Bars | null> {
    // Read first: prices that change in between are refused, and never overwritten.
    this.read.set(ticker, this.sandbox ? null : await this.prices.realHash(ticker));
    return this.sandbox ? null : this.prices.bars(ticker);
  }

  /** @throws Error if another import or feed has changed the prices of a symbol since `bars` read them */
  async put(all: readonly JoinedPrices[]): Promise<void> {
    const changed: JoinedPrices[] = [];
    for (const joined of all) if (await this.isChange(joined)) changed.push(joined);
    if (changed.length === 0) return;
    const at = this.clock.now();
    const parts = this.takeReport();
    await this.prices.write({ ...this.run, at }, async (changes) => {
      for (const { symbol, name, marketId, bars, source, isUnchanged, isSourceExplicit } of changed) {
        if (this.run.kind === 'import') await changes.saveForUndo(symbol);
        const [id] = await changes.enrol(marketId, [{ symbol, name }], { simulated: false });
        const meta = { source, importedAt: at, simulated: false };
        if (isUnchanged && !isSourceExplicit) continue;
        const now = await changes.realHash(id);
        if (now !== null && now !== this.read.get(symbol)) throw new Error(`${symbol} ${CHANGED}`);
        await changes.replace(id, bars, meta);
      }
      for (const part of parts) await changes.report(part);
    });
    for (const { symbol, source } of changed) this.sources.set(symbol, source);
    this.sandbox = false;
  }

  report(part: QualityPart): void {
    this.unwritten.push(part);
  }

  /** Ends the report of the run, including findings on prices that did not change. */
  async finish(): Promise<void> {
    const at = this.clock.now();
    const parts = [...this.takeReport(), lastPart(at)];
    await this.prices.write({ ...this.run, at }, async (changes) => {
      for (const part of parts) await changes.report(part);
    });
  }

  private takeReport(): QualityPart[] {
    return this.unwritten.splice(0);
  }

  /** Whether a write is needed. Others are skipped, so that they do not displace the import that can be undone. */
  private async isChange({
    symbol,
    name,
    marketId,
    source,
    isUnchanged,
    isSourceExplicit,
  }: JoinedPrices): Promise<boolean> {
    if (!isUnchanged) return true;
    const listed = await this.prices.find(symbol);
    if (!listed?.markets.includes(marketId)) return true;
    const stored = this.sources.get(symbol) ?? this.before.find(symbol)?.series?.source;
    return (isSourceExplicit && source !== stored) || (name !== undefined && name !== listed.name);
  }
}

/** Most bars that a rehearsal keeps; 28 bytes each. */
const MOST_BARS = 6_000_000;

/**
 * Simulates an import without a write. It keeps the latest results in memory, so that several files of one symbol are merged as
 * in an import; beyond the limit the least recently used are dropped, and their symbols read from the database again.
 */
export class Rehearsal implements ImportTarget {
  private readonly latest = new LRUCache<string, Bars>({
    maxSize: MOST_BARS,
    sizeCalculation: ({ day }) => day.length,
  });

  constructor(
    private readonly prices: PriceStore,
    private readonly before: StoredSymbols,
  ) {}

  async bars(ticker: string): Promise<Bars | null> {
    const put = this.latest.get(ticker);
    if (put !== undefined) return put;
    return this.before.simulated > 0 ? null : this.prices.bars(ticker);
  }

  async put(all: readonly JoinedPrices[]): Promise<void> {
    for (const { symbol, bars } of all) this.latest.set(symbol, bars);
  }

  /** A rehearsal has no quality report. */
  report(): void {}
}
