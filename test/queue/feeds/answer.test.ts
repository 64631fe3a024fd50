import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { FeedClient } from '../../../src/feeds/client';
import { FeedFault, spellingOf } from '../../../src/feeds/provider';
import { checkSeries } from '../../../src/jobs/feeds/series';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { fixedClock } from '../../helpers/clock';
import { FakeProvider, type FakeRow } from '../../helpers/fakeProvider';
import { untilDone } from '../../helpers/feeds';
import { shownBars } from '../../helpers/ingest';

/** Each seeded provider over HTTP and through ingest: answers in its documented formats, with invented numbers. */

const CREDENTIALS: Readonly<Record<string, string>> = {
  TIINGO_TOKEN: 'tiingo-secret-0123456789',
  EODHD_API_TOKEN: 'eodhd-secret-0123456789',
  ALPHAVANTAGE_API_KEY: 'alpha-secret-0123456789',
  MASSIVE_API_KEY: 'massive-secret-0123456789',
  TWELVEDATA_API_KEY: 'twelve-secret-0123456789',
  FRED_API_KEY: 'fred-secret-0123456789',
};
const ROWS: readonly FakeRow[] = [
  { date: '2024-06-24', close: 40, adjClose: 20 },
  { date: '2024-06-25', close: 40.5, adjClose: 20.25 },
  { date: '2024-06-26', close: 41, adjClose: 20.5 },
  { date: '2024-06-27', close: 42 },
];
const ETFS = loadMarkets().find(({ id }) => id === '11')!;
const clock = fixedClock('2024-06-27T23:30:00Z');

let fake: FakeProvider;
let storage: Storage;
let client: FeedClient;
beforeAll(async () => {
  fake = await FakeProvider.start();
  storage = await openStorage(':memory:');
  client = new FeedClient({
    clock,
    counter: storage.counters.providers,
    allowPrivate: true,
    credentialOf: (variable) => CREDENTIALS[variable] ?? null,
    random: () => 0,
  });
});
afterAll(async () => {
  client.close();
  await storage.close();
  await fake.stop();
});
beforeEach(() => {
  fake.rows.clear();
  fake.trouble = () => undefined;
  fake.seen.length = 0;
});

async function ask(id: string, ticker: string, change = {}) {
  const provider = { ...fake.providers().get(id)!, ...change };
  const symbol = spellingOf(provider, ticker, ETFS.kind)!;
  const question = { symbol, from: fromIso('2024-06-01'), to: fromIso('2024-06-27'), whole: true };
  const fetched = await client.prices(provider, question, null, new AbortController().signal);
  if (fetched.kind !== 'rows') return fetched.kind;
  return shownBars(checkSeries(fetched.text, ticker, { provider, market: ETFS, clock, unadjusted: true }).bars);
}

const ADJUSTED = [
  '2024-06-24 20 [19.8 20.2]',
  '2024-06-25 20.25 [20.0475 20.4525]',
  '2024-06-26 20.5 [20.295 20.705]',
  '2024-06-27 42 [41.58 42.42]',
];
const AS_SENT = [
  '2024-06-24 40 [39.6 40.4]',
  '2024-06-25 40.5 [40.095 40.905]',
  '2024-06-26 41 [40.59 41.41]',
  '2024-06-27 42 [41.58 42.42]',
];

test.each([
  {
    id: 'stooq',
    name: 'brk-b.us',
    want: AS_SENT,
    asked: /^\/stooq\/q\/d\/l\/ \{"s":"brk-b\.us","d1":"20240601","d2":"20240627","i":"d"\}/,
  },
  {
    id: 'tiingo',
    name: 'brk-b',
    want: ADJUSTED,
    asked: /^\/tiingo\/tiingo\/daily\/brk-b\/prices .*"startDate":"2024-06-01"/,
  },
  {
    id: 'eodhd',
    name: 'BRK-B.US',
    want: ADJUSTED,
    asked: /^\/eodhd\/api\/eod\/BRK-B\.US .*"fmt":"csv","api_token":"eodhd-secret/,
  },
  { id: 'alphavantage', name: 'BRK-B', want: ADJUSTED, asked: /"outputsize":"full"/ },
  {
    id: 'massive',
    name: 'BRK.B',
    want: AS_SENT,
    asked: /^\/massive\/v2\/aggs\/ticker\/BRK\.B\/range\/1\/day\/2024-06-01\/2024-06-27/,
  },
  { id: 'twelvedata', name: 'BRK.B', want: AS_SENT, asked: /"adjust":"all"/ },
  {
    id: 'yahoo',
    name: 'BRK-B',
    want: ADJUSTED,
    asked: /^\/yahoo\/v8\/finance\/chart\/BRK-B .*"period1":"1717200000","period2":"1719532799"/,
  },
  {
    id: 'fred',
    name: 'BRK-B',
    want: AS_SENT.map((line) => line.split(' [')[0]),
    asked: /"observation_start":"2024-06-01"/,
  },
])('$id: the request that it gets, and the bars read from its answer', async ({ id, name, want, asked }) => {
  fake.rows.set(name, ROWS);
  const bars = await ask(id, 'BRK-B');
  expect(rounded(bars)).toEqual(want);
  const [{ path, query }] = fake.seen;
  expect(`${path} ${JSON.stringify(query)}`).toMatch(asked);
});

