import { searchSymbols } from '../../../src/core/calendar/ticker';

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
