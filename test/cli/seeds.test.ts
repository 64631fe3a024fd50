import { type Market, resolveMarketTokens } from '../../src/core/calendar/market';
import { readSeed, SeedError } from '../../src/seedFile';
import { loadMarkets, parseMarkets } from '../../src/seeds';

const idsWhere = (test: (market: Market) => boolean) =>
  loadMarkets()
    .filter(test)
    .map(({ id }) => id);
const mutable = () => structuredClone(readSeed('markets.json')) as Record<string, unknown>[];

describe('the market table', () => {
  test('is the one of SPEC 2.1 and DESIGN 5', () => {
    expect(loadMarkets().map(({ id, name }) => `${id} ${name}`)).toEqual([
      '0 DOW 30 STOCKS',
      '1 NASDAQ 100 STOCKS',
      '2 S&P 500 STOCKS',
      '3 S&P MIDCAP 400 STOCKS',
      '4 RUSSELL 2000 STOCKS',
      '5 CANADA STOCKS',
      '6 EUROPE STOCKS',
      '7 MARKET INDICES',
      '8 ASIA STOCKS',
      '9 COMMODITY FUTURES',
      '10 CURRENCIES',
      '11 ETFs',
      '12 GOVERNMENT BONDS',
      '13 UK STOCKS',
      '14 INDIA STOCKS',
      '15 SECTORS',
      '16 CRYPTO CURRENCIES',
    ]);
    expect(idsWhere((m) => m.scannedByDefault)).toEqual(['0', '1', '2', '11']);
    expect(idsWhere((m) => m.mlEligible)).toEqual(['0', '1', '2', '3', '4', '11']);
    expect(idsWhere((m) => m.perSymbolPatterns)).toEqual(['0', '1', '2', '7', '9']);
    expect(idsWhere((m) => m.calendar === 'nyse')).toEqual(['0', '1', '2', '3', '4', '7', '11', '15']);
    expect(idsWhere((m) => m.calendar === 'daily')).toEqual(['16']);
    expect(idsWhere((m) => m.allowsNonPositive)).toEqual(['9']);
    expect(idsWhere((m) => m.minWinningPercent === 70)).toEqual(['16']);
    expect(idsWhere((m) => m.minWinningPercent === 75)).toHaveLength(16);
    expect(idsWhere((m) => m.kind !== 'stocks')).toEqual(['7', '9', '10', '11', '12', '15', '16']);
    expect(loadMarkets()[0].priceRange).toEqual({ min: 1e-4, max: 1e7 });
    expect(idsWhere((m) => m.priceRange.min < 1e-4)).toEqual(['10', '16']);
    expect(idsWhere((m) => m.gapLimit === 20)).toEqual(['8', '14']);
    expect(idsWhere((m) => m.gapLimit === 10)).toHaveLength(15);
  });

  test('every market falls back to the S&P 500 as its benchmark', () => {
    for (const { benchmarks } of loadMarkets()) expect(benchmarks.slice(-2)).toEqual(['SPY', '^GSPC']);
    const own = loadMarkets().filter(({ benchmarks }) => benchmarks.length > 2);
    expect(own.map(({ id, benchmarks }) => [id, ...benchmarks.slice(0, -2)])).toEqual([
      ['0', 'DIA', '^DJI'],
      ['1', 'QQQ', '^NDX'],
      ['3', 'MDY', 'IJH', '^MID'],
      ['4', 'IWM', '^RUT'],
    ]);
  });

  test.each([
    ['sp500', '2'],
    ['S&P 500', '2'],
    ['s&p-500 stocks', '2'],
    ['crypto', '16'],
    ['europe', '6'],
    ['Dow 30', '0'],
    ['djia', '0'],
    ['nasdaq-100', '1'],
    ['ndx', '1'],
    ['midcap', '3'],
    ['russell 2000', '4'],
    ['canada', '5'],
    ['indices', '7'],
    ['asia', '8'],
    ['futures', '9'],
    ['commodities', '9'],
    ['fx', '10'],
    ['forex', '10'],
    ['currencies', '10'],
    ['etf', '11'],
    ['etfs', '11'],
    ['bonds', '12'],
    ['uk', '13'],
    ['india', '14'],
    ['sectors', '15'],
  ])('%s names market %s', (token, id) => {
    expect(resolveMarketTokens(token, loadMarkets()).markets.map((m) => m.id)).toEqual([id]);
  });

  test('is frozen', () => {
    const [dow] = loadMarkets();
    expect(() => (dow.aliases as string[]).push('x')).toThrow(TypeError);
    expect(() => Object.assign(dow, { name: 'x' })).toThrow(TypeError);
  });
});

