import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Caller, Tier } from '../../../src/access/caller';
import { Limits } from '../../../src/access/limits';
import type { RateReading } from '../../../src/access/rate';
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

function limitsOn({ counters }: Storage): Limits {
  return new Limits({
    counters,
    moment: () => stillAt(now),
    log: { ...NO_LOG, warn: (_, message) => void warned.push(message) },
  });
}

beforeEach(async () => {
  storage = await openStorage(file);
  usage = new BetterSqlite3(usageFileOf(file));
  usage.exec('DELETE FROM account_usage; DELETE FROM address_usage');
  now = new Date('2024-12-20T15:00:20Z');
  warned = [];
  limits = limitsOn(storage);
});
afterEach(async () => {
  usage.close();
  await storage.close();
});

const FREE = callerOn('free');
const DEMO = callerOn('demo');
const accountOf = (accountId: number, tier: Partial<Tier> = {}): Caller => ({
  ...FREE,
  accountId,
  tier: { ...FREE.tier, ...tier },
});
const ask = async (caller: Caller | null = FREE, address = HERE): Promise<RateReading> =>
  (await limits.meter(caller, address)) as RateReading;
async function passing(times: number, caller: Caller | null = FREE, address = HERE): Promise<number> {
  let passed = 0;
  for (let i = 0; i < times; i++) if ((await ask(caller, address)).exceeded === null) passed++;
  return passed;
}

describe('a reading of the limits', () => {
  test('has the limits, what remains after this request, and when the windows end', async () => {
    expect(await ask()).toEqual({
      minute: { limit: 10, remaining: 9, reset: seconds('2024-12-20T15:01:00Z') },
      day: { limit: 100, remaining: 99, reset: seconds('2024-12-21T00:00:00Z') },
      exceeded: null,
      retryAfter: 0,
    });
  });

  test('asks to wait for the end of a spent minute', async () => {
    expect(await passing(10)).toBe(10);
    expect(await ask()).toMatchObject({
      minute: { remaining: 0 },
      day: { remaining: 90 },
      exceeded: 'minute',
      retryAfter: 40,
    });
  });

  test('asks to wait for the end of a spent day, even if the minute is spent too', async () => {
    const caller = accountOf(7, { perDay: 10 });
    expect(await passing(10, caller)).toBe(10);
    const want = { exceeded: 'day', retryAfter: 9 * 3600 - 20, day: { remaining: 0 } };
    expect(await ask(caller)).toMatchObject({ ...want, minute: { remaining: 0 } });
    now = new Date('2024-12-20T15:01:00Z');
    expect(await ask(caller)).toMatchObject({ ...want, retryAfter: 9 * 3600 - 60, minute: { remaining: 10 } });
  });

  test.each([
    ['15:00:59.999', 1],
    ['15:00:59.001', 1],
    ['15:00:58.999', 2],
    ['15:00:00.000', 60],
  ])('Retry-After at %s is %d: never 0, never too short', async (time, want) => {
    now = new Date(`2024-12-20T${time}Z`);
    await passing(10);
    const { retryAfter, minute } = await ask();
    expect(retryAfter).toBe(want);
    now = new Date(now.getTime() + retryAfter * 1000);
    expect(now.getTime() / 1000).toBeGreaterThanOrEqual(minute.reset);
    expect((await ask()).exceeded).toBeNull();
  });

  test('a change of tier applies at once, and earlier requests still count', async () => {
    await passing(10);
    expect((await ask(callerOn('dev'))).minute).toMatchObject({ limit: 60, remaining: 49 });
    expect((await ask(FREE)).minute).toMatchObject({ limit: 10, remaining: 0 });
  });

  test('a day quota spent over many minutes admits exactly as many requests', async () => {
    let passed = 0;
    for (let minute = 0; minute < 12; minute++) {
      now = new Date(Date.parse('2024-12-20T15:00:00Z') + minute * 60_000);
      passed += await passing(12);
    }
    expect(passed).toBe(100);
  });
});

