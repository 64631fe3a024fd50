import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import type { Caller } from '../../../src/access/caller';
import { MlAllowance, type MlReservation } from '../../../src/access/mlAllowance';
import { openStorage } from '../../../src/storage/open';
import { usageFileOf } from '../../../src/storage/sqliteCounters';
import type { Storage } from '../../../src/storage/storage';
import { callerOn } from '../../helpers/access';
import { stillAt } from '../../helpers/moment';
import { tempFolder } from '../../helpers/tempFolder';

/** The allowance over its counters, which test/storage/contract/counters.ts tests over every database. */

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
