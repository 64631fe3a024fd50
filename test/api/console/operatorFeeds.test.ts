import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bars } from '../../../src/core/window/bars';
import { NotWaitingError } from '../../../src/jobs/feeds/deps';
import { acceptHeld } from '../../../src/jobs/feeds/feedAdmin';
import type { Feed } from '../../../src/storage/feeds';
import { startTestApp, type TestApp } from '../../helpers/app';
import { weekdayBars } from '../../helpers/bars';
import { eventually } from '../../helpers/eventually';
import { FakeProvider } from '../../helpers/fakeProvider';
import { sessionRows } from '../../helpers/feeds';
import { describeServed } from '../../helpers/servedFromBoth';
import { type SignedInBrowser, signIn } from '../../helpers/signedIn';
import { storedBars } from '../../helpers/storage';
import { tempFolder } from '../../helpers/tempFolder';

const NOW = '2024-06-27T23:00:00Z';
const folder = tempFolder();

/** What operators do with feeds and with prices that were held back. */

let fake: FakeProvider;
let app: TestApp;
let boss: SignedInBrowser;
let feed: Feed;
const bars = pricesThrough('2024-06-26');
beforeEach(async () => {
  fake = await FakeProvider.start();
  const symbols = ['SPY', 'BRK-B'].map((symbol) => ({ symbol, markets: ['11'], bars }));
  const file = join(folder, 'own.json');
  writeFileSync(file, JSON.stringify([provider(fake.url)]));
  const env = { FEEDS: 'auto', FEEDS_FILE: file, FEEDS_PRIVATE: 'on' };
  app = await startTestApp({ now: NOW, env, symbols });
  feed = await addFeed(app, ['SPY', 'BRK-B']);
  boss = await signIn(app, 'pro@example.com', 'admin');
});
afterEach(async () => {
  await app.close();
  await fake.stop();
});
const listed = async () => (await boss.get('/v1/operator/feeds')).body.feeds[0];
const events = async () =>
  (await boss.get('/v1/account/events?limit=200')).body.events
    .filter(({ event }: { event: string }) => /feed|held/.test(event))
    .map(({ event, by, subject }: Record<string, string>) => [event, by, subject].join(' '));
/** The schedule looks once a minute. */
const tick = async () => {
  app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
  await app.service.schedule.tick();
  await app.service.queue.settled();
};
const hold = (ticker: string, held: Bars, heldAt = new Date(NOW)) =>
  app.storage.heldPrices.hold(feed.id, { ticker, heldAt, reason: REASON, source: 'House', bars: held });

test('unknown feeds and held prices are 404', async () => {
  for (const path of ['feeds/4711/run', 'held-prices/1.1.SPY/decision']) {
    const answer = await boss.post(`/v1/operator/${path}`, path.startsWith('feeds') ? {} : { decision: 'take' });
    expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'not_found']);
  }
  expect((await boss.patch('/v1/operator/feeds/4711', { paused: true })).status).toBe(404);
  expect((await boss.get('/v1/operator/feeds/4711/symbols')).status).toBe(404);
  const wrong = await boss.post('/v1/operator/held-prices/1.1.SPY/decision', { decision: 'maybe' });
  expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringMatching(/decision.*take/)]);
});

test('symbols are listed by state, page by page', async () => {
  const [brk] = await app.storage.feeds.symbols(feed.id);
  await app.storage.feeds.updateSymbols(feed.id, [{ ...brk, failures: 2, fault: '<b>no</b>' }]);
  const of = async (query: string) => (await boss.get(`/v1/operator/feeds/${feed.id}/symbols${query}`)).body;
  expect(await of('?state=failing')).toMatchObject({
    symbols: [{ symbol: 'BRK-B', failures: 2, fault: '<b>no</b>' }],
    total: 1,
  });
  const first = await of('?limit=1');
  expect(first).toMatchObject({ symbols: [{ symbol: 'BRK-B' }], total: 2, next_after: 'BRK-B' });
  expect(await of('?limit=1&after=BRK.B')).toMatchObject({
    symbols: [{ symbol: 'SPY', through: null }],
    next_after: null,
  });
});

test('prices held back are shown by percentages, never by a price', async () => {
  const doubled = { ...bars, close: bars.close.map((close, i) => (i < 5 ? close * 2 : close)) };
  await hold('SPY', doubled);
  await hold('BRK-B', { ...bars, day: bars.day.map((day) => day - 20_000) });
  const { held, total, next_after } = (await boss.get('/v1/operator/held-prices?limit=1')).body;
  expect([total, next_after]).toEqual([2, `${feed.id}.${Date.parse(NOW)}.BRK-B`]);
  expect(held).toMatchObject([
    { symbol: 'BRK-B', shared_days: 0, difference: null, sample: [], lost_days: bars.day.length },
  ]);
  const answer = await boss.get(`/v1/operator/held-prices?after=${next_after}`);
  const n = bars.day.length;
  expect(answer.body).toMatchObject({
    total: 2,
    next_after: null,
    held: [{ reason: '5 of 9 shared days differ, first 2020-01-01' }],
  });
  expect(answer.body.held[0]).toMatchObject({
    symbol: 'SPY',
    shared_days: n,
    differing_days: 5,
    lost_days: 0,
    difference: { lowest_pct: 0, median_pct: 0, highest_pct: 100 },
    stored: { first_date: '2020-01-02', last_date: '2024-06-26', bars: n },
  });
  expect(answer.body.held[0].sample).toHaveLength(60);
  expect(answer.body.held[0].sample[0]).toEqual({ date: '2020-01-02', difference_pct: 100 });
  expect(answer.text).not.toMatch(/4321|1234/);
});

