import { alternativeKeys, tickerKey } from '../core/calendar/ticker';
import type { FormerTicker, IndexedSymbol, PriceIndex } from '../storage/prices';

/** The symbol does not exist or cannot be changed. The message is for the user. */
export class SymbolError extends Error {
  override readonly name = 'SymbolError';
}

/** A stored symbol and its former tickers. */
export interface StoredSymbol extends IndexedSymbol {
  /** Oldest first. */
  readonly formerly: readonly FormerTicker[];
}

/**
 * The symbol with a ticker, in any spelling of it.
 *
 * @throws SymbolError if there is none, naming similar tickers, or the new ticker of a renamed symbol
 */
export function storedSymbol(index: PriceIndex, ticker: string): StoredSymbol {
  const symbol = namedSymbol(index, ticker);
  if (symbol !== undefined) return symbol;
  const key = tickerKey(ticker);
  if (key === null) throw new SymbolError(`'${ticker}' is not a ticker: letters, digits and . - = _ & ^, at most 32`);
  const now = symbolFormerly(index, ticker);
  if (now !== undefined) {
    const day = now.until.toISOString().slice(0, 10);
    throw new SymbolError(`'${ticker}' was renamed ${now.symbol.symbol} on ${day}: say ${now.symbol.symbol}`);
  }
  const others = alternativeKeys(key).flatMap((other) => namedSymbol(index, other)?.symbol ?? []);
  const hint = others.length > 0 ? `is ${others.join(' or ')} meant?` : 'npm run symbols -- list names those there are';
  throw new SymbolError(`there is no symbol '${ticker}': ${hint}`);
}

/** The symbol with a ticker; undefined if there is none. */
export function namedSymbol({ symbols, formerTickers }: PriceIndex, ticker: string): StoredSymbol | undefined {
  const key = tickerKey(ticker);
  const listed = symbols.find(({ symbol }) => tickerKey(symbol) === key);
  if (listed === undefined) return undefined;
  const isFormer = ({ symbolId, ticker: former }: FormerTicker) => symbolId === listed.id && tickerKey(former) !== key;
  return { ...listed, formerly: formerTickers.filter(isFormer) };
}

/** The last symbol that had a ticker; undefined if a symbol has it now, or none ever had. */
export function symbolFormerly(
  index: PriceIndex,
  ticker: string,
): { readonly symbol: StoredSymbol; readonly until: Date } | undefined {
  const key = tickerKey(ticker);
  const last = index.formerTickers.findLast((former) => tickerKey(former.ticker) === key);
  if (last === undefined || namedSymbol(index, ticker) !== undefined) return undefined;
  const now = index.symbols.find(({ id }) => id === last.symbolId);
  return now && { symbol: namedSymbol(index, now.symbol)!, until: last.until };
}
