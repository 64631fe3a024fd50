import fc from 'fast-check';
import { alternativeKeys, canonicalTicker, tickerKey } from '../../../src/core/calendar/ticker';

describe('canonicalTicker', () => {
  test.each([
    ['aapl', 'AAPL'],
    [' brk-b ', 'BRK-B'],
    ['BRK.B', 'BRK.B'],
    ['btc/usd', 'BTC-USD'],
    ['EURUSD=X', 'EURUSD=X'],
    ['^dji', '^DJI'],
    ['WTI_SPOT', 'WTI_SPOT'],
    ['M&M.NS', 'M&M.NS'],
    ['0700.HK', '0700.HK'],
  ])('%s is kept as %s', (text, want) => expect(canonicalTicker(text)).toBe(want));

  test.each(['', ' ', 'A B', '^', '--', '<script>', "A'; DROP", 'A'.repeat(33), 'Ä', 'A\nB', 'A,B'])(
    '%j is no ticker',
    (text) => {
      expect(canonicalTicker(text)).toBeNull();
      expect(tickerKey(text)).toBeNull();
    },
  );
});

test('all spellings of a ticker have the same key', () => {
  for (const text of ['BRK.B', 'brk-b', 'BRK/B', ' Brk.b']) expect(tickerKey(text)).toBe('BRK-B');
});

test.each([
  ['BTC', 'BTC-USD'],
  ['BTCUSD', 'BTC-USD'],
  ['BTC-USD', 'BTCUSD'],
  ['EURUSD', 'EURUSD=X'],
  ['EUR-USD', 'EURUSD=X'],
  ['USDJPY', 'JPY=X'],
  ['USDJPY=X', 'JPY=X'],
  ['DJI', '^DJI'],
  ['^DJI', 'DJI'],
  ['GC', 'GC=F'],
])('%s may be stored as %s', (key, want) => expect(alternativeKeys(key)).toContain(want));

test('alternatives are tickers in key form, distinct, and never the key itself', () => {
  const texts = fc.stringMatching(/^[A-Z0-9^][A-Z0-9.=^_-]{0,12}$/);
  fc.assert(
    fc.property(texts, (text) => {
      const key = tickerKey(text);
      if (key === null) return;
      const keys = alternativeKeys(key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).not.toContain(key);
      expect(tickerKey(key)).toBe(key);
    }),
  );
});
