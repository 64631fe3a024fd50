import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import type { Caller } from '../../../src/access/caller';
import { Limits, RefusalDelay } from '../../../src/access/limits';
import { MlAllowance, type MlReservation } from '../../../src/access/mlAllowance';
import { openStorage } from '../../../src/storage/open';
import { usageFileOf } from '../../../src/storage/sqliteCounters';
import type { Storage } from '../../../src/storage/storage';
import { callerOn } from '../../helpers/access';
import { eventually } from '../../helpers/eventually';
import { NO_LOG } from '../../helpers/log';
import { stillAt } from '../../helpers/moment';
import { tempFolder } from '../../helpers/tempFolder';

describe('limits of requests', () => {
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
});

/** The allowance over its counters, which test/storage/contract/counters.ts tests over every database. */
describe('the allowance of predictions', () => {
  const FREE = callerOn('free');
  const DEMO = callerOn('demo');
  const PRO = callerOn('pro');

  const file = join(tempFolder(), 'charged.sqlite');
  let storage: Storage;
  /** A connection to the counters that bypasses the program. */
  let usage: BetterSqlite3.Database;
  let now: Date;
  let allowance: MlAllowance;

  beforeEach(async () => {
    storage = await openStorage(file);
    usage = new BetterSqlite3(usageFileOf(file));
    usage.exec('DELETE FROM ml_charge');
    now = new Date('2024-12-20T15:00:00Z');
    allowance = allowanceOver(storage);
  });
  afterEach(async () => {
    usage.close();
    await storage.close();
  });

  function allowanceOver({ counters }: Storage): MlAllowance {
    return new MlAllowance({ charges: counters.predictions, moment: () => stillAt(now) });
  }

  const keys = (count: number, name = 'item') => Array.from({ length: count }, (_, i) => `${name} ${i}`);
  const list = (reservation: MlReservation) => [...reservation.granted];
  async function spend(items: readonly string[], caller: Caller = FREE): Promise<string[]> {
    const reservation = await allowance.reserve(caller, items);
    return [...(await allowance.commit(reservation, list(reservation)))];
  }

  describe('a reservation', () => {
    test('is charged for the items that were shown, once; the others are given back', async () => {
      const reservation = await allowance.reserve(FREE, keys(8));
      expect(list(reservation)).toEqual(keys(5));
      expect(await allowance.remaining(FREE)).toBe(0);
      for (let i = 0; i < 2; i++) {
        expect([...(await allowance.commit(reservation, ['item 1', 'item 3']))]).toEqual(['item 1', 'item 3']);
        expect(await allowance.remaining(FREE)).toBe(3);
      }
    });

    test('cannot be charged for an item that it was not granted', async () => {
      const reservation = await allowance.reserve(FREE, keys(1));
      await expect(allowance.commit(reservation, ['other'])).rejects.toThrow("item 'other' was not granted");
    });

    test('may share an item with another one, whose refund does not take it away', async () => {
      const first = await allowance.reserve(FREE, ['a']);
      const second = await allowance.reserve(FREE, ['a']);
      await allowance.refund(first);
      expect(await allowance.remaining(FREE)).toBe(4);
      await allowance.commit(second, ['a']);
      expect(await allowance.remaining(FREE)).toBe(4);
    });

    test('over midnight is charged to the day it began; on the next day, items are charged again', async () => {
      now = new Date('2024-12-20T23:59:59.999Z');
      await spend(keys(3));
      const reservation = await allowance.reserve(FREE, keys(2, 'late'));
      expect(await allowance.remaining(FREE)).toBe(0);
      now = new Date('2024-12-21T00:00:00.000Z');
      await allowance.commit(reservation, keys(2, 'late'));
      expect(await allowance.remaining(FREE)).toBe(5);
      expect(await spend(['item 2', 'other'])).toEqual(['item 2', 'other']);
      expect(await allowance.remaining(FREE)).toBe(3);
    });

    test('of a process that ended is released after two minutes, not before; delivered items stay charged', async () => {
      await spend(['delivered']);
      await allowance.reserve(FREE, keys(3, 'held'));
      const other = await openStorage(file);
      const beside = allowanceOver(other);
      now = new Date('2024-12-20T15:01:59.999Z');
      expect(await beside.remaining(FREE)).toBe(1);
      expect(list(await beside.reserve(FREE, keys(2)))).toEqual(keys(1));
      now = new Date('2024-12-20T15:02:00.000Z');
      expect(await beside.remaining(FREE)).toBe(3);
      expect(list(await beside.reserve(FREE, keys(5)))).toEqual(keys(4));
      await other.close();
    });

    test('that its request outlasts is charged only for what the allowance still covers', async () => {
      const slow = await allowance.reserve(FREE, keys(5));
      now = new Date('2024-12-20T15:02:01Z');
      await spend(keys(3, 'other'));
      expect([...(await allowance.commit(slow, keys(5)))]).toEqual(keys(2));
      expect(await allowance.remaining(FREE)).toBe(0);
    });
  });

  test('each account has its own allowance; all users of the demo token share one', async () => {
    expect(await spend(keys(6))).toHaveLength(5);
    expect(await spend(keys(6, 'x'), { ...FREE, accountId: 2 })).toHaveLength(5);
    expect(await spend(keys(15), DEMO)).toHaveLength(15);
    expect(await spend(keys(15, 'x'), DEMO)).toHaveLength(5);
  });

  test('on a tier without a limit, nothing is counted', async () => {
    expect(await allowance.remaining(PRO)).toBeNull();
    expect(await spend(keys(500), PRO)).toHaveLength(500);
    expect(usage.prepare('SELECT count(*) FROM ml_charge').pluck().get()).toBe(0);
  });

  test('on a tier with an allowance of 0, nothing is granted', async () => {
    const caller = { ...FREE, tier: { ...FREE.tier, mlPerDay: 0 } };
    expect(await spend(keys(1), caller)).toEqual([]);
  });

  test('after a change to a smaller tier, 0 remains, never a negative number', async () => {
    const dev = callerOn('dev');
    await spend(keys(40), dev);
    expect(await allowance.remaining(dev)).toBe(60);
    expect(await allowance.remaining(FREE)).toBe(0);
    expect(list(await allowance.reserve(FREE, ['other', 'item 7']))).toEqual(['item 7']);
  });

  test('law: no mix of requests charges more than the allowance in a day, and refunds leave nothing reserved', async () => {
    const request = fc.record({
      items: fc.array(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: 6 }),
      end: fc.constantFrom('commit', 'half', 'refund', 'keep'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 12 }), async (requests) => {
        const caller = { ...FREE, accountId: Math.floor(Math.random() * 2 ** 40) };
        const shown = new Set<string>();
        const kept: MlReservation[] = [];
        for (const { items, end } of requests) {
          const reservation = await allowance.reserve(caller, items);
          if (end === 'keep') kept.push(reservation);
          const used = { commit: list(reservation), half: list(reservation).slice(0, 1), refund: [], keep: [] }[end];
          if (end !== 'keep') for (const item of await allowance.commit(reservation, used)) shown.add(item);
          expect(shown.size).toBeLessThanOrEqual(5);
        }
        for (const reservation of kept) await allowance.refund(reservation);
        expect(await allowance.remaining(caller)).toBe(5 - shown.size);
      }),
      { numRuns: 100 },
    );
  });

  describe('a clock set back', () => {
    test.each([
      ['an hour, over midnight', '2024-12-19T23:30:00Z'],
      ['a day', '2024-12-19T15:00:00Z'],
      ['a year', '2023-12-20T15:00:00Z'],
    ])('by %s gives no new allowance', async (_, back) => {
      await spend(keys(5));
      now = new Date(back);
      expect(await spend(['other'])).toEqual([]);
      expect(await allowance.remaining(FREE)).toBe(0);
    });

    test('by a year does not block the allowance for a year', async () => {
      await spend(keys(5));
      now = new Date('2023-12-20T15:00:00Z');
      await spend(['other']);
      now = new Date('2023-12-22T00:00:00Z');
      expect(await spend(['other'])).toEqual(['other']);
    });
  });

  test('charges are removed when the console no longer shows them', async () => {
    await spend(keys(5));
    now = new Date('2025-02-01T15:00:00Z');
    await spend(['a']);
    expect(usage.prepare('SELECT item FROM ml_charge').pluck().all()).toEqual(['a']);
  });
});
