import type { RequestListener } from 'node:http';
import { FeedClient } from '../../../src/feeds/client';
import { FeedFault, type Provider } from '../../../src/feeds/provider';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { type FixedClock, fixedClock } from '../../helpers/clock';
import { eventually } from '../../helpers/eventually';
import { FakeProvider } from '../../helpers/fakeProvider';
import { untilDone } from '../../helpers/feeds';
import { type Listening, listen } from '../../helpers/listen';
import { keepablePort } from '../../helpers/ports';

/** Providers are not trusted: each kind of failure and abuse. */

const SECRET = 'tiingo-secret-0123456789';
const QUESTION = { symbol: 'spy', from: 19_800, to: 19_900, whole: true };
const BODY = 'date,close,adjClose\n2024-06-26,50,50\n';

let fake: FakeProvider;
let storage: Storage;
let clock: FixedClock;
let client: FeedClient;
beforeEach(async () => {
  fake = await FakeProvider.start();
  storage = await openStorage(':memory:');
  clock = fixedClock('2024-06-27T23:00:30Z');
  client = clientWith({ allowPrivate: true });
});
afterEach(async () => {
  client.close();
  await storage.close();
  await fake.stop();
});

function clientWith({ allowPrivate }: { allowPrivate: boolean }): FeedClient {
  return new FeedClient({
    clock,
    counter: storage.counters.providers,
    allowPrivate,
    credentialOf: () => SECRET,
    random: () => 1,
  });
}

const tiingo = (change: Partial<Provider> = {}): Provider => ({ ...fake.providers().get('tiingo')!, ...change });
const ask = (provider = tiingo(), signal = new AbortController().signal) =>
  client.prices(provider, QUESTION, null, signal).then(
    (fetched) => fetched,
    (error: unknown) => error as FeedFault,
  );
const patiently = (provider?: Provider) => untilDone(clock, ask(provider));
const kindOf = (result: unknown) => (result instanceof FeedFault ? result.kind : result);

test('429, server errors and broken connections are retried until an answer comes', async () => {
  const troubles = [{ status: 429 }, { status: 503 }, 'truncate' as const, { status: 502, body: '<html>' }];
  fake.rows.set('spy', [{ date: '2024-06-26', close: 50 }]);
  fake.trouble = (_, number) => troubles[number - 1];
  expect(await patiently()).toMatchObject({ kind: 'rows' });
  expect(fake.seen).toHaveLength(5);
});

test('a retry comes no earlier than Retry-After', async () => {
  fake.rows.set('spy', [{ date: '2024-06-26', close: 50 }]);
  fake.trouble = (_request, number) => (number === 1 ? { status: 429, headers: { 'retry-after': '20' } } : undefined);
  const before = clock.elapsed();
  expect(await patiently()).toMatchObject({ kind: 'rows' });
  expect(clock.elapsed() - before).toBeGreaterThanOrEqual(20_000);
});

test('a wait beyond the time budget of a request fails at once, with the length of the wait', async () => {
  fake.trouble = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  const fault = (await ask()) as FeedFault;
  expect(fault).toMatchObject({ kind: 'throttled', retryAfterMs: 3_600_000, endsRun: true });
  expect(fake.seen).toHaveLength(1);
});

test('a request without an answer times out and is retried', async () => {
  fake.rows.set('spy', [{ date: '2024-06-26', close: 50 }]);
  fake.trouble = (_, number) => (number < 3 ? 'hang' : undefined);
  const before = clock.elapsed();
  expect(await patiently()).toMatchObject({ kind: 'rows' });
  expect(clock.elapsed() - before).toBeGreaterThanOrEqual(60_000);
});

test('an aborted request ends at once, even during a pause', async () => {
  fake.trouble = () => ({ status: 503 });
  const stop = new AbortController();
  const asking = ask(tiingo(), stop.signal);
  await eventually(async () => fake.seen.length > 0);
  stop.abort(new Error('stopped'));
  expect(await asking).toEqual(new Error('stopped'));
});

test.each([
  [404, 'unknown_symbol'],
  [401, 'denied'],
  [403, 'denied'],
  [418, 'failed'],
])('an answer with status %d is %s, and the request is not retried', async (status, kind) => {
  fake.trouble = () => ({ status });
  expect(kindOf(await ask())).toBe(kind);
  expect(fake.seen).toHaveLength(1);
});

