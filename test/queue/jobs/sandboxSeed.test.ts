import { parseSandboxSeed } from '../../../src/jobs/sandbox';
import { loadMarkets } from '../../../src/seeds';

const markets = loadMarkets();
const kind = { factor: 'equity', drift: [0, 0.1], beta: [1, 1], volatility: [0.1, 0.2], firstPrice: [5, 10] };
const symbol = { symbol: 'ABC', name: 'A B C', kind: 'stock', markets: ['16', '2'] };
const effect = { symbol: 'ABC', month: 7, day: 1, hold: 30, direction: 'long', returnPct: 5, noise: 0.4 };
const file = {
  version: 1,
  seed: 's',
  firstDay: '1995-01-03',
  factors: { equity: 0.15 },
  kinds: { stock: kind },
  effects: [effect],
  symbols: [symbol],
};

test('a symbol gets the calendar of its first market, its effects, and the first day if it has no listing date', () => {
  expect(parseSandboxSeed(file, markets).symbols).toMatchObject([
    { symbol: 'ABC', calendar: 'daily', listed: 9133, effects: [{ month: 7 }], kind, markets: ['16', '2'] },
  ]);
});

test.each<[string, object, string]>([
  ['not an object', [], 'the file is [], accepted is an object'],
  ['version', { ...file, version: 0 }, 'version is 0'],
  ['date', { ...file, firstDay: '1995-02-30' }, 'firstDay is "1995-02-30", accepted is a date from 1962-01-01'],
  ['first day before 1962', { ...file, firstDay: '1961-12-31' }, 'firstDay is "1961-12-31"'],
  ['factor', { ...file, factors: { equity: -1 } }, 'factors.equity is -1'],
  [
    'unknown factor of a kind',
    { ...file, kinds: { stock: { ...kind, factor: 'x' } } },
    'kinds.stock.factor is "x", accepted is equity',
  ],
  [
    'empty table of factors',
    { ...file, factors: {} },
    'kinds.stock.factor is "equity", accepted is a name of that table, which is empty',
  ],
  ['range', { ...file, kinds: { stock: { ...kind, drift: [2, 1] } } }, 'kinds.stock.drift is [2,1]'],
  ['ticker', { ...file, symbols: [{ ...symbol, symbol: 'abc' }] }, 'symbols[0].symbol is "abc", accepted is a ticker'],
  [
    'market',
    { ...file, symbols: [{ ...symbol, markets: ['17'] }] },
    'symbols[0].markets[0] is "17", accepted is the id of a market',
  ],
  ['kind', { ...file, symbols: [{ ...symbol, kind: 'x' }] }, 'symbols[0].kind is "x", accepted is stock'],
  [
    'duplicate symbol',
    { ...file, symbols: [symbol, symbol] },
    'symbols[1].symbol is "ABC", accepted is one that no other',
  ],
  ['halt', { ...file, symbols: [{ ...symbol, halt: ['2020-01-01', 'x'] }] }, 'symbols[0].halt[1] is "x"'],
  ['effect of an unknown symbol', { ...file, effects: [{ ...effect, symbol: 'X' }] }, 'effects[0].symbol is "X"'],
  [
    'Feb 29',
    { ...file, effects: [{ ...effect, month: 2, day: 29 }] },
    'effects[0].day is 29, accepted is a day that its month has every year',
  ],
  ['hold', { ...file, effects: [{ ...effect, hold: 2 }] }, 'effects[0].hold is 2'],
  ['noise', { ...file, effects: [{ ...effect, noise: 2 }] }, 'effects[0].noise is 2'],
  [
    'cycle',
    { ...file, effects: [{ ...effect, cycle: 'pe' }] },
    'effects[0].cycle is "pe", accepted is pe0, pe1, pe2, pe3',
  ],
])('%s is refused', (_, content, message) => {
  expect(() => parseSandboxSeed(content, markets)).toThrow(`seeds/sandbox.json: ${message}`);
});
