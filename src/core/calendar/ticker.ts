/**
 * How tickers are written and recognised (DESIGN 5 "Paths"). A symbol is stored under one spelling; requests name it
 * under several: BRK.B for BRK-B, BTC/USD or BTC for BTC-USD, EURUSD for EURUSD=X, DJI for ^DJI, GC for GC=F.
 */

const TICKER = /^(?=.*[A-Z0-9])[A-Z0-9^][A-Z0-9.\-=_&^]{0,31}$/;
const PLAIN = /^[A-Z0-9]+$/;
const PAIR = /^([A-Z0-9]{2,10})-?(USD|USDT|EUR|GBP|JPY|CHF|AUD|CAD|NZD|SEK|HUF)$/;

/** The spelling a symbol is stored and shown under: upper case, `-` for `/`. Null when the text is not a ticker. */
export function canonicalTicker(text: string): string | null {
  const ticker = text.trim().toUpperCase().replaceAll('/', '-');
  return TICKER.test(ticker) ? ticker : null;
}

/** The lookup key of a ticker: BRK.B, brk-b and BRK/B have one key. Null when the text is not a ticker. */
export function tickerKey(text: string): string | null {
  const ticker = canonicalTicker(text);
  return ticker === null ? null : ticker.replaceAll('.', '-');
}

/**
 * Other keys under which a requested symbol may be stored, without duplicates. The caller tries them after an exact
 * match, and accepts one only when exactly one of them exists; several are ambiguous.
 */
export function alternativeKeys(key: string): string[] {
  const bare = key.startsWith('^') ? key.slice(1) : key;
  const keys = new Set<string>([key.startsWith('^') ? bare : `^${key}`]);
  if (PLAIN.test(key)) for (const suffix of ['-USD', '=F', '=X']) keys.add(key + suffix);
  for (const alternative of pairKeys(key)) keys.add(alternative);
  keys.delete(key);
  return [...keys];
}

/** Spellings of a currency pair: BTCUSD, BTC-USD and BTCUSD=X are one; Yahoo shortens USDJPY to JPY=X. */
function pairKeys(key: string): string[] {
  const pair = PAIR.exec(key.replace(/=X$/, ''));
  if (!pair) return [];
  const [, base, quote] = pair;
  const keys = [`${base}-${quote}`, base + quote, `${base}${quote}=X`];
  return base === 'USD' ? [...keys, `${quote}=X`] : keys;
}

interface Named {
  /** As stored: BRK-B, ^GSPC. */
  readonly symbol: string;
  readonly name: string;
}

/** 0 = equal ticker, 1 = ticker prefix, 2 = words that begin words, 3 = words anywhere. */
type Rank = 0 | 1 | 2 | 3;

/**
 * The symbols in which every word of a text occurs, in ticker or name, in any order, without regard to case, accents and
 * punctuation. Best rank first, equal ranks in their given order.
 *
 * @returns none for a text without letters and digits
 */
export function searchSymbols<T extends Named>(symbols: readonly T[], text: string): T[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const key = tickerKey(text);
  const ranked = symbols.flatMap((symbol) => {
    const rank = rankOf(symbol, key, words);
    return rank === null ? [] : [{ symbol, rank }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ symbol }) => symbol);
}

/** Null when a word is missing. @param key ticker key of the whole text; null when it is not a ticker */
function rankOf({ symbol, name }: Named, key: string | null, words: readonly string[]): Rank | null {
  const ticker = tickerKey(symbol);
  if (key !== null && ticker === key) return 0;
  const searched = ` ${wordsOf(`${symbol} ${name}`).join(' ')}`;
  if (!words.every((word) => searched.includes(word))) return null;
  if (key !== null && ticker?.startsWith(key)) return 1;
  return words.every((word) => searched.includes(` ${word}`)) ? 2 : 3;
}

/** The words of a text in lower case without accents and punctuation: `Nestlé` is `nestle`. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