test('a body above the limit of the provider is refused, and one that cannot be decompressed is damaged', async () => {
  fake.trouble = () => ({ status: 200, body: `${BODY}${'2024-06-26,50,50\n'.repeat(70)}` });
  expect(kindOf(await ask(tiingo({ maxBytes: 1024 })))).toBe('too_large');
  fake.trouble = () => ({ status: 200, headers: { 'content-encoding': 'gzip' }, body: 'not gzip at all' });
  expect(kindOf(await ask())).toBe('damaged');
});

describe('redirects and further pages', () => {
  let other: Listening;
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    response.end(BODY);
  };
  beforeEach(async () => {
    asked.length = 0;
    other = await listen(listener);
  });
  afterEach(() => other.close());

  test('a redirect on the same host is followed, three at most', async () => {
    fake.rows.set('spy', [{ date: '2024-06-26', close: 50 }]);
    const to = { location: '/tiingo/tiingo/daily/spy/prices?startDate=2024-01-01' };
    fake.trouble = ({ query }, number) =>
      number < 3 && query.token === undefined ? { status: 302, headers: to } : undefined;
    expect(await ask()).toMatchObject({ kind: 'rows' });
    fake.trouble = () => ({ status: 302, headers: to });
    expect(kindOf(await ask())).toBe('redirected');
  });

  test('a redirect to another port is not followed: no credential goes there', async () => {
    fake.trouble = () => ({ status: 307, headers: { location: `${other.url}/` } });
    expect(kindOf(await ask())).toBe('redirected');
    expect(asked).toEqual([]);
  });

  test('a next page on another host is not fetched', async () => {
    const body = JSON.stringify({
      status: 'OK',
      results: [{ t: 1, c: 1 }],
      next_url: `${other.url}/v2?cursor=1`,
    });
    fake.trouble = () => ({ status: 200, body });
    expect(kindOf(await ask(fake.providers().get('massive')!))).toBe('redirected');
    expect(asked).toEqual([]);
  });

  test('endless pages are cut off', async () => {
    fake.trouble = ({ path }) => ({
      status: 200,
      body: JSON.stringify({ status: 'OK', results: [{ t: 1, c: 1 }], next_url: `${fake.url}${path}?again` }),
    });
    expect(kindOf(await ask(fake.providers().get('massive')!))).toBe('too_large');
    expect(fake.seen.length).toBe(60);
    fake.seen.length = 0;
    const values = [{ datetime: '2024-06-26', close: '1' }];
    fake.trouble = () => ({ status: 200, body: JSON.stringify({ values }) });
    await ask({ ...fake.providers().get('twelvedata')!, paging: { by: 'backwards', rows: 1 } });
    expect(fake.seen.length).toBeLessThan(5);
  });
});

test('private addresses and plain http are refused unless the settings allow them', async () => {
  client.close();
  client = clientWith({ allowPrivate: false });
  const { port } = new URL(fake.url);
  for (const url of [`https://localhost:${port}/{symbol}`, 'http://example.com/{symbol}'])
    expect([url, kindOf(await ask(tiingo({ url })))]).toEqual([url, 'address']);
  expect(fake.seen).toEqual([]);
});

test('no message contains the credential, even if the provider repeats it', async () => {
  const repeats = [
    { status: 401, body: JSON.stringify({ detail: `Invalid token ${SECRET}` }) },
    { status: 200, body: `error: bad key ${encodeURIComponent(SECRET)}` },
    { status: 500, body: SECRET },
    { status: 200, body: `date,close,adjClose\n${SECRET},1,1\n` },
  ];
  for (const trouble of repeats) {
    fake.trouble = () => trouble;
    const result = await patiently();
    expect(`${JSON.stringify(result)} ${String((result as Error).message)}`).not.toContain('secret');
  }
  fake.trouble = () => ({ status: 302, headers: { location: `http://elsewhere.example/?key=${SECRET}` } });
  expect(((await ask()) as FeedFault).message).not.toContain('secret');
  const port = await keepablePort();
  const [url, query] = [`http://127.0.0.1:${port}/`, { token: '{credential}' }];
  expect(await patiently(tiingo({ url, query }))).toMatchObject({
    kind: 'unreachable',
    message: 'the provider cannot be reached: ECONNREFUSED',
  });
});
