import { AccountConcurrency } from '../../src/access/accountConcurrency';
import { Detector } from '../../src/core/detection/detector';
import { Engine } from '../../src/engine/engine';
import { TASKS } from '../../src/engine/pool';
import { startTestApp, type TestApp } from '../helpers/app';
import { gateBefore, listening, RequestLog } from '../helpers/clients';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** When a client disconnects, nothing more is computed for it, and no other client waits. */

const log = new RequestLog();
let app: TestApp;
let door: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse(), logTo: log, metered: true });
  door = await listening(app);
});
afterAll(async () => {
  await door.close();
  await app.close();
});

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
afterEach(() => jest.restoreAllMocks());

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
