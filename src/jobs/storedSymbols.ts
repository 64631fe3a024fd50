import { alternativeKeys, tickerKey } from '../core/calendar/ticker';
import type { FormerTicker, IndexedSymbol, PriceIndex } from '../storage/prices';

/** The message about a text that is not a ticker. */
export function notATicker(text: string): string {
  return `'${text}' is not a ticker: letters, digits and . - = _ & ^, at most 32`;
}

/** A stored symbol and its former tickers. */
export interface StoredSymbol extends IndexedSymbol {
  /** Oldest first. */
  readonly formerly: readonly FormerTicker[];
}

/** A symbol that had another ticker until some moment. */
interface Renamed {
  readonly symbol: StoredSymbol;
  readonly until: Date;
}

/** The symbols of the database at one moment, found by a ticker in any spelling of it. */
export class StoredSymbols {
  private readonly byKey = new Map<string, StoredSymbol>();
  /** The last symbol that had a former ticker, by the key of that. */
  private readonly byFormerKey = new Map<string, Renamed>();
  /** Number of simulated series. They are not merged with, and the first real prices remove them. */
  readonly simulated: number;

  constructor({ symbols, formerTickers }: PriceIndex) {
    const byId = new Map(symbols.map((symbol) => [symbol.id, { ...symbol, formerly: [] as FormerTicker[] }]));
    for (const symbol of byId.values()) this.byKey.set(tickerKey(symbol.symbol)!, symbol);
    for (const former of formerTickers) {
      const key = tickerKey(former.ticker)!;
      const symbol = byId.get(former.symbolId)!;
      if (this.byKey.get(key) !== symbol) symbol.formerly.push(former);
      this.byFormerKey.set(key, { symbol, until: former.until });
    }
    this.simulated = symbols.filter(({ series }) => series?.simulated).length;
  }

  /** The symbol with a ticker; undefined if there is none. */
  find(ticker: string): StoredSymbol | undefined {
    return this.byKey.get(tickerKey(ticker) ?? '');
  }

  /** The last symbol that had a ticker; undefined if a symbol has it now, or none ever had. */
  renamed(ticker: string): Renamed | undefined {
    return this.find(ticker) === undefined ? this.byFormerKey.get(tickerKey(ticker) ?? '') : undefined;
  }

  /**
   * The symbol with a ticker.
   *
   * @throws Error if there is none, naming similar tickers, or the new ticker of a renamed symbol
   */
  get(ticker: string): StoredSymbol {
    const symbol = this.find(ticker);
    if (symbol !== undefined) return symbol;
    const key = tickerKey(ticker);
    if (key === null) throw new Error(notATicker(ticker));
    const now = this.renamed(ticker);
    if (now !== undefined) {
      const day = now.until.toISOString().slice(0, 10);
      throw new Error(`'${ticker}' was renamed ${now.symbol.symbol} on ${day}: use ${now.symbol.symbol}`);
    }
    const others = alternativeKeys(key).flatMap((other) => this.find(other)?.symbol ?? []);
    const hint =
      others.length > 0 ? `did you mean ${others.join(' or ')}?` : 'npm run symbols -- list shows all symbols';
    throw new Error(`there is no symbol '${ticker}': ${hint}`);
  }
}
