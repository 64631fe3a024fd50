import { alternativeKeys, tickerKey } from '../core/calendar/ticker';
import type { FormerTicker, IndexedSymbol, PriceIndex } from '../storage/prices';

/** A symbol that is not what was asked for. The message is for the person who asked. */
export class SymbolError extends Error {
  override readonly name = 'SymbolError';
}

/** A symbol of the database and what it was called before. */
export interface StoredSymbol extends IndexedSymbol {
  /** Oldest first. */
  readonly formerly: readonly FormerTicker[];
}

/**
 * The symbol that has a ticker, in any of its own spellings.
 *
 * @throws SymbolError naming those that may have been meant, and what a former ticker is called now
 */
export function storedSymbol(index: PriceIndex, ticker: string): StoredSymbol {
  const found = namedSymbol(index, ticker);
  if (found !== undefined) return found;
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

/** The symbol that has a ticker; undefined when there is none. */
export function namedSymbol({ symbols, formerTickers }: PriceIndex, ticker: string): StoredSymbol | undefined {
  const key = tickerKey(ticker);
  const listed = symbols.find(({ symbol }) => tickerKey(symbol) === key);
  if (listed === undefined) return undefined;
  const isFormer = ({ symbolId, ticker: former }: FormerTicker) => symbolId === listed.id && tickerKey(former) !== key;
  return { ...listed, formerly: formerTickers.filter(isFormer) };
}

/** The symbol that had a ticker last, where no symbol has it now. */
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
