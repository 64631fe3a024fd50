import request from 'supertest';
import { AccountConcurrency } from '../../src/access/accountConcurrency';
import { Engine } from '../../src/engine/engine';
import type { FeedRun } from '../../src/storage/feeds';
import { serveFrom, startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { gateBefore, listening, RequestLog } from '../helpers/clients';
import { eventually } from '../helpers/eventually';
import { metricsOf } from '../helpers/metrics';
import { describeWithPostgres } from '../helpers/postgres';
import { describeServed } from '../helpers/servedFromBoth';
import { storeBars } from '../helpers/storage';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** What GET /metrics says of the service, its database and its jobs (operating guide, "What to watch"). */
describe('metrics', () => {
  const NOW = '2024-06-28T15:00:00Z';
  const BARS = weekdayBars('2014-01-01', '2024-06-27', (day) => 50 + (day % 7));
  const OPERATION = /^contract_violations_total\{operation="scanMarkets"\} 0$/m;

  describeServed(() => {
    const log = new RequestLog();
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp({ now: NOW, symbols: [{ symbol: 'SPY', markets: ['11'], bars: BARS }], logTo: log });
    });
    afterAll(() => app.close());

    const { text, value } = metricsOf(() => app);
    const parts = async () =>
      Object.fromEntries(
        [...(await text()).matchAll(/^database_metrics_read\{part="(\w+)"\} (\d)$/gm)].map(([, part, read]) => [
          part,
          read,
        ]),
      );

    test('versions are shown, and counters begin at 0, so that their first increase is visible', async () => {
      const { version } = (await app.get('/healthz')).body;
      const contract = (await app.get('/openapi.json')).body.info.version;
      const build = `perennial_build_info{version="${version}",contract_version="${contract}",node="${process.version}"}`;
      expect(await value(build)).toBe(1);
      expect(await value('http_errors_total{code="internal"}')).toBe(0);
      expect(await value('database_unavailable_total{reason="disk_full"}')).toBe(0);
      expect(await text()).toMatch(OPERATION);
    });

    test('a metric without anything to measure has no value', async () => {
      const shown = await text();
      for (const name of ['model_in_service', 'feed_symbols', 'feed_last_run_rows', 'prices_service_delay_seconds']) {
        expect(shown).toContain(`# HELP ${name} `);
        expect(shown).not.toMatch(new RegExp(`^${name}[ {]`, 'm'));
      }
    });

    test('the data version is shown, and the time until new prices were served', async () => {
      const shown = async () => /^data_version_served\{data_version="(\w+)"\} 1$/m.exec(await text())?.[1];
      const before = await shown();
      expect((await app.get('/v1/markets').expect(200)).headers['x-data-version']).toBe(before);
      expect(before).toMatch(/^[0-9a-f]{64}$/);
      expect(await value('prices_service_delay_seconds')).toBeUndefined();
      const importedAt = new Date('2024-06-28T15:01:00Z');
      app.clock.set('2024-06-28T15:01:07Z');
      await storeBars(app.storage.prices, { symbol: 'QQQ', markets: ['11'] }, BARS, { importedAt });
      await app.get('/v1/markets').expect(200);
      await eventually(async () => (await value('prices_service_delay_seconds')) === 7);
      expect(await shown()).not.toBe(before);
    });

    test('the waits of statements and the connections of PostgreSQL are shown', async () => {
      const isPostgres = app.file.startsWith('postgres');
      const wait = isPostgres ? 'pool="work",for="answer"' : 'pool="writes",for="lock"';
      const before = (await value(`database_waits_total{${wait}}`))!;
      await app.post('/v1/saved-scans', { name: 'one', query: {} }).expect(201);
      expect(await value(`database_waits_total{${wait}}`)).toBeGreaterThan(before);
      expect(await value(`database_wait_seconds_total{${wait}}`)).toBeGreaterThan(0);
      expect(await value(`database_waiting{${wait}}`)).toBeGreaterThanOrEqual(0);
      expect(await value('database_connections{pool="requests",state="most"}')).toBe(isPostgres ? 10 : undefined);
      expect(await value('database_fault{reason="database_damaged"}')).toBe(0);
    });

    test('the age of a running job and the completion of scheduled ones are shown', async () => {
      const { queue } = app.service;
      const completed = () => value('queue_scheduled_job_completed_timestamp_seconds{queue="prune"}');
      const age = () => value('queue_oldest_active_job_age_seconds{queue="prune"}');
      let end: (() => void) | null = null;
      queue.work('prune', () => new Promise((resolve) => (end = resolve)));
      expect([await completed(), await age()]).toEqual([undefined, 0]);
      const sentAt = Date.now() / 1000;
      await queue.send('prune', {}, { key: 'prune', occurrence: 'prune now' });
      const settled = queue.settled();
      await eventually(async () => (await value('queue_jobs{queue="prune",state="active"}')) === 1);
      await eventually(async () => (await age())! > 0);
      // In PostgreSQL a job is active a moment before its handler runs.
      await eventually(async () => end !== null);
      end!();
      await settled;
      expect(await age()).toBe(0);
      // The clock of the database may differ by a little.
      expect(Math.abs((await completed())! - sentAt)).toBeLessThan(60);
    });

    test('metrics that the database cannot answer are absent, the others are shown, and the missing part is named', async () => {
      expect(await parts()).toEqual({ daily_pick: '1', feeds: '1', jobs: '1', webhooks: '1', model: '1' });
      await app.sql.schema.renameTable('feed', 'feed_gone');
      log.lines.length = 0;
      const [read, shown] = [await parts(), await text()];
      await app.sql.schema.renameTable('feed_gone', 'feed');
      expect(read).toEqual({ daily_pick: '1', feeds: '0', jobs: '1', webhooks: '1', model: '1' });
      expect(shown).not.toMatch(/^# HELP feed_symbols /m);
      expect(shown).toMatch(/^queue_jobs\{queue="feed",state="waiting"\} 0$/m);
      expect(log.lines).toContainEqual(expect.objectContaining({ msg: 'metrics could not be read', part: 'feeds' }));
      expect(await parts()).toMatchObject({ feeds: '1' });
    });
  });

  describeWithPostgres('a table that cannot be read for now', ({ emptied }) => {
    serveFrom(emptied);

    test('does not keep a scrape waiting', async () => {
      const app = await startTestApp({ now: NOW, symbols: [] });
      const parts = async () => (await app.get('/metrics').expect(200)).text.match(/^database_metrics_read.*$/gm);
      const transaction = await app.sql.transaction();
      await transaction.raw('LOCK TABLE webhook_delivery IN ACCESS EXCLUSIVE MODE');
      const read = await parts().finally(() => transaction.rollback());
      expect(read).toContain('database_metrics_read{part="webhooks"} 0');
      expect(read).toContain('database_metrics_read{part="jobs"} 1');
      await eventually(async () => (await parts())!.includes('database_metrics_read{part="webhooks"} 1'));
      await app.close();
    });
  });

  describe('the metrics of a service at work', () => {
    const log = new RequestLog();
    let app: TestApp;
    beforeAll(async () => {
      const symbols = plantedUniverse().filter((_, i) => i % 6 === 0);
      app = await startTestApp({ now: UNIVERSE_NOW, symbols, logTo: log, metered: true });
    });
    afterAll(() => app.close());
    afterEach(() => jest.restoreAllMocks());
    const { text, value } = metricsOf(() => app);

    test('they show the age of each market and the time of the last price change', async () => {
      // The last bars are of the day before.
      expect(await value('market_data_age_seconds{market="0"}')).toBe(86_400);
      expect(await value('market_data_age_seconds{market="11"}')).toBe(86_400);
      expect(await value('market_data_age_seconds{market="9"}')).toBeUndefined();
      expect(await value('prices_ready')).toBe(1);
      expect(await value('prices_stored_timestamp_seconds')).toBe(Date.parse(UNIVERSE_NOW) / 1000);
    });

    test('they count misses and hits of the scan cache', async () => {
      const hits = (await value('scan_cache_requests_total{result="hit"}')) ?? Number.NaN;
      const misses = (await value('scan_cache_requests_total{result="miss"}')) ?? Number.NaN;
      for (let i = 0; i < 2; i++) await app.get('/v1/scan?limit=1&max_days=33').expect(200);
      expect(await value('scan_cache_requests_total{result="hit"}')).toBe(hits + 1);
      expect(await value('scan_cache_requests_total{result="miss"}')).toBe(misses + 1);
      expect(await value('scan_cache_entries')).toBeGreaterThan(0);
    });

    test('they show queued requests and those whose client disconnected', async () => {
      const door = await listening(app);
      const gate = gateBefore(Engine.prototype, 'detect');
      const inLine = gateBefore(AccountConcurrency.prototype, 'run');
      inLine.open();
      const asked = [34, 35, 36].map((days) => door.ask(`/v1/scan?markets=0&max_days=${days}`, app.keys.pro));
      await gate.until(2);
      await inLine.until(3);
      expect(await value('account_lines')).toBe(1);
      expect(await value('account_requests{state="running"}')).toBe(2);
      expect(await value('account_requests{state="waiting"}')).toBe(1);
      expect(await value('thread_tasks{pool="requests",state="waiting"}')).toBe(0);
      for (const { hangUp } of asked) hangUp();
      await log.until(3, 499);
      gate.open();
      expect(await value('http_request_duration_seconds_count{operation="scanMarkets",status="499"}')).toBe(3);
      expect(await value('account_requests{state="waiting"}')).toBe(0);
      const lines = log.lines.filter(({ status }) => status === 499);
      // Pino's "info": a client that disconnects is no fault.
      expect(lines.map(({ level, url }) => [level, url?.slice(0, 8)])).toEqual(Array(3).fill([30, '/v1/scan']));
      await door.close();
    });

    test('they show the jobs of each queue, the age of the oldest, and the results of those that ran here', async () => {
      const { queue } = app.service;
      expect(await value('queue_jobs{queue="export",state="waiting"}')).toBe(0);
      expect(await value('queue_oldest_job_age_seconds{queue="export"}')).toBe(0);
      await queue.send('export', { id: 'nobody has it' }, { key: 'later', delayMs: 3_600_000 });
      expect(await value('queue_oldest_job_age_seconds{queue="export"}')).toBe(0);
      await queue.send('export', { id: 'nobody has it' }, { key: 'now' });
      await eventually(async () => (await value('queue_oldest_job_age_seconds{queue="export"}'))! > 0);
      expect(await value('queue_jobs{queue="export",state="waiting"}')).toBe(2);
      expect(await value('queue_jobs{queue="export",state="failed"}')).toBe(0);
      expect(await value('queue_jobs{queue="feed",state="waiting"}')).toBe(0);
      let fails = true;
      queue.work('prune', async () => {
        if (fails) throw new Error('not now');
      });
      for (const key of ['fails', 'is done']) {
        await queue.send('prune', {}, { key });
        await queue.settled();
        fails = false;
      }
      expect(await value('queue_job_failures_total{queue="prune"}')).toBe(1);
      expect(await value('queue_jobs_completed_total{queue="prune"}')).toBe(1);
      expect(await value('queue_job_takeovers_total{queue="prune"}')).toBe(0);
      expect(await value('queue_jobs{queue="prune",state="waiting"}')).toBe(1);
    });

    test('they count refusals by code, including 429', async () => {
      for (let i = 0; i < 11; i++) await app.get('/v1/me', 'free');
      expect(await value('http_errors_total{code="rate_limited"}')).toBe(1);
      await app.get('/v1/me', 'prn_nobody_knows').expect(401);
      expect(await value('http_errors_total{code="unauthorized"}')).toBe(1);
    });

    test('they show the model in service and the last session of the daily pick', async () => {
      expect(await text()).not.toMatch(/^model_in_service\{/m);
      const { version, trainedThrough } = await storeModel(app);
      expect(await value(`model_in_service{version="${version}",trained_through="${trainedThrough}"}`)).toBe(1);
      expect(await text()).not.toMatch(/^daily_pick_session_timestamp_seconds\{/m);
      expect(await value('daily_pick_record_readable')).toBe(1);
    });
  });
});

/** What the markets and the metrics say of the feeds that keep their prices up to date. */
describe('feeds', () => {
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
});