describe('windows are the minutes and days of UTC', () => {
  test.each([
    ['the last instant of a minute', '2024-12-20T15:00:59.999Z', '2024-12-20T15:01:00Z', '2024-12-21T00:00:00Z'],
    ['the first instant of a minute', '2024-12-20T15:01:00.000Z', '2024-12-20T15:02:00Z', '2024-12-21T00:00:00Z'],
    ['the last instant of a day', '2024-12-20T23:59:59.999Z', '2024-12-21T00:00:00Z', '2024-12-21T00:00:00Z'],
    ['the first instant of a day', '2024-12-21T00:00:00.000Z', '2024-12-21T00:01:00Z', '2024-12-22T00:00:00Z'],
    ['the last instant of a leap day', '2024-02-29T23:59:59.999Z', '2024-03-01T00:00:00Z', '2024-03-01T00:00:00Z'],
    ['the last instant of a year', '2024-12-31T23:59:59.999Z', '2025-01-01T00:00:00Z', '2025-01-01T00:00:00Z'],
    ['midnight in New York', '2024-12-20T05:00:00.000Z', '2024-12-20T05:01:00Z', '2024-12-21T00:00:00Z'],
  ])('%s', async (_, instant, minuteEnds, dayEnds) => {
    now = new Date(instant);
    const { minute, day } = await ask();
    expect([minute.reset, day.reset]).toEqual([seconds(minuteEnds), seconds(dayEnds)]);
  });

  test('a spent minute limit is renewed at the first instant of the next minute, not before', async () => {
    await passing(10);
    now = new Date('2024-12-20T15:00:59.999Z');
    expect(await passing(1)).toBe(0);
    now = new Date('2024-12-20T15:01:00.000Z');
    expect(await passing(11)).toBe(10);
  });

  test('a spent day limit is renewed at the first instant of the next day, not before', async () => {
    const caller = accountOf(7, { perDay: 5 });
    await passing(5, caller);
    now = new Date('2024-12-20T23:59:59.999Z');
    expect(await passing(1, caller)).toBe(0);
    now = new Date('2024-12-21T00:00:00.000Z');
    expect(await passing(6, caller)).toBe(5);
  });

  test.each([
    ['spring forward in New York', '2024-03-10'],
    ['fall back in New York', '2024-11-03'],
    ['spring forward in Berlin', '2024-03-31'],
    ['fall back in Berlin', '2024-10-27'],
  ])('daylight saving changes nothing: %s is a day of 24 hours', async (_, date) => {
    const caller = accountOf(7, { perDay: 24 });
    const midnight = Date.parse(`${date}T00:00:00Z`);
    const ends = new Set<number>();
    for (let hour = 0; hour < 24; hour++) {
      now = new Date(midnight + hour * 3_600_000);
      const { day, exceeded } = await ask(caller);
      expect(exceeded).toBeNull();
      ends.add(day.reset);
    }
    expect([...ends]).toEqual([midnight / 1000 + 86_400]);
    now = new Date(midnight + 86_399_999);
    expect(await passing(1, caller)).toBe(0);
  });
});

describe('sharing of limits', () => {
  test('an account has one limit for all its addresses; another account has its own', async () => {
    expect(await passing(6, FREE, HERE)).toBe(6);
    expect(await passing(6, FREE, THERE)).toBe(4);
    expect(await passing(12, accountOf(2), HERE)).toBe(10);
  });

  test('the demo token has one limit for each client address', async () => {
    expect(await passing(12, DEMO, HERE)).toBe(10);
    expect(await passing(12, DEMO, THERE)).toBe(10);
    expect(await ask(DEMO)).toMatchObject({ minute: { limit: 10 }, day: { limit: 100 }, exceeded: 'minute' });
  });

  test('a client with IPv6 gets no more by changing the lower half of its address', async () => {
    expect(await passing(6, DEMO, '2001:db8::1')).toBe(6);
    expect(await passing(6, DEMO, '2001:db8::2')).toBe(4);
  });

  test('of 50 requests at once exactly the quota passes', async () => {
    const readings = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(readings.filter(({ exceeded }) => exceeded === null)).toHaveLength(10);
    expect(readings.map(({ minute }) => minute.remaining).slice(0, 10)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('refused keys', () => {
  test('count against the address, separately from the demo token and from accounts', async () => {
    expect(await passing(70, null)).toBe(60);
    expect(await ask(null)).toMatchObject({ minute: { limit: 60, remaining: 0 }, day: { limit: 2000 } });
    expect(await passing(1, null, THERE)).toBe(1);
    expect(await passing(1, DEMO)).toBe(1);
  });

  test('a reading without counting uses nothing up and refuses nothing', async () => {
    for (let i = 0; i < 100; i++) await limits.meter(null, HERE, { counted: false });
    expect((await ask(null)).minute.remaining).toBe(59);
    await passing(70, null);
    expect(await limits.meter(null, HERE, { counted: false })).toMatchObject({ exceeded: null, retryAfter: 0 });
  });

  test('do not limit a valid key at the same address, whether it was used there before or not', async () => {
    await ask(FREE);
    for (let minute = 0; minute < 40; minute++) {
      now = new Date(Date.parse('2024-12-20T15:01:00Z') + minute * 60_000);
      await passing(60, null);
    }
    expect(await ask(null)).toMatchObject({ exceeded: 'day', day: { remaining: 0 } });
    expect(await ask(FREE)).toMatchObject({ exceeded: null, minute: { limit: 10, remaining: 9 } });
    expect(await ask(accountOf(2))).toMatchObject({ exceeded: null, minute: { limit: 10, remaining: 9 } });
  });

  test('are counted separately from pages that need no key', async () => {
    await passing(61, null);
    const page = await limits.meter(null, HERE, { kind: 'page' });
    expect(page).toMatchObject({ exceeded: null, minute: { limit: 60, remaining: 59 } });
  });

  test('are counted in the database: another process refuses its first wrong key', async () => {
    await passing(60, null);
    const other = await openStorage(file);
    expect(await limitsOn(other).meter(null, HERE)).toMatchObject({ exceeded: 'minute' });
    await other.close();
  });
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
  await expect(limits.meter(FREE, HERE)).rejects.toMatchObject({ status: 503, code: 'upstream_unavailable' });
});
