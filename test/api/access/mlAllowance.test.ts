import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import type { Caller } from '../../../src/access/caller';
import { meteringOf } from '../../../src/access/limits';
import { MlAllowance, type MlReservation } from '../../../src/access/mlAllowance';
import { openStorage } from '../../../src/storage/open';
import { usageFileOf } from '../../../src/storage/sqliteCounters';
import type { Storage } from '../../../src/storage/storage';
import { callerOn } from '../../helpers/access';
import { NO_LOG } from '../../helpers/log';
import { stillAt } from '../../helpers/moment';
import { startChild } from '../../helpers/process';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();
const FREE = callerOn('free');
const DEMO = callerOn('demo');
const PRO = callerOn('pro');

const charged = join(folder, 'charged.sqlite');
let storage: Storage;
/** A connection to the counters that bypasses the program. */
let usage: BetterSqlite3.Database;
let now: Date;
let allowance: MlAllowance;

beforeEach(async () => {
  storage = await openStorage(charged);
  usage = new BetterSqlite3(usageFileOf(charged));
  usage.exec('DELETE FROM ml_charge');
  now = new Date('2024-12-20T15:00:00Z');
  allowance = new MlAllowance({ charges: storage.counters.predictions, moment: () => stillAt(now) });
});
afterEach(async () => {
  usage.close();
  await storage.close();
});

const keys = (count: number, name = 'item') => Array.from({ length: count }, (_, i) => `${name} ${i}`);
const list = (reservation: MlReservation) => [...reservation.granted];
async function spend(items: readonly string[], caller: Caller = FREE): Promise<string[]> {
  const reservation = await allowance.reserve(caller, items);
  return [...(await allowance.commit(reservation, list(reservation)))];
}

describe('reserve, commit, refund', () => {
  test('grants items in the order of the request, as far as the allowance reaches', async () => {
    const reservation = await allowance.reserve(FREE, keys(8));
    expect(list(reservation)).toEqual(keys(5));
    expect(await allowance.remaining(FREE)).toBe(0);
  });

  test('commit charges the items that were shown and releases the rest', async () => {
    const reservation = await allowance.reserve(FREE, keys(5));
    expect([...(await allowance.commit(reservation, ['item 1', 'item 3']))]).toEqual(['item 1', 'item 3']);
    expect(await allowance.remaining(FREE)).toBe(3);
  });

  test('refund releases everything', async () => {
    const reservation = await allowance.reserve(FREE, keys(5));
    await allowance.refund(reservation);
    expect(await allowance.remaining(FREE)).toBe(5);
  });

  test('a spent allowance grants nothing, without an error', async () => {
    await spend(keys(5));
    expect(list(await allowance.reserve(FREE, ['other']))).toEqual([]);
  });

  test('an item that was not granted cannot be committed', async () => {
    const reservation = await allowance.reserve(FREE, keys(1));
    await expect(allowance.commit(reservation, ['other'])).rejects.toThrow("item 'other' was not granted");
  });

  test('committing twice charges once', async () => {
    const reservation = await allowance.reserve(FREE, keys(2));
    await allowance.commit(reservation, keys(2));
    await allowance.commit(reservation, keys(2));
    expect(await allowance.remaining(FREE)).toBe(3);
  });

  test('reading the remaining allowance uses none of it', async () => {
    for (let i = 0; i < 9; i++) expect(await allowance.remaining(FREE)).toBe(5);
  });
});

