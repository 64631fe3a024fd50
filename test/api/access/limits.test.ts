import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Caller } from '../../../src/access/caller';
import { Limits, RefusalDelay } from '../../../src/access/limits';
import { openStorage } from '../../../src/storage/open';
import { usageFileOf } from '../../../src/storage/sqliteCounters';
import type { Storage } from '../../../src/storage/storage';
import { callerOn } from '../../helpers/access';
import { eventually } from '../../helpers/eventually';
import { NO_LOG } from '../../helpers/log';
import { stillAt } from '../../helpers/moment';
import { tempFolder } from '../../helpers/tempFolder';

const HERE = '192.0.2.1';
const THERE = '198.51.100.7';
const seconds = (instant: string) => Date.parse(instant) / 1000;

const file = join(tempFolder(), 'limits.sqlite');
let storage: Storage;
/** A connection to the counters that bypasses the program. */
let usage: BetterSqlite3.Database;
let now: Date;
let warned: string[];
let limits: Limits;

beforeEach(async () => {
  storage = await openStorage(file);
  usage = new BetterSqlite3(usageFileOf(file));
  usage.exec('DELETE FROM account_usage; DELETE FROM address_usage');
  now = new Date('2024-12-20T15:00:20Z');
  warned = [];
  limits = new Limits({
    counters: storage.counters,
    moment: () => stillAt(now),
    log: { ...NO_LOG, warn: (_, message) => void warned.push(message) },
  });
});
afterEach(async () => {
  usage.close();
  await storage.close();
});

const FREE = callerOn('free');
const DEMO = callerOn('demo');
const ask = (caller: Caller = FREE, address = HERE) => limits.count(caller, address);

test.each([
  ['15:00:59.999', 1],
  ['15:00:59.001', 1],
  ['15:00:58.999', 2],
  ['15:00:00.000', 60],
])('Retry-After at %s is %d: never 0, never too short', async (time, want) => {
  now = new Date(`2024-12-20T${time}Z`);
  for (let i = 0; i < FREE.tier.perMinute; i++) await ask();
  const { retryAfter, minute } = await ask();
  expect(retryAfter).toBe(want);
  now = new Date(now.getTime() + retryAfter * 1000);
  expect(now.getTime() / 1000).toBeGreaterThanOrEqual(minute.reset);
  expect((await ask()).exceeded).toBeNull();
});

