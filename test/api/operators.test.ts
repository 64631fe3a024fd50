import { AccountConcurrency } from '../../src/access/accountConcurrency';
import { Engine } from '../../src/engine/engine';
import { startTestApp, type TestApp } from '../helpers/app';
import { gateBefore, listening, RequestLog } from '../helpers/clients';
import { eventually } from '../helpers/eventually';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** What operators see of the service: GET /metrics and the log (operating guide, "What to watch"). */

const log = new RequestLog();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), logTo: log, metered: true });
});
afterAll(() => app.close());
afterEach(() => jest.restoreAllMocks());

async function metrics(): Promise<string> {
  return (await app.get('/metrics').expect(200)).text;
}

async function value(series: string): Promise<number | undefined> {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('the metrics show the age of each market and the time of the last price change', async () => {
  // The last bars are of the day before.
  expect(await value('market_data_age_seconds{market="0"}')).toBe(86_400);
  expect(await value('market_data_age_seconds{market="11"}')).toBe(86_400);
  expect(await value('market_data_age_seconds{market="9"}')).toBeUndefined();
  expect(await value('prices_ready')).toBe(1);
  expect(await value('prices_stored_timestamp_seconds')).toBe(Date.parse(UNIVERSE_NOW) / 1000);
});

test('the metrics count misses and hits of the scan cache', async () => {
  const hits = (await value('scan_cache_requests_total{result="hit"}')) ?? Number.NaN;
  const misses = (await value('scan_cache_requests_total{result="miss"}')) ?? Number.NaN;
  for (let i = 0; i < 2; i++) await app.get('/v1/scan?limit=1&max_days=33').expect(200);
  expect(await value('scan_cache_requests_total{result="hit"}')).toBe(hits + 1);
  expect(await value('scan_cache_requests_total{result="miss"}')).toBe(misses + 1);
  expect(await value('scan_cache_entries')).toBeGreaterThan(0);
});

test('the metrics show queued requests and those whose client disconnected', async () => {
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

test('the metrics show the jobs of each queue, the age of the oldest, and the results of those that ran here', async () => {
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

test('the metrics count refusals by code, including 429', async () => {
  for (let i = 0; i < 11; i++) await app.get('/v1/me', 'free');
  expect(await value('http_errors_total{code="rate_limited"}')).toBe(1);
  await app.get('/v1/me', 'prn_nobody_knows').expect(401);
  expect(await value('http_errors_total{code="unauthorized"}')).toBe(1);
});

test('the metrics show the model in service and the last session of the daily pick', async () => {
  expect(await metrics()).not.toMatch(/^model_in_service\{/m);
  const { version, trainedThrough } = await storeModel(app);
  expect(await value(`model_in_service{version="${version}",trained_through="${trainedThrough}"}`)).toBe(1);
  expect(await metrics()).not.toMatch(/^daily_pick_session_timestamp_seconds\{/m);
  expect(await value('daily_pick_record_readable')).toBe(1);
});

test('an expected 503 is logged with its reason and without a stack', async () => {
  const cold = await startTestApp({ symbols: [], logTo: log, warm: false });
  log.lines.length = 0;
  await cold.get('/v1/scan').expect(503);
  const line = log.lines.find(({ msg }) => msg === 'request failed');
  expect(line).toMatchObject({ code: 'scan_busy', level: 30 });
  expect(JSON.stringify(line)).not.toMatch(/stack|\.ts:/);
  expect(await cold.get('/metrics').expect(200)).toMatchObject({ text: expect.stringMatching(/^prices_ready 0$/m) });
  await cold.close();
});
