import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openStorage } from '../../../../src/storage/open';
import { startTestApp, type TestApp } from '../../../helpers/app';
import { weekdayBars } from '../../../helpers/bars';
import { eventually } from '../../../helpers/eventually';
import { FakeProvider } from '../../../helpers/fakeProvider';
import { sessionRows } from '../../../helpers/feeds';
import { shownBars } from '../../../helpers/ingest';
import { startService } from '../../../helpers/process';
import { storedBars } from '../../../helpers/storage';
import { tempFolder } from '../../../helpers/tempFolder';

jest.setTimeout(600_000);

/** A running service fetches the prices of each session by itself. */

const folder = tempFolder();
let fake: FakeProvider;
let app: TestApp;
let apps: TestApp[];
let log: string[];
beforeEach(async () => {
  fake = await FakeProvider.start();
  apps = [];
  log = [];
});
afterEach(async () => {
  for (const each of apps.reverse()) await each.close();
  await fake.stop();
});

/** A file of providers with the fake one. */
function ownProvider(name: string): string {
  const file = join(folder, name);
  const own = {
    id: 'house',
    name: 'House',
    url: `${fake.url}/stooq/`,
    query: { s: '{symbol}', d1: '{from:compact}', d2: '{to:compact}' },
    credential: null,
    spelling: [{ pattern: '^(.+)$', as: '$1' }],
    historyFrom: '2000-01-01',
    answer: { format: 'csv' },
    faults: [{ pattern: '^no data', means: 'unknown_symbol' }],
    limits: { perMinute: 1000, perDay: 1000, concurrency: 2 },
    adjustment: 'full',
    terms: { url: 'https://example.com', note: 'ours' },
  };
  writeFileSync(file, JSON.stringify([own]));
  return file;
}

async function start(now: string, workers = '0', over?: TestApp): Promise<void> {
  const file = ownProvider(`own${workers}.json`);
  const logTo = new PassThrough();
  logTo.on('data', (line) => log.push(...String(line).trim().split('\n')));
  const bars = weekdayBars(
    '2020-01-01',
    '2024-06-26',
    (day) => 50 + (day % 7),
    (day) => !SESSIONS.has(day),
  );
  const env = { FEEDS: 'auto', FEEDS_FILE: file, FEEDS_PRIVATE: 'on', WORKERS: workers };
  app = await startTestApp({ now, env, logTo, over, symbols: over ? [] : [{ symbol: 'SPY', markets: ['11'], bars }] });
  apps.push(app);
}
const SESSIONS = new Set(sessionRows('2020-01-01', '2024-07-08').map(({ date }) => Date.parse(date) / 86_400_000));

const feed = ({ feeds } = app.storage, addedAt = app.clock.now()) =>
  feeds.add({ provider: 'house', marketId: '11', unadjusted: false, addedAt }, [{ ticker: 'SPY', spelling: null }]);
const tick = () => app.service.schedule.tick();
const lastBar = async () =>
  shownBars(await storedBars(app.storage.prices, 'SPY'))
    .at(-1)
    ?.split(' [')[0];
const runs = () => log.filter((line) => line.includes('"feed run"')).map((line) => JSON.parse(line));

test('fetches each session once, when its bars are final; catches up after downtime; skips holidays', async () => {
  await start('2024-06-27T21:59:00Z');
  await feed();
  fake.rows.set('SPY', sessionRows('2020-01-01', '2024-07-08'));
  await tick();
  expect(await lastBar()).toBe('2024-06-26 56');
  expect(runs()).toEqual([expect.objectContaining({ session: '2024-06-26', updated: 0, unchanged: 1 })]);
  app.clock.set('2024-06-27T22:00:00Z');
  await tick();
  expect(await lastBar()).toBe('2024-06-27 50');
  expect(runs().at(-1)).toMatchObject({ provider: 'House', market: '11', session: '2024-06-27', updated: 1, rows: 1 });
  for (const now of ['2024-06-27T23:00:00Z', '2024-06-28T04:00:00Z', '2024-06-28T21:00:00Z']) {
    app.clock.set(now);
    await tick();
  }
  expect(fake.seen).toHaveLength(2);
  // Down from Friday until the evening of Independence Day.
  app.clock.set('2024-07-05T03:00:00Z');
  await tick();
  expect(await lastBar()).toBe('2024-07-03 56');
  expect(fake.seen).toHaveLength(3);
});