test.each([
  ['the last instant of a minute', '2024-12-20T15:00:59.999Z', '2024-12-20T15:01:00Z', '2024-12-21T00:00:00Z'],
  ['the first instant of a minute', '2024-12-20T15:01:00.000Z', '2024-12-20T15:02:00Z', '2024-12-21T00:00:00Z'],
  ['the last instant of a day', '2024-12-20T23:59:59.999Z', '2024-12-21T00:00:00Z', '2024-12-21T00:00:00Z'],
  ['the first instant of a day', '2024-12-21T00:00:00.000Z', '2024-12-21T00:01:00Z', '2024-12-22T00:00:00Z'],
  ['the last instant of a leap day', '2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ['the last instant of a year', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ['midnight in New York', '2024-12-20T05:00:00.000Z', '2024-12-20T05:01:00Z', '2024-12-21T00:00:00Z'],
  ['the hour that New York skips in spring', '2024-03-10T07:00:00Z', '2024-03-10T07:01:00Z', '2024-03-11T00:00:00Z'],
  ['the hour that Berlin repeats in autumn', '2024-10-27T01:00:00Z', '2024-10-27T01:01:00Z', '2024-10-28T00:00:00Z'],
])('windows are the minutes and days of UTC: %s', async (_, instant, minuteEnds, dayEnds) => {
  now = new Date(instant);
  const { minute, day } = await ask();
  expect([minute.reset, day.reset]).toEqual([seconds(minuteEnds), seconds(dayEnds)]);
});

test('a reading without counting uses nothing up and refuses nothing', async () => {
  for (let i = 0; i < 100; i++) await limits.refusalsLeft(HERE);
  expect((await limits.countAnonymous('refused', HERE)).minute.remaining).toBe(59);
  for (let i = 0; i < 70; i++) await limits.countAnonymous('refused', HERE);
  expect(await limits.refusalsLeft(HERE)).toMatchObject({ exceeded: null, retryAfter: 0 });
});

describe('the table of addresses is bounded', () => {
  const rows = () => usage.prepare('SELECT count(*) FROM address_usage').pluck().get();

  test('addresses not seen for a week are removed', async () => {
    await ask(DEMO, HERE);
    now = new Date('2024-12-27T15:00:00Z');
    await ask(DEMO, THERE);
    expect(rows()).toBe(2);
    now = new Date('2024-12-28T15:00:00Z');
    await ask(DEMO, THERE);
    await eventually(async () => rows() === 1);
  });

  test('a flood of addresses does not grow the table beyond its limit', async () => {
    const insert = usage.prepare('INSERT INTO address_usage VALUES (?, ?, 1, ?, 1)');
    const day = Math.floor(now.getTime() / 86_400_000);
    await ask(DEMO, HERE);
    usage.transaction(() => {
      for (let i = 0; i < 101_000; i++) insert.run(`demo x${i}`, day * 1440 + (i >> 7), day);
    })();
    for (let i = 0; i < 1_000; i++) await ask(DEMO, `10.0.${i >> 8}.${i & 255}`);
    await eventually(async () => rows() === 100_000);
  });

  test('a failure to remove old addresses fails no request', async () => {
    usage.exec("CREATE TRIGGER stuck BEFORE DELETE ON address_usage BEGIN SELECT RAISE(ABORT, 'no'); END");
    await ask(DEMO, HERE);
    now = new Date('2025-12-20T15:00:00Z');
    expect((await ask(DEMO, THERE)).exceeded).toBeNull();
    await eventually(async () => warned.length > 0);
    expect(warned).toEqual(['old client addresses could not be removed']);
    usage.exec('DROP TRIGGER stuck');
  });
});

test('a request that cannot be counted is 503', async () => {
  usage.exec('ALTER TABLE account_usage RENAME TO elsewhere');
  await expect(limits.count(FREE, HERE)).rejects.toMatchObject({ status: 503, code: 'upstream_unavailable' });
  usage.exec('ALTER TABLE elsewhere RENAME TO account_usage');
});

describe('answers to refused clients', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  /** Advances the clock until all waits have ended. @returns after how many milliseconds each of them did */
  async function ends(waits: readonly Promise<void>[], step: number): Promise<number[]> {
    const over: number[] = [];
    let elapsed = 0;
    for (const [i, wait] of waits.entries()) {
      void wait.then(() => {
        over[i] = elapsed;
      });
    }
    await turn();
    while (Object.keys(over).length < waits.length) {
      elapsed += step;
      await jest.advanceTimersByTimeAsync(step);
      await turn();
    }
    return over;
  }

  test.each([
    ['the first at once, the others one by one', 10, ['a', 'a', 'a', 'a'], [0, 10, 20, 30]],
    ['apart for each client', 10, ['a', 'b', 'a', 'b'], [0, 0, 10, 10]],
    ['never later than a second', 400, Array(6).fill('a'), [0, 400, 800, 1_000, 1_000, 1_000]],
  ])('come %s', async (_, spacing, clients: string[], want) => {
    const delay = new RefusalDelay(spacing);
    const waits = clients.map((client) => delay.wait(client));
    expect(await ends(waits, spacing / 2)).toEqual(want);
  });

  test('come at once again to a client that paused', async () => {
    const delay = new RefusalDelay(10);
    await delay.wait('a');
    await jest.advanceTimersByTimeAsync(10);
    expect(await ends([delay.wait('a')], 5)).toEqual([0]);
  });
});
