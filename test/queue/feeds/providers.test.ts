import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MarketKind } from '../../../src/core/calendar/market';
import { isSpelling, loadProviders, parseProviders, spellingOf } from '../../../src/feeds/provider';
import { readSeed } from '../../../src/seedFile';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();
// biome-ignore lint/suspicious/noExplicitAny: faults are made in them
type Content = Record<string, any>;
const seeds = () => structuredClone(readSeed('feeds.json')) as Record<string, unknown>[];
const faultsOf = (change: (first: Content) => void) => {
  const all = seeds();
  change(all[0]);
  const faults: string[] = [];
  parseProviders('feeds.json', all, faults);
  return faults;
};

test('the seeded providers are those of the guide', () => {
  const ids = ['stooq', 'tiingo', 'eodhd', 'alphavantage', 'massive', 'massive-day', 'twelvedata', 'yahoo', 'fred'];
  expect([...loadProviders().keys()]).toEqual(ids);
});

const SPELLED: readonly [string, MarketKind, Record<string, string>][] = [
  [
    'BRK-B',
    'stocks',
    {
      stooq: 'brk-b.us',
      tiingo: 'brk-b',
      eodhd: 'BRK-B.US',
      massive: 'BRK.B',
      'massive-day': 'BRK.B',
      twelvedata: 'BRK.B',
      yahoo: 'BRK-B',
    },
  ],
  [
    'SPY',
    'funds',
    { stooq: 'spy.us', tiingo: 'spy', eodhd: 'SPY.US', alphavantage: 'SPY', massive: 'SPY', yahoo: 'SPY' },
  ],
  [
    'BTC-USD',
    'crypto',
    { stooq: 'btc.v', eodhd: 'BTC-USD.CC', massive: 'X:BTCUSD', twelvedata: 'BTC/USD', yahoo: 'BTC-USD' },
  ],
  [
    'EURUSD=X',
    'currencies',
    { stooq: 'eurusd', eodhd: 'EURUSD.FOREX', massive: 'C:EURUSD', twelvedata: 'EUR/USD', yahoo: 'EURUSD=X' },
  ],
  ['^GSPC', 'indices', { stooq: '^gspc', eodhd: 'GSPC.INDX', massive: 'I:GSPC', twelvedata: 'GSPC', yahoo: '^GSPC' }],
  ['CL=F', 'futures', { stooq: 'cl.f', eodhd: 'CL.COMM', yahoo: 'CL=F' }],
  ['DGS10', 'bonds', { fred: 'DGS10' }],
];
test.each(SPELLED)('each provider has the right spelling of %s (%s)', (ticker, kind, names) => {
  const providers = loadProviders();
  const found = Object.keys(names).map((id) => [id, spellingOf(providers.get(id)!, ticker, kind)]);
  expect(Object.fromEntries(found)).toEqual(names);
});

test('a spelling that would lead elsewhere on the host is refused', () => {
  for (const text of ['..', '.', 'a b', 'a\n', '', 'ä', 'a?b', 'a#b', 'a%2f', 'x'.repeat(41)])
    expect([text, isSpelling(text)]).toEqual([text, false]);
});

test.each<[string, (provider: Content) => void, RegExp]>([
  ['url with a query', (p) => (p.url = 'https://a.example/?s={symbol}'), /\[0\]\.url is/],
  ['a host that depends on the symbol', (p) => (p.url = 'https://{symbol}.example/'), /\[0\]\.url is/],
  ['user in the host', (p) => (p.url = 'https://me:secret@a.example/'), /\[0\]\.url is/],
  ['another scheme', (p) => (p.url = 'file:///etc/passwd'), /\[0\]\.url is/],
  ['unknown placeholder', (p) => (p.query.s = '{ticker}'), /\[0\]\.query\.s is "\{ticker\}"/],
  ['credential that is not named', (p) => (p.query.k = '{credential}'), /\[0\]\.query\.k is/],
  ['a header of two lines', (p) => (p.headers = { a: 'b\r\nc: d' }), /\[0\]\.headers\.a is/],
  [
    'an invalid pattern',
    (p) => (p.spelling[0].pattern = '('),
    /\[0\]\.spelling\[0\]\.pattern is "\(", accepted is a regular expression/,
  ],
  ['no limit', (p) => delete p.limits.perDay, /\[0\]\.limits\.perDay is undefined/],
  [
    'columns without a close',
    (p) => (p.answer = { format: 'json', columns: { date: 'd' } }),
    /\[0\]\.answer\.columns is/,
  ],
  [
    'an unknown column',
    (p) => (p.answer = { format: 'json', columns: { date: 'd', close: 'c', time: 't' } }),
    /\[0\]\.answer\.columns is .*"time":"t".*, accepted is date, close and any of symbol/,
  ],
  ['an unknown format', (p) => (p.answer = { format: 'xml' }), /\[0\]\.answer\.format is "xml", accepted is csv, json/],
  ['a size limit that is too large', (p) => (p.maxBytes = 1e12), /\[0\]\.maxBytes is 1000000000000/],
])('refused and named: %s', (_, change, message) => {
  const faults = faultsOf(change);
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(message);
});

test('every fault is named, not the first alone', () => {
  const faults = faultsOf((provider) => {
    provider.id = 'X';
    provider.adjustment = 'maybe';
    provider.terms = {};
  });
  expect(faults.map((fault) => fault.split(' is ')[0])).toEqual([
    'seeds/feeds.json: [0].id',
    'seeds/feeds.json: [0].adjustment',
    'seeds/feeds.json: [0].terms.url',
    'seeds/feeds.json: [0].terms.note',
  ]);
});

test("the operator's own providers are added to the seeded ones or replace them", () => {
  const file = join(folder, 'own.json');
  const [stooq] = seeds();
  writeFileSync(
    file,
    JSON.stringify([
      { ...stooq, name: 'Mine' },
      { ...stooq, id: 'mine' },
    ]),
  );
  const providers = loadProviders(file);
  expect(providers.get('stooq')?.name).toBe('Mine');
  expect(providers.get('mine')?.name).toBe('Stooq');
  expect(providers.has('tiingo')).toBe(true);
  writeFileSync(file, '[{');
  expect(() => loadProviders(file)).toThrow(/FEEDS_FILE '.*own\.json' cannot be read/);
  writeFileSync(
    file,
    JSON.stringify([
      { ...stooq, id: 'mine', history: 'nobody' },
      { ...stooq, id: 'mine' },
    ]),
  );
  expect(() => loadProviders(file)).toThrow(/\[1\]\.id is "mine", accepted is one that no other entry has/);
  writeFileSync(file, JSON.stringify([{ ...stooq, id: 'mine', history: 'nobody' }]));
  expect(() => loadProviders(file)).toThrow(/mine\.history 'nobody' is not a provider with scope symbol/);
});
