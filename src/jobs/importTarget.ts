import type { Clock } from '../clock';
import { tickerKey } from '../core/calendar/ticker';
import type { Bars } from '../core/window/bars';
import { CorruptPricesError } from '../storage/errors';
import type { PriceRun } from '../storage/priceHistory';
import type { QualityPart } from '../storage/priceQuality';
import type { IndexedSymbol, PriceIndex, PriceStore } from '../storage/prices';
import { lastPart } from './qualityParts';

/** One symbol's prices as they shall be stored. */
export interface JoinedPrices {
  readonly symbol: string;
  /** Absent: a name already stored stays. */
  readonly name?: string;
  readonly marketId: string;
  readonly bars: Bars;
  /** Label of where they come from. */
  readonly source: string;
  /** Whether the bars are those that are stored already. */
  readonly isUnchanged: boolean;
  /** Whether the label was asked for: a layout's own is no news of prices that are stored already. */
  readonly isSourceAsked: boolean;
}

/** Where an import puts what it reads, and finds what it joins it with. */
export interface ImportTarget {
  /** The prices stored of a ticker; null where there are none to join with. */
  bars(ticker: string): Promise<Bars | null>;
  put(joined: JoinedPrices): Promise<void>;
  /** What became of rows: before they are put, so that both are written together. */
  report(part: QualityPart): void;
}

/** What a database held when an import began. */
export class StoredBefore {
  private readonly known: ReadonlyMap<string, IndexedSymbol>;
  /** What symbols that had a ticker are called now, by its key. */
  private readonly renamed: ReadonlyMap<string, string>;
  /** How many series were the sandbox's: they are nothing to join with, and go with the first real prices. */
  readonly simulated: number;

  constructor({ symbols, formerTickers }: PriceIndex) {
    this.known = new Map(symbols.map((symbol) => [tickerKey(symbol.symbol)!, symbol]));
    const names = new Map(symbols.map(({ id, symbol }) => [id, symbol]));
    this.renamed = new Map(formerTickers.map(({ ticker, symbolId }) => [tickerKey(ticker)!, names.get(symbolId)!]));
    this.simulated = symbols.filter(({ series }) => series?.simulated).length;
  }

  symbol(ticker: string): IndexedSymbol | undefined {
    return this.known.get(tickerKey(ticker) ?? '');
  }

  /** What a symbol is called now whose ticker this was; undefined where the ticker is in use, or never was. */
  renamedTo(ticker: string): string | undefined {
    return this.symbol(ticker) === undefined ? this.renamed.get(tickerKey(ticker) ?? '') : undefined;
  }
}

/** The stored prices of a ticker. Damaged ones are nothing to join with: the file takes their place. */
async function readBars(prices: PriceStore, ticker: string): Promise<Bars | null> {
  const known = await prices.find(ticker);
  const bars = known && (await prices.read([known.id])).get(known.id);
  return !bars || bars instanceof CorruptPricesError ? null : bars;
}

/**
 * The database itself: one transaction a `put`. What was there before an import is kept for an undo; before a feed's run it is
 * not: each evening's would take the place of the import that somebody may want to undo, and be as large as the database.
 */
export class StoredPrices implements ImportTarget {
  private readonly sources = new Map<string, string>();
  private sandbox: boolean;
  /** Parts of the run's report that no transaction has written yet. */
  private unwritten: QualityPart[] = [];

  constructor(
    private readonly prices: PriceStore,
    private readonly clock: Clock,
    private readonly run: Omit<PriceRun, 'at'>,
    private readonly before: StoredBefore,
  ) {
    this.sandbox = before.simulated > 0;
  }

  async bars(ticker: string): Promise<Bars | null> {
    return this.sandbox ? null : readBars(this.prices, ticker);
  }

  put(joined: JoinedPrices): Promise<void> {
    return this.putAll([joined]);
  }

  /** Several symbols in one transaction: one version of the prices, and one change for those who read them. */
  async putAll(all: readonly JoinedPrices[]): Promise<void> {
    const news: JoinedPrices[] = [];
    for (const joined of all) if (await this.isNews(joined)) news.push(joined);
    if (news.length === 0) return;
    const at = this.clock.now();
    const parts = this.takeReport();
    await this.prices.write({ ...this.run, at }, async (changes) => {
      for (const { symbol, name, marketId, bars, source, isUnchanged, isSourceAsked } of news) {
        if (this.run.kind === 'import') await changes.remember(symbol);
        const [id] = await changes.enrol(marketId, [{ symbol, name }], { simulated: false });
        const meta = { source, importedAt: at, simulated: false };
        if (!isUnchanged || isSourceAsked) await changes.replace(id, bars, meta);
      }
      for (const part of parts) await changes.report(part);
    });
    for (const { symbol, source } of news) this.sources.set(symbol, source);
    this.sandbox = false;
  }

  report(part: QualityPart): void {
    this.unwritten.push(part);
  }

  /** Ends the report of the run, with what was found of prices that are as they were. */
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

  /** What changes nothing is not written: it must not take the place of the import that can be undone. */
  private async isNews({ symbol, name, marketId, source, isUnchanged, isSourceAsked }: JoinedPrices): Promise<boolean> {
    if (!isUnchanged) return true;
    const listed = await this.prices.find(symbol);
    if (!listed?.markets.includes(marketId)) return true;
    const stored = this.sources.get(symbol) ?? this.before.symbol(symbol)?.series?.source;
    return (isSourceAsked && source !== stored) || (name !== undefined && name !== listed.name);
  }
}

/** Bars that a rehearsal remembers at most; 28 bytes each. */
const MOST_BARS = 6_000_000;

/**
 * What the database would be, without a write. It remembers what was put last, so that several files of one symbol are
 * joined as they would be; of more bars than fit, the oldest are forgotten and those symbols looked up as they are stored.
 */
export class Rehearsal implements ImportTarget {
  private readonly latest = new Map<string, Bars>();
  private held = 0;

  constructor(
    private readonly prices: PriceStore,
    private readonly before: StoredBefore,
  ) {}

  async bars(ticker: string): Promise<Bars | null> {
    const put = this.latest.get(ticker);
    if (put !== undefined) return put;
    return this.before.simulated > 0 ? null : readBars(this.prices, ticker);
  }

  async put({ symbol, bars }: JoinedPrices): Promise<void> {
    this.forget(symbol);
    this.latest.set(symbol, bars);
    this.held += bars.day.length;
    for (const oldest of this.latest.keys()) {
      if (this.held <= MOST_BARS) return;
      this.forget(oldest);
    }
  }

  /** A rehearsal is no run. */
  report(): void {}

  private forget(symbol: string): void {
    this.held -= this.latest.get(symbol)?.day.length ?? 0;
    this.latest.delete(symbol);
  }
}