test('of two services over one database, one fetches a session', async () => {
  await start('2024-06-27T23:00:00Z');
  const first = app;
  await feed();
  fake.rows.set('SPY', sessionRows('2020-01-01', '2024-06-27'));
  await start('2024-06-27T23:00:00Z', '0', first);
  await Promise.all([tick(), first.service.schedule.tick()]);
  expect(await lastBar()).toBe('2024-06-27 50');
  expect(fake.seen).toHaveLength(1);
});

test('a failed run is logged and retried after an hour', async () => {
  await start('2024-06-27T23:00:00Z');
  await feed();
  fake.trouble = () => ({ status: 200, body: '<html>' });
  await tick();
  expect(runs()).toEqual([expect.objectContaining({ level: 40, failed: 1, updated: 0 })]);
  fake.trouble = () => undefined;
  fake.rows.set('SPY', sessionRows('2020-01-01', '2024-06-27'));
  app.clock.set('2024-06-27T23:59:00Z');
  await tick();
  expect(fake.seen).toHaveLength(1);
  app.clock.set('2024-06-28T00:00:00Z');
  await tick();
  expect(await lastBar()).toBe('2024-06-27 50');
});

test('with worker threads a feed runs in its own process, which stops with the service', async () => {
  await start('2024-06-27T23:00:00Z', '1');
  await feed();
  fake.rows.set('SPY', sessionRows('2020-01-01', '2024-06-27'));
  // A process that cannot open the database is logged, and the feed is tried again the next minute.
  const { deps } = app.service.feeds as unknown as { deps: { databaseUrl: string } };
  const right = deps.databaseUrl;
  deps.databaseUrl = join(folder, 'no-database');
  writeFileSync(deps.databaseUrl, 'x'.repeat(5_000));
  await tick();
  expect(log.filter((line) => line.includes('"job failed;'))).toEqual([
    expect.stringContaining('file is not a database'),
  ]);
  deps.databaseUrl = right;
  app.clock.set('2024-06-27T23:01:00Z');
  await tick();
  expect(await lastBar()).toBe('2024-06-27 50');
  expect(runs()).toEqual([expect.objectContaining({ updated: 1, rows: 1 })]);
  app.clock.set('2024-06-28T23:00:00Z');
  fake.trouble = () => 'hang';
  const ticking = tick();
  await eventually(async () => fake.seen.length === 2);
  await app.service.queue.stop();
  await ticking;
  expect((await app.storage.feeds.all())[0].lastRun).toMatchObject({ ended: 'it was stopped', left: 1 });
  // The next process continues it at once.
  expect(await app.storage.queue.list({ queue: 'feed' })).toEqual([expect.objectContaining({ state: 'waiting' })]);
});

test('when a service is killed, the process of its feed ends too', async () => {
  const file = join(folder, 'killed.sqlite');
  const storage = await openStorage(file);
  await feed(storage, new Date('2024-06-26T23:00:00Z'));
  fake.trouble = () => 'hang';
  const own = { FEEDS: 'auto', FEEDS_FILE: ownProvider('killed.json'), FEEDS_PRIVATE: 'on' };
  // Due feeds are looked up at the start of the next minute.
  const env = { ...own, DATABASE_URL: file, WORKERS: '1', NOW: '2024-06-27T22:59:58Z', SIGNIFICANCE: 'off' };
  const service = startService(env);
  await service.logged('listening');
  await eventually(async () => fake.seen.length > 0);
  await service.kill();
  await eventually(async () => (await storage.feeds.all())[0].lastRun !== null);
  expect((await storage.feeds.all())[0].lastRun).toMatchObject({ ended: 'it was stopped', left: 1 });
  await storage.close();
});
