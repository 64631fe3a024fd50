import request from 'supertest';
import type { FeedRun } from '../../src/storage/feeds';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';

/** What the markets and the metrics say of the feeds that keep their prices up to date. */

const NOW = '2024-06-28T15:00:00Z';
const RUN: FeedRun = {
  startedAt: '2024-06-27T22:00:00.000Z',
  finishedAt: '2024-06-27T22:04:00.000Z',
  session: '2024-06-27',
  due: 3,
  updated: 1,
  restated: 1,
  unchanged: 0,
  failed: 1,
  vanished: 1,
  held: 0,
  left: 0,
  rows: 1,
  refused: 4,
  flagged: 2,
  ended: null,
};

let app: TestApp;
beforeAll(async () => {
  const bars = weekdayBars('2014-01-01', '2024-06-27', (day) => 50 + (day % 7));
  app = await startTestApp({ now: NOW, symbols: [{ symbol: 'SPY', markets: ['11'], bars }] });
});
afterAll(() => app.close());

const market = async (id: number) => (await app.get('/v1/markets').expect(200)).body.markets[id];

test('a market shows its feed: none, one that has not run, and one after its runs', async () => {
  expect(await market(11)).toMatchObject({ as_of: '2024-06-27', sessions_behind: 0 });
  expect(await market(11)).not.toHaveProperty('feed');
  const { feeds } = app.storage;
  const at = { marketId: '11', unadjusted: false, addedAt: new Date(NOW) };
  const symbols = (...tickers: string[]) => tickers.map((ticker) => ({ ticker, spelling: null }));
  const first = await feeds.add({ ...at, provider: 'stooq' }, symbols('SPY', 'QQQ', 'GONE'));
  const never = { paused: false, symbols: 3, failing: 0, held: 0, vanished: 0, session: null, last_run_at: null };
  expect((await market(11)).feed).toEqual(never);

  const [gone, qqq] = await feeds.symbols(first.id);
  await feeds.updateSymbols(first.id, [
    { ...gone, state: 'vanished' },
    { ...qqq, failures: 2, fault: 'secret of the operator' },
  ]);
  await feeds.finish(first.id, { lastRun: RUN, nextAt: null });
  const second = await feeds.add({ ...at, provider: 'tiingo' }, symbols('IWM'));
  await feeds.setPaused(second.id, true);
  const told = await market(11);
  expect(told.feed).toEqual({
    paused: false,
    symbols: 4,
    failing: 1,
    held: 0,
    vanished: 1,
    session: '2024-06-27',
    last_run_at: '2024-06-27T22:04:00.000Z',
  });
  expect(JSON.stringify(told)).not.toMatch(/stooq|tiingo|secret/i);
  expect(await market(0)).not.toHaveProperty('feed');
  await feeds.setPaused(first.id, true);
  expect((await market(11)).feed.paused).toBe(true);
});

test('the metrics show the same by feed', async () => {
  const { text } = await request(app.app).get('/metrics').expect(200);
  for (const line of [
    'market_sessions_behind{market="11"} 0',
    'feed_symbols{provider="stooq",market="11",state="vanished"} 1',
    'feed_symbols{provider="stooq",market="11",state="failing"} 1',
    'feed_symbols{provider="tiingo",market="11",state="active"} 1',
    'feed_last_run_symbols{provider="stooq",market="11",outcome="failed"} 1',
    'feed_last_run_symbols{provider="stooq",market="11",outcome="restated"} 1',
    'feed_last_run_rows{provider="stooq",market="11",result="new"} 1',
    'feed_last_run_rows{provider="stooq",market="11",result="refused"} 4',
    'feed_last_run_rows{provider="stooq",market="11",result="flagged"} 2',
    'feed_paused{provider="stooq",market="11"} 1',
    'feed_last_run_timestamp_seconds{provider="stooq",market="11"} 1719525840',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});
