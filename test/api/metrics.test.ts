import { serveFrom, startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { RequestLog } from '../helpers/clients';
import { eventually } from '../helpers/eventually';
import { describeWithPostgres } from '../helpers/postgres';
import { describeServed } from '../helpers/servedFromBoth';
import { storeBars } from '../helpers/storage';

/** What GET /metrics says of the service, its database and its jobs, over both databases. */

const NOW = '2024-06-28T15:00:00Z';
const BARS = weekdayBars('2014-01-01', '2024-06-27', (day) => 50 + (day % 7));
const OPERATION = /^contract_violations_total\{operation="scanMarkets"\} 0$/m;

describeServed(() => {
  const log = new RequestLog();
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp({ now: NOW, symbols: [{ symbol: 'SPY', markets: ['11'], bars: BARS }], logTo: log });
  });
  afterEach(() => app.close());

  const text = async () => (await app.get('/metrics').expect(200)).text;
  const value = async (series: string) => {
    const line = (await text()).split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
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
