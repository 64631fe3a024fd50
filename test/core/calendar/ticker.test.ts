import fc from 'fast-check';
import { alternativeKeys, canonicalTicker, searchSymbols, tickerKey } from '../../../src/core/calendar/ticker';

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

const SYMBOLS = [
  ['AAP', 'Advance Auto Parts'],
  ['AAPL', 'Apple Inc.'],
  ['AIR.PA', 'Airbus SE'],
  ['APLE', 'Apple Hospitality REIT Inc'],
  ['BRK-B', 'Berkshire Hathaway Inc. Class B'],
  ['BTC-USD', 'Bitcoin'],
  ['KO', 'Coca-Cola Co'],
  ['KOF', 'Coca-Cola FEMSA'],
  ['NESN.SW', 'Nestlé SA'],
  ['PNPL', 'Pineapple Express'],
  ['T', 'AT&T Inc'],
  ['^GSPC', 'S&P 500'],
].map(([symbol, name]) => ({ symbol, name }));

const found = (text: string) => searchSymbols(SYMBOLS, text).map(({ symbol }) => symbol);

test.each([
  // Names with a word that begins with the text come before names that contain it inside a word.
  ['apple', ['AAPL', 'APLE', 'PNPL']],
  ['APPLE inc', ['AAPL', 'APLE']],
  ['inc apple', ['AAPL', 'APLE']],
  ['hospitality apple', ['APLE']],
  // The exact ticker, then tickers that begin with the text, then names.
  ['ko', ['KO', 'KOF']],
  ['aap', ['AAP', 'AAPL']],
  ['cola', ['KO', 'KOF']],
  ['coca-cola', ['KO', 'KOF']],
  ['coca  cola co', ['KO', 'KOF']],
  ['brk.b', ['BRK-B']],
  ['BRK/B', ['BRK-B']],
  ['btc/usd', ['BTC-USD']],
  ['nestle', ['NESN.SW']],
  ['NESTLÉ', ['NESN.SW']],
  ['s&p 500', ['^GSPC']],
  ['^gspc', ['^GSPC']],
  ['gspc', ['^GSPC']],
  ['no such thing', []],
  ['&%$', []],
  [' ', []],
])('%j finds %j', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('names with words that begin with the text come before names that contain it inside a word', () => {
  expect(found('at&t')).toEqual(['T', 'BRK-B']);
});

test('the exact ticker comes first, even if many names match', () => {
  expect(found('t')[0]).toBe('T');
  expect(found('t').length).toBeGreaterThan(4);
});

test('equal matches keep the order of the list', () => {
  expect(found('inc')).toEqual(['AAPL', 'APLE', 'BRK-B', 'T']);
});