test('a page of held prices goes on past damaged ones', async () => {
  await addFeed(app, ['ACWI']);
  for (const ticker of ['ACWI', 'BRK-B', 'SPY']) await hold(ticker, bars);
  const page = async (query: string) => {
    const { held, next_after } = (await boss.get(`/v1/operator/held-prices?limit=1${query}`)).body;
    return [held.map(({ symbol }: { symbol: string }) => symbol), next_after];
  };
  const at = `${feed.id}.${Date.parse(NOW)}`;
  await app.sql('feed_held').where({ key: 'ACWI' }).update({ row_count: 1 });
  expect(await page('')).toEqual([['BRK-B'], `${at}.BRK-B`]);
  await app.sql('feed_held').where({ key: 'BRK-B' }).update({ row_count: 1 });
  expect(await page('')).toEqual([['SPY'], null]);
  expect(await page(`&after=${at}.ACWI`)).toEqual([['SPY'], null]);
});

/** Runs of feeds, and decisions on their prices, depend on the database: they are locked, and stored together. */
describeServed(() => {
  test('a feed is listed with its last and next run; pausing and resuming it leave account events', async () => {
    const before = await listed();
    expect(before).toMatchObject({
      feed_id: feed.id,
      provider: 'house',
      provider_name: 'House',
      market_id: '11',
      paused: false,
      running: false,
      symbols: { active: 2, vanished: 0, held: 0, paused: 0 },
      session: '2024-06-27',
      lacking: 2,
      last_run: null,
      next_run_at: '2024-06-27T23:00:00.000Z',
      requests_today: 0,
      requests_per_day: 1000,
    });
    const path = `/v1/operator/feeds/${feed.id}`;
    const paused = (await boss.patch(path, { paused: true })).body;
    expect(paused).toMatchObject({
      feed: { paused: true, next_run_at: null },
      message: 'house of market 11 is paused.',
    });
    await boss.patch(path, { paused: true });
    await tick();
    expect(fake.seen).toHaveLength(0);
    expect((await boss.post(`${path}/run`, {})).body).toMatchObject({ state: 'paused' });
    expect((await boss.patch(path, { paused: false })).body.feed.paused).toBe(false);
    expect(await events()).toEqual(['feed_resumed self house of market 11', 'feed_paused self house of market 11']);
    fake.rows.set('SPY', sessionRows('2020-01-01', '2024-06-27'));
    await tick();
    const { last_run, next_run_at, lacking, requests_today } = await listed();
    expect(last_run).toMatchObject({ session: '2024-06-27', asked: 2, updated: 1, vanished: 1, rows: 1, ended: null });
    // A vanished symbol is requested again on the next day.
    expect([lacking, requests_today, next_run_at]).toEqual([1, 2, '2024-06-28T19:02:00.000Z']);
  });

  test('a requested run happens once, at the next tick, and includes symbols that failed lately', async () => {
    await tick();
    const asked = fake.seen.length;
    await tick();
    expect(fake.seen).toHaveLength(asked);
    fake.rows.set('SPY', sessionRows('2020-01-01', '2024-06-27'));
    fake.rows.set('BRK-B', sessionRows('2020-01-01', '2024-06-27'));
    const path = `/v1/operator/feeds/${feed.id}/run`;
    expect((await boss.post(path, {})).body).toMatchObject({
      state: 'asked',
      feed: { next_run_at: app.clock.now().toISOString() },
    });
    expect((await boss.post(path, {})).body.state).toBe('asked');
    await tick();
    expect((await listed()).last_run).toMatchObject({ asked: 2, updated: 2 });
    expect((await boss.post(path, {})).body.state).toBe('up_to_date');
    const seen = fake.seen.length;
    await tick();
    expect(fake.seen).toHaveLength(seen);
  });

  test('a feed that another process runs is not run again', async () => {
    let release = () => {};
    const running = app.storage.queue.runInProcess(
      'feed',
      String(feed.id),
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await eventually(async () => (await app.storage.queue.list({ state: 'active' })).length > 0);
    const answer = (await boss.post(`/v1/operator/feeds/${feed.id}/run`, {})).body;
    expect(answer).toMatchObject({ state: 'running', feed: { running: true } });
    expect(await events()).toEqual([]);
    release();
    await running;
  });

  test('accepted prices are stored as shown, dropped ones are not, and both leave account events', async () => {
    const doubled = { ...bars, close: bars.close.map((close) => close * 2) };
    await hold('SPY', doubled);
    await hold('BRK-B', doubled);
    const ids: string[] = (await boss.get('/v1/operator/held-prices')).body.held.map(
      ({ held_id }: { held_id: string }) => held_id,
    );
    const decide = (id: string, decision: string) =>
      boss.post(`/v1/operator/held-prices/${encodeURIComponent(id)}/decision`, { decision });
    expect((await decide(ids[0], 'drop')).body).toMatchObject({ symbol: 'BRK-B', decision: 'drop' });
    // Other prices came than those that were shown.
    await hold('SPY', bars, new Date(Date.parse(NOW) + 1));
    expect((await decide(ids[1], 'take')).status).toBe(404);
    await hold('SPY', doubled);
    expect((await decide(ids[1], 'take')).body).toMatchObject({ symbol: 'SPY', decision: 'take' });
    expect((await decide(ids[1], 'take')).status).toBe(404);
    expect((await storedBars(app.storage.prices, 'SPY')).close[0]).toBe(doubled.close[0]);
    expect((await storedBars(app.storage.prices, 'BRK-B')).close[0]).toBe(bars.close[0]);
    expect((await listed()).symbols).toMatchObject({ active: 1, paused: 1 });
    expect(await events()).toEqual(['held_prices_taken self SPY', 'held_prices_dropped self BRK-B']);
    await boss.patch(`/v1/operator/feeds/${feed.id}`, { paused: false });
    expect((await listed()).symbols).toMatchObject({ active: 2, paused: 0 });
  });

  test('of concurrent decisions on the same prices, only one is applied and leaves an account event', async () => {
    const doubled = { ...bars, close: bars.close.map((close) => close * 2) };
    await hold('SPY', doubled);
    const [{ held_id }] = (await boss.get('/v1/operator/held-prices')).body.held;
    const decisions = ['take', 'drop', 'take', 'drop'];
    const answers = await Promise.all(
      decisions.map((decision) =>
        boss.post(`/v1/operator/held-prices/${encodeURIComponent(held_id)}/decision`, { decision }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    const isTaken = answers.find(({ status }) => status === 200)!.body.decision === 'take';
    expect((await storedBars(app.storage.prices, 'SPY')).close[0]).toBe((isTaken ? doubled : bars).close[0]);
    expect((await listed()).symbols).toMatchObject(isTaken ? { active: 2 } : { active: 1, paused: 1 });
    expect(await events()).toEqual([`held_prices_${isTaken ? 'taken' : 'dropped'} self SPY`]);
  });

  test('prices dropped while they are being accepted are not stored, and leave no run in the history', async () => {
    await hold('SPY', { ...bars, close: bars.close.map((close) => close * 2) });
    const held = (await app.storage.heldPrices.find({ feedId: feed.id, ticker: 'SPY' }))!;
    const before = await app.storage.prices.revision();
    await app.storage.heldPrices.discard(feed.id, 'SPY');
    await expect(acceptHeld({ ...app.storage, clock: app.clock }, { feed, held })).rejects.toThrow(NotWaitingError);
    expect(await app.storage.prices.revision()).toBe(before);
    expect((await storedBars(app.storage.prices, 'SPY')).close[0]).toBe(bars.close[0]);
  });
});

const REASON = '5 of 9 shared days differ, first 2020-01-01: stored 43.21, provider 12.34';

function pricesThrough(to: string): Bars {
  const sessions = new Set(sessionRows('2020-01-01', '2024-07-08').map(({ date }) => Date.parse(date) / 86_400_000));
  return weekdayBars(
    '2020-01-01',
    to,
    (day) => 50 + (day % 7),
    (day) => !sessions.has(day),
  );
}

function addFeed({ storage, clock }: TestApp, tickers: readonly string[]): Promise<Feed> {
  const symbols = tickers.map((ticker) => ({ ticker, spelling: null }));
  return storage.feeds.add({ provider: 'house', marketId: '11', unadjusted: false, addedAt: clock.now() }, symbols);
}

function provider(url: string): object {
  return {
    id: 'house',
    name: 'House',
    url: `${url}/stooq/`,
    historyFrom: '2000-01-01',
    adjustment: 'full',
    query: { s: '{symbol}', d1: '{from:compact}', d2: '{to:compact}' },
    credential: null,
    spelling: [{ pattern: '^(.+)$', as: '$1' }],
    answer: { format: 'csv' },
    faults: [{ pattern: '^no data', means: 'unknown_symbol' }],
    limits: { perMinute: 1000, perDay: 1000, concurrency: 2 },
    terms: { url: 'https://example.com', note: 'ours' },
  };
}