test.each<[string, (markets: Record<string, unknown>[]) => unknown, RegExp]>([
  ['no list', () => ({}), /markets\.json: the file is \{\}, accepted is a list/],
  ['the first market missing', (m) => m.slice(1), /\[0\]\.id is "1", accepted is '0'/],
  ['the last market missing', (m) => m.slice(0, -1), /length is 16, accepted is 17 markets/],
  ['a market too many', (m) => [...m, { ...m[0], id: '17', name: 'x', aliases: [] }], /length is 18, accepted is 17/],
  ['another order', (m) => m.reverse(), /'0' to '16' in order/],
  ['a market that is null', (m) => [null, ...m.slice(1)], /\[0\] is null/],
  ['a name of spaces', (m) => [{ ...m[0], name: ' ' }, ...m.slice(1)], /\[0\]\.name is " "/],
  [
    'an alias in upper case',
    (m) => [{ ...m[0], aliases: ['DOW'] }, ...m.slice(1)],
    /\[0\]\.aliases\[0\] is "DOW", accepted is a lower-case/,
  ],
  [
    'an alias of another market',
    (m) => [{ ...m[0], aliases: ['sp-500'] }, ...m.slice(1)],
    /\[2\]\.aliases\[0\] is "sp500".*market 0/,
  ],
  ['an alias that is an id', (m) => [{ ...m[0], aliases: ['16'] }, ...m.slice(1)], /\[16\]\.id is "16".*market 0/],
  [
    'an unknown calendar',
    (m) => [{ ...m[0], calendar: 'lunar' }, ...m.slice(1)],
    /calendar is "lunar", accepted is nyse/,
  ],
  ['an unknown kind', (m) => [{ ...m[0], kind: 'tulips' }, ...m.slice(1)], /kind is "tulips", accepted is stocks/],
  [
    'a reversed price range',
    (m) => [{ ...m[0], priceRange: [2, 1] }, ...m.slice(1)],
    /priceRange is \[2,1\], accepted/,
  ],
  [
    'a price limit that is too large',
    (m) => [{ ...m[0], priceRange: [1, 1e99] }, ...m.slice(1)],
    /priceRange\[1\] is 1e\+99, accepted is 1e\+60 or less/,
  ],
  [
    'a gap of half a day',
    (m) => [{ ...m[0], gapLimit: 0.5 }, ...m.slice(1)],
    /gapLimit is 0\.5, accepted is a whole number/,
  ],
  [
    'a band above the default',
    (m) => [{ ...m[0], minWinningPercent: 95 }, ...m.slice(1)],
    /minWinningPercent is 95, accepted is 90 or less/,
  ],
  [
    'no benchmark',
    (m) => [{ ...m[0], benchmarks: [] }, ...m.slice(1)],
    /\[0\]\.benchmarks is \[\], accepted is a list of 1 or more/,
  ],
  [
    'a flag that is no boolean',
    (m) => [{ ...m[0], mlEligible: 'yes' }, ...m.slice(1)],
    /mlEligible is "yes", accepted is true or false/,
  ],
])('%s is refused', (_, change, message) => {
  const broken = () => parseMarkets(change(mutable()));
  expect(broken).toThrow(SeedError);
  expect(broken).toThrow(message);
});