describe('one item is charged once a day', () => {
  test('a repeated request is not charged', async () => {
    await spend(keys(3));
    expect(await spend(keys(3))).toEqual(keys(3));
    expect(await allowance.remaining(FREE)).toBe(2);
  });

  test('an item named twice in a request is charged once', async () => {
    expect(await spend(['a', 'a', 'b'])).toEqual(['a', 'b']);
    expect(await allowance.remaining(FREE)).toBe(3);
  });

  test('items charged earlier that day are still granted when the allowance is spent', async () => {
    await spend(keys(5));
    expect(await spend(['item 2', 'other'])).toEqual(['item 2']);
  });

  test('on the next day, items are charged again', async () => {
    await spend(keys(5));
    now = new Date('2024-12-20T23:59:59.999Z');
    expect(await allowance.remaining(FREE)).toBe(0);
    now = new Date('2024-12-21T00:00:00.000Z');
    expect(await allowance.remaining(FREE)).toBe(5);
    expect(await spend(['item 2', 'other'])).toEqual(['item 2', 'other']);
    expect(await allowance.remaining(FREE)).toBe(3);
  });

  test('two concurrent requests share an item; a refund of one does not take it from the other', async () => {
    const first = await allowance.reserve(FREE, ['a']);
    const second = await allowance.reserve(FREE, ['a']);
    expect(await allowance.remaining(FREE)).toBe(4);
    await allowance.refund(first);
    expect(await allowance.remaining(FREE)).toBe(4);
    await allowance.commit(second, ['a']);
    expect(await allowance.remaining(FREE)).toBe(4);
  });

  test('a request over midnight is charged to the day it began', async () => {
    now = new Date('2024-12-20T23:59:59Z');
    const reservation = await allowance.reserve(FREE, keys(2));
    now = new Date('2024-12-21T00:00:01Z');
    await allowance.commit(reservation, keys(2));
    expect(await allowance.remaining(FREE)).toBe(5);
  });
});

describe('sharing of allowances', () => {
  test('each account has its own allowance; all users of the demo token share one', async () => {
    expect(await spend(keys(5))).toHaveLength(5);
    expect(await spend(keys(5, 'x'), { ...FREE, accountId: 2 })).toHaveLength(5);
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
});

test('of 50 requests at once exactly the allowance is granted', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, (_, i) => allowance.reserve(FREE, [`item ${i}`])));
  expect(all.flatMap(list)).toHaveLength(5);
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
    expect(await allowance.remaining(FREE)).toBe(0);
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

describe('a reservation that a crash left behind', () => {
  const inShared = async (file: string) => {
    const storage = await openStorage(file);
    const { mlAllowance } = meteringOf(storage, { moment: () => stillAt(now), log: NO_LOG });
    return { mlAllowance, close: () => storage.close() };
  };

  test('is released after two minutes, not before; delivered items stay charged', async () => {
    const file = join(folder, 'crash.sqlite');
    const child = startChild('reservePredictions', file, '3', '1');
    expect(await child.line()).toBe('reserved');
    const beside = await inShared(file);
    expect(await beside.mlAllowance.remaining(FREE)).toBe(1);
    await child.kill();
    now = new Date('2024-12-20T15:01:59.999Z');
    const restarted = await inShared(file);
    for (const { mlAllowance } of [beside, restarted]) expect(await mlAllowance.remaining(FREE)).toBe(1);
    expect(list(await restarted.mlAllowance.reserve(FREE, keys(2)))).toEqual(keys(1));
    now = new Date('2024-12-20T15:02:00.000Z');
    expect(await beside.mlAllowance.remaining(FREE)).toBe(3);
    expect(list(await restarted.mlAllowance.reserve(FREE, keys(5)))).toEqual(keys(4));
    await beside.close();
    await restarted.close();
  });

  test('a request that outlasts its reservation gets only the items that the allowance still covers', async () => {
    const slow = await allowance.reserve(FREE, keys(5));
    now = new Date('2024-12-20T15:02:01Z');
    await spend(keys(3, 'other'));
    expect([...(await allowance.commit(slow, keys(5)))]).toEqual(keys(2));
    expect(await allowance.remaining(FREE)).toBe(0);
  });
});

test('charges are removed when the console no longer shows them', async () => {
  await spend(keys(5));
  now = new Date('2025-02-01T15:00:00Z');
  await spend(['a']);
  expect(usage.prepare('SELECT item FROM ml_charge').pluck().all()).toEqual(['a']);
});
