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
