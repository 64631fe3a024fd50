/**
 * How tickers are written and recognised (DESIGN 5 "Paths"). A symbol is stored under one spelling; people ask for it
 * under several: BRK.B for BRK-B, BTC/USD or BTC for BTC-USD, EURUSD for EURUSD=X, DJI for ^DJI, GC for GC=F.
 */

const TICKER = /^(?=.*[A-Z0-9])[A-Z0-9^][A-Z0-9.\-=_&^]{0,31}$/;
const PLAIN = /^[A-Z0-9]+$/;
const PAIR = /^([A-Z0-9]{2,10})-?(USD|USDT|EUR|GBP|JPY|CHF|AUD|CAD|NZD|SEK|HUF)$/;

/** The spelling a symbol is stored and shown under: upper case, `-` for `/`. Null when the text is no ticker at all. */
export function canonicalTicker(text: string): string | null {
  const ticker = text.trim().toUpperCase().replaceAll('/', '-');
  return TICKER.test(ticker) ? ticker : null;
}

/** What two spellings of the same ticker have in common: BRK.B, brk-b and BRK/B are one key. Null when no ticker. */
export function tickerKey(text: string): string | null {
  const ticker = canonicalTicker(text);
  return ticker === null ? null : ticker.replaceAll('.', '-');
}

/**
 * The keys under which the asked symbol may be stored besides its own, without duplicates. They only count when exactly
 * one of them exists: an exact match always wins, and of several nobody can know which was meant.
 */
export function alternativeKeys(key: string): string[] {
  const bare = key.startsWith('^') ? key.slice(1) : key;
  const keys = new Set<string>([key.startsWith('^') ? bare : `^${key}`]);
  if (PLAIN.test(key)) for (const suffix of ['-USD', '=F', '=X']) keys.add(key + suffix);
  for (const alternative of pairKeys(key)) keys.add(alternative);
  keys.delete(key);
  return [...keys];
}

/** Pairs: BTCUSD, BTC-USD and BTCUSD=X say the same; Yahoo writes a pair against the dollar by its other side, JPY=X. */
function pairKeys(key: string): string[] {
  const pair = PAIR.exec(key.replace(/=X$/, ''));
  if (!pair) return [];
  const [, base, quote] = pair;
  const keys = [`${base}-${quote}`, base + quote, `${base}${quote}=X`];
  return base === 'USD' ? [...keys, `${quote}=X`] : keys;
}