/** The bars rounded to 6 decimals, without rounding errors in the last bits. */
function rounded(bars: string | string[]) {
  return Array.isArray(bars)
    ? bars.map((line) => line.replace(/\d+\.\d{6,}/g, (text) => String(Number(Number(text).toFixed(6)))))
    : bars;
}

test.each(['stooq', 'tiingo', 'eodhd', 'alphavantage', 'twelvedata', 'yahoo', 'fred'])(
  '%s: an unknown symbol is reported as unknown',
  async (id) => {
    const fault = await ask(id, 'NONE').catch((error) => error);
    expect(fault).toBeInstanceOf(FeedFault);
    expect(fault.kind).toBe('unknown_symbol');
  },
);

test('massive: an unknown symbol has no rows', async () => {
  expect(await ask('massive', 'NONE')).toBe('empty');
});

test.each([
  { id: 'stooq', body: 'Exceeded the daily hits limit', kind: 'day_limit' },
  {
    id: 'alphavantage',
    body: '{"Information":"our standard API rate limit is 25 requests per day"}',
    kind: 'day_limit',
  },
  { id: 'alphavantage', body: '{"Note":"Thank you! 5 calls per minute"}', kind: 'throttled' },
  { id: 'alphavantage', body: '{"Information":"This is a premium endpoint"}', kind: 'denied' },
  {
    id: 'twelvedata',
    body: '{"code":429,"message":"You have run out of API credits for the day.","status":"error"}',
    kind: 'day_limit',
  },
  { id: 'twelvedata', body: '{"code":429,"message":"for the current minute","status":"error"}', kind: 'throttled' },
  { id: 'twelvedata', body: '{"code":401,"message":"apikey is incorrect","status":"error"}', kind: 'denied' },
  { id: 'massive', body: '{"status":"NOT_AUTHORIZED","message":"upgrade your plan"}', kind: 'denied' },
  { id: 'eodhd', status: 402, body: 'Payment required', kind: 'day_limit' },
  { id: 'tiingo', status: 401, body: '', kind: 'denied' },
  {
    id: 'fred',
    status: 400,
    body: '{"error_code":400,"error_message":"The value for variable api_key is not registered."}',
    kind: 'denied',
  },
  {
    id: 'yahoo',
    body: '{"chart":{"result":[{"timestamp":[1,2],"indicators":{"quote":[{"close":[1]}]}}]}}',
    kind: 'damaged',
  },
  { id: 'yahoo', body: '{"chart":', kind: 'damaged' },
  { id: 'massive', body: '{"status":"OK","results":{"length":3}}', kind: 'damaged' },
  { id: 'massive', body: '<html>maintenance</html>', kind: 'failed' },
])('$id: $kind from $body', async ({ id, status = 200, body, kind }) => {
  fake.trouble = () => ({ status, body });
  const asking = ask(id, 'BRK-B').catch((error) => error);
  const fault = kind === 'throttled' ? await untilDone(clock, asking) : await asking;
  expect(fault).toBeInstanceOf(FeedFault);
  expect(fault.kind).toBe(kind);
});

test('pages by link, backwards and by offset are joined into one series', async () => {
  const days = Array.from({ length: 120 }, (_, i) => toIso(fromIso('2024-02-01') + i)).filter(
    (date) => new Date(date).getUTCDay() % 6 !== 0,
  );
  const rows = days.map((date, i) => ({ date, close: 30 + (i % 5) }));
  const all = { from: fromIso('2024-02-01') };
  for (const [id, paging] of [
    ['massive', undefined],
    ['fred', { by: 'offset' as const, parameter: 'offset', rows: 50 }],
    ['twelvedata', { by: 'backwards' as const, rows: 20 }],
  ] as const) {
    const provider = fake
      .providers((one) => (id === one.id && paging ? { paging, query: { ...one.query, outputsize: '20' } } : {}))
      .get(id)!;
    fake.rows.set('SPY', rows);
    fake.seen.length = 0;
    const question = { symbol: 'SPY', ...all, to: fromIso('2024-06-27'), whole: true };
    const fetched = await client.prices(provider, question, null, new AbortController().signal);
    if (fetched.kind !== 'rows') throw new Error(fetched.kind);
    const { bars, refused } = checkSeries(fetched.text, 'SPY', { provider, market: ETFS, clock, unadjusted: true });
    expect({ id, rows: bars.day.length, refused }).toEqual({ id, rows: rows.length, refused: [] });
    expect(fake.seen.length).toBe(id === 'twelvedata' ? 5 : 2);
  }
});

test('text in an answer cannot add cells or lines, nor control a terminal', async () => {
  const results = [
    { t: Date.parse('2024-06-26T05:00:00Z'), o: 1, h: 1, l: 1, c: '10\n2024-06-27,99,99,99,99', v: 1 },
    { t: Date.parse('2024-06-27T05:00:00Z'), o: 1, h: 1, l: 1, c: { toString: 'x' }, v: '\u001b[2J' },
  ];
  fake.trouble = () => ({ status: 200, body: JSON.stringify({ status: 'OK', results }) });
  await expect(ask('massive', 'BRK-B')).resolves.toEqual([]);
  fake.trouble = () => ({ status: 200, body: 'Date,Close\r\n\u001b[31m,\u009b1m5\r\n' });
  const provider = fake.providers().get('stooq')!;
  const fetched = await client.prices(
    provider,
    { symbol: 'x', from: 1, to: 2, whole: true },
    null,
    new AbortController().signal,
  );
  expect(JSON.stringify(fetched)).not.toMatch(/\\u001b|\u009b/);
});
