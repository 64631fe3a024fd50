import { setImmediate } from 'node:timers/promises';
import { AccountConcurrency } from '../../src/access/accountConcurrency';
import { Detector } from '../../src/core/detection/detector';
import { Engine } from '../../src/engine/engine';
import { TASKS, TaskPool } from '../../src/engine/pool';
import { startTestApp, type TestApp } from '../helpers/app';
import { gateBefore, listening, RequestLog } from '../helpers/clients';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Requests that are not finished: their client disconnects, their account has too many, or their time runs out. */

const log = new RequestLog();
let app: TestApp;
let door: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  const env = { SCAN_BUDGET_MS: '60000' };
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), logTo: log, metered: true, env });
  door = await listening(app);
});
afterAll(async () => {
  await door.close();
  await app.close();
});
afterEach(() => jest.restoreAllMocks());

/** When a client disconnects, nothing more is computed for it, and no other client waits. */
describe('abandoned requests', () => {
  let searched: jest.SpyInstance;
  let verified: jest.SpyInstance;
  let minute = 0;
  beforeEach(() => {
    log.lines.length = 0;
    searched = jest.spyOn(Detector.prototype, 'best');
    verified = jest.spyOn(Detector.prototype, 'entryRun');
    // A minute of its own for each test.
    minute += 1;
    app.clock.set(new Date(Date.parse(UNIVERSE_NOW) + minute * 60_000));
  });

  /** A scan that no other test makes. */
  let distinct = 0;
  const newScan = () => `/v1/scan?max_days=${30 + distinct++}&limit=100`;

  test('after a client disconnects, its sixty scans are not searched, and other accounts are answered meanwhile', async () => {
    const gate = gateBefore(Engine.prototype, 'detect');
    const asked = Array.from({ length: 60 }, () => door.ask(newScan(), app.keys.dev));
    // Two scans of an account run at once; the others are queued.
    await gate.until(2);
    const other = await door.ask('/v1/markets', app.keys.pro).answer;
    expect(other?.status).toBe(200);
    for (const { hangUp } of asked) hangUp();
    await log.until(60, 499);
    gate.open();
    const [mine] = await Promise.all([door.ask(newScan(), app.keys.pro).answer, ...asked.map(({ answer }) => answer)]);
    expect(mine?.status).toBe(200);
    // At most the markets of the two scans that ran, and those of the last.
    expect(gate.calls()).toBeLessThanOrEqual(3 * 4);
    // Seventy symbols, each searched once, for the scan whose client stayed.
    expect(searched).toHaveBeenCalledTimes(70);
  });

  test('when a client disconnects while its scan is searched, none of its rows is verified', async () => {
    const gate = gateBefore(Engine.prototype, 'detect');
    const { answer, hangUp } = door.ask(newScan(), app.keys.pro);
    await gate.until(1);
    hangUp();
    await log.until(1, 499);
    gate.open();
    expect(await answer).toBeNull();
    // A scan of another account passes the same engine afterwards: by then, the abandoned one would have continued.
    const { body } = await app.get(newScan()).expect(200);
    expect(verified).toHaveBeenCalledTimes(body.count);
  });

  test('when one of two clients with the same request disconnects, the other is answered', async () => {
    const gate = gateBefore(Engine.prototype, 'detect');
    const path = newScan();
    const first = door.ask(path, app.keys.pro);
    await gate.until(1);
    const second = door.ask(path, app.keys.business);
    await app.get('/v1/markets').expect(200);
    first.hangUp();
    await log.until(1, 499);
    gate.open();
    const answer = await second.answer;
    expect(answer?.status).toBe(200);
    expect(((await answer!.json()) as { count: number }).count).toBeGreaterThan(50);
    expect(searched).toHaveBeenCalledTimes(70);
  });

  test('a request beyond the queue of its account is 503 with Retry-After and its rate headers', async () => {
    const gate = gateBefore(TASKS, 'analyze');
    const inLine = gateBefore(AccountConcurrency.prototype, 'run');
    inLine.open();
    const analyze = () => `/v1/analyze/D00?years=${11 + distinct++}`;
    const free = app.keys.free;
    // The free plan grants ten a minute: two run, ten may wait, and the requests come in two minutes.
    const first = Array.from({ length: 10 }, () => door.ask(analyze(), free));
    await inLine.until(10);
    app.clock.set(new Date(Date.parse(UNIVERSE_NOW) + 100 * 60_000));
    const later = Array.from({ length: 5 }, () => door.ask(analyze(), free));
    await log.until(3, 503);
    expect(log.statuses()).toEqual([503, 503, 503]);
    const refused = log.lines.filter(({ msg }) => msg === 'request failed');
    expect(refused.map(({ code, err }) => [code, err])).toEqual(Array(3).fill(['scan_busy', undefined]));
    gate.open();
    const answers = await Promise.all([...first, ...later].map(({ answer }) => answer));
    const busy = answers.filter((answer) => answer?.status === 503);
    expect(busy.length).toBe(3);
    expect(answers.filter((answer) => answer?.status === 200).length).toBe(12);
    for (const answer of busy) {
      expect(answer!.headers.get('retry-after')).toBe('5');
      expect(answer!.headers.get('x-ratelimit-limit')).toBe('10');
      expect(await answer!.json()).toEqual({ error: { code: 'scan_busy', message: expect.stringContaining('busy') } });
    }
  });
});

/** One time budget for all the work of a request (SPEC 7 rule 1): work beyond it is missing from the answer, or it is 503. */
describe('the time budget', () => {
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

  describe('when the time of a market runs out', () => {
    beforeEach(() => {
      const { detect } = Engine.prototype;
      // All other markets have answered by then.
      jest.spyOn(Engine.prototype, 'detect').mockImplementation(async function (this: Engine, ...args) {
        await setImmediate();
        app.clock.pass(60_000);
        return detect.apply(this, args);
      });
    });

    test('a market without an answer in time is a failure: 503 if it is the only one', async () => {
      const { body, headers } = await app.get('/v1/scan?markets=11').expect(503);
      expect(body.error.code).toBe('upstream_unavailable');
      expect(headers['retry-after']).toBeDefined();
    });

    test('markets that answer in time are shown, the others are named', async () => {
      const { body } = await app.get('/v1/scan?markets=5,11').expect(200);
      expect(body).toMatchObject({ market_failures: ['11'], markets_scanned: ['5'], count: 0 });
      expect(body.summary).toContain('Incomplete: no answer from market 11.');
    });
  });
});
