import { TaskPool } from '../../src/engine/pool';
import { startTestApp, type TestApp } from '../helpers/app';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** One time budget for all the work of a request (SPEC 7 rule 1): work beyond it is missing from the answer, or it is 503. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), env: { SCAN_BUDGET_MS: '60000' } });
});
afterAll(() => app.close());

/** Ends the time of every request when the `nth` task that is not a search begins. */
function timeIsUpAtTask(nth: number) {
  const original = TaskPool.prototype.run;
  let tasks = 0;
  const run: typeof original = function (this: TaskPool, name, input, work) {
    if (name !== 'search') tasks += 1;
    if (tasks === nth && name !== 'search') app.clock.pass(60_000);
    return original.call(this, name, input, work) as never;
  };
  const spy = jest.spyOn(TaskPool.prototype, 'run').mockImplementation(run);
  return { tasks: () => tasks, restore: () => spy.mockRestore() };
}

afterEach(() => jest.restoreAllMocks());

test('a scan that runs out of time while its pool is verified says how much is missing, and is not cached', async () => {
  const path = '/v1/scan?limit=100&max_days=40';
  const { restore } = timeIsUpAtTask(1);
  const { body } = await app.get(path).expect(200);
  restore();
  expect(body).toMatchObject({ count: 0, market_failures: [], evaluated_count: 0 });
  expect(body.evidence_failures).toBeGreaterThan(50);
  expect(body.summary).toContain(`Incomplete: ${body.evidence_failures} candidates could not be verified.`);
  const again = await app.get(path).expect(200);
  expect(again.body).toMatchObject({ evidence_failures: 0, count: body.evidence_failures });
});

test('a scan that runs out of time past its pool shows the pool; the next request has all rows', async () => {
  const path = '/v1/scan?limit=100&max_days=41';
  // The pool of fifty is thirteen tasks.
  const { restore } = timeIsUpAtTask(14);
  const { body } = await app.get(path).expect(200);
  restore();
  expect(body).toMatchObject({ count: 50, evaluated_count: 50, market_failures: [] });
  expect(body.evidence_failures).toBeGreaterThan(0);
  const again = await app.get(path).expect(200);
  expect(again.body).toMatchObject({ evidence_failures: 0, count: 50 + body.evidence_failures });
});

test.each([
  ['analyze/D01?entry_date=2024-12-23&days_out=20'],
  ['patterns/0/D02'],
  ['seasonal-chart?market=0&symbol=D03'],
  ['symbols/D07/heatmap?entry_step=30'],
  ['compare?symbols=D04,D05&entry_date=2024-12-23&days_out=20'],
  ['opportunities/D06?market=0'],
  ['opportunities?market=11'],
])('%s is 503 with Retry-After when its time runs out, and a retry is answered', async (path) => {
  const { tasks, restore } = timeIsUpAtTask(1);
  const { body, headers } = await app.get(`/v1/${path}`).expect(503);
  expect(tasks()).toBeGreaterThan(0);
  restore();
  expect(body.error.code).toBe('upstream_unavailable');
  expect(headers['retry-after']).toBe('5');
  await app.get(`/v1/${path}`).expect(200);
});

test('a portfolio is 503 when its time runs out, and a retry is answered', async () => {
  const body = { positions: [{ symbol: 'D07', direction: 'long', weight_pct: 100 }], horizon: 'custom', days: 20 };
  const { restore } = timeIsUpAtTask(1);
  await app.post('/v1/portfolio/scenarios', body).expect(503);
  restore();
  await app.post('/v1/portfolio/scenarios', body).expect(200);
});

test('items of a score that run out of time say so and are not charged', async () => {
  await storeModel(app);
  const items = ['D10', 'D11', 'D12', 'D13', 'D14'].map((symbol) => ({
    symbol,
    date: '2024-12-23',
    days_out: 20,
    direction: 'long',
  }));
  const before = (await app.get('/v1/me', 'dev').expect(200)).body.ml_remaining_today;
  const { restore } = timeIsUpAtTask(1);
  const { body } = await app.post('/v1/score', items, 'dev').expect(200);
  restore();
  const notes = body.scores.map(({ note }: { note?: string }) => note?.includes('the time of this request ran out'));
  expect(notes).toEqual(items.map(() => true));
  expect(body).toMatchObject({ granted: 0, ml_remaining_today: before });
  const again = await app.post('/v1/score', items, 'dev').expect(200);
  expect(again.body).toMatchObject({ granted: 5, ml_remaining_today: before - 5 });
});
