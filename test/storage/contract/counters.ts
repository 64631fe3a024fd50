import fc from 'fast-check';
import type { Moment, Quota, RequestCounter } from '../../../src/storage/counters';
import type { Counters, Storage } from '../../../src/storage/storage';
import { atMinute, windowsOf } from '../../helpers/moment';
import type { OpenStorage } from './contract';

const QUOTA: Quota = { perMinute: 3, perDay: 5 };
const DAY = 20_000;
/** Minute `minute` of day `day` after DAY. */
const at = (minute: number, day = 0): Moment => atMinute((DAY + day) * 1440 + minute);

/** Tests that the counters of every database pass. */
export function countersContract(open: OpenStorage): void {
  let storage: Storage;
  let counters: Counters;
  let usage: RequestCounter;
  beforeEach(async () => {
    storage = await open();
    counters = storage.counters;
    usage = counters.accounts;
  });

  async function allowedOf(times: number, moment: Moment, subject = 'a'): Promise<number> {
    let allowed = 0;
    for (let i = 0; i < times; i++) if ((await usage.count(subject, moment, QUOTA)).allowed) allowed++;
    return allowed;
  }

  describe('count', () => {
    test('a first request opens both windows', async () => {
      expect(await usage.count('a', at(7), QUOTA)).toEqual({
        ...windowsOf(at(7)),
        minuteCount: 1,
        dayCount: 1,
        allowed: true,
      });
    });

    test('each subject has its own counts', async () => {
      expect(await allowedOf(9, at(7), 'a')).toBe(3);
      expect(await allowedOf(9, at(7), 'b')).toBe(3);
    });

    test('a smaller or larger quota applies at once', async () => {
      expect(await allowedOf(9, at(7))).toBe(3);
      expect((await usage.count('a', at(7), { perMinute: 2, perDay: 2 })).allowed).toBe(false);
      expect((await usage.count('a', at(7), { perMinute: 4, perDay: 9 })).allowed).toBe(true);
    });

    test('of 50 concurrent requests exactly the quota passes', async () => {
      const all = await Promise.all(Array.from({ length: 50 }, () => usage.count('a', at(7), QUOTA)));
      expect(all.filter(({ allowed }) => allowed)).toHaveLength(3);
    });
  });

  test('law: on a clock that only runs forward, requests pass exactly until the minute or the day is full', async () => {
    const step = fc.record({ minutes: fc.integer({ min: 0, max: 900 }), requests: fc.integer({ min: 1, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const subject = `law ${Math.random()}`;
        const passed = new Map<string, number>();
        let elapsed = 0;
        for (const { minutes, requests } of steps) {
          elapsed += minutes;
          const { minute, day } = windowsOf(at(elapsed));
          const inMinute = passed.get(`minute ${minute}`) ?? 0;
          const inDay = passed.get(`day ${day}`) ?? 0;
          const allowed = Math.min(requests, QUOTA.perMinute - inMinute, QUOTA.perDay - inDay);
          expect(await allowedOf(requests, at(elapsed), subject)).toBe(allowed);
          passed.set(`minute ${minute}`, inMinute + allowed).set(`day ${day}`, inDay + allowed);
          const counted = { minuteCount: inMinute + allowed, dayCount: inDay + allowed };
          expect(await usage.usage(subject, at(elapsed))).toEqual({ ...windowsOf(at(elapsed)), ...counted });
        }
      }),
      { numRuns: 60 },
    );
  });

  describe('takeBack', () => {
    test('makes room for one request again, in both windows', async () => {
      expect(await allowedOf(9, at(7))).toBe(3);
      await usage.takeBack('a', windowsOf(at(7)));
      expect(await usage.usage('a', at(7))).toMatchObject({ minuteCount: 2, dayCount: 2 });
      expect(await allowedOf(9, at(7))).toBe(1);
    });

    test('takes nothing from a window that began later', async () => {
      await allowedOf(1, at(7));
      await allowedOf(1, at(8));
      await usage.takeBack('a', windowsOf(at(7)));
      expect(await usage.usage('a', at(8))).toMatchObject({ minuteCount: 1, dayCount: 1 });
      await usage.takeBack('nobody', windowsOf(at(7)));
      expect(await usage.usage('nobody', at(7))).toMatchObject({ minuteCount: 0, dayCount: 0 });
    });
  });

  describe('a clock that steps back', () => {
    test.each([
      ['a minute', at(6)],
      ['an hour', at(-53)],
      ['a day', at(7, -1)],
      ['a year', at(7, -365)],
    ])('by %s gives no fresh window', async (_, back) => {
      await allowedOf(2, at(7));
      expect(await allowedOf(9, back)).toBe(1);
    });

    test('keeps the current windows and their ends', async () => {
      await allowedOf(3, at(7));
      expect(await usage.count('a', at(6), QUOTA)).toMatchObject({
        ...windowsOf(at(7)),
        now: at(6).now,
        allowed: false,
      });
    });

    test('over midnight keeps the later day', async () => {
      await allowedOf(3, at(1440 - 1));
      await allowedOf(2, at(0, 1));
      expect(await usage.usage('a', at(1439))).toEqual({
        ...windowsOf(at(0, 1)),
        now: at(1439).now,
        minuteCount: 2,
        dayCount: 2,
      });
    });

    test.each([
      ['refused', 3],
      ['let through', 2],
    ])('by a year blocks an account whose request was %s for two windows at most', async (_, used) => {
      await allowedOf(used, at(7));
      await allowedOf(9, at(7, -365));
      expect(await allowedOf(1, at(8, -365))).toBe(0);
      expect(await allowedOf(1, at(9, -365))).toBe(1);
      await allowedOf(9, at(10, -365));
      expect(await allowedOf(1, at(11, -364))).toBe(0);
      expect(await allowedOf(1, at(11, -363))).toBe(1);
    });

    test('property: a step back of the clock never increases what is left', async () => {
      const step = fc.record({
        minutes: fc.integer({ min: -4000, max: 4000 }),
        requests: fc.integer({ min: 0, max: 4 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const subject = `law ${Math.random()}`;
          let minute = 0;
          for (const { minutes, requests } of steps) {
            const before = await usage.usage(subject, at(minute));
            minute += minutes;
            const after = await usage.usage(subject, at(minute));
            if (minutes <= 0) {
              expect(after.minuteCount).toBeGreaterThanOrEqual(before.minuteCount);
              expect(after.dayCount).toBeGreaterThanOrEqual(before.dayCount);
            }
            const allowed = await allowedOf(requests, at(minute), subject);
            const room = Math.min(QUOTA.perMinute - after.minuteCount, QUOTA.perDay - after.dayCount);
            expect(allowed).toBe(Math.min(requests, room));
          }
        }),
        { numRuns: 60 },
      );
    });
  });

  test('accounts and addresses of the same name are counted apart', async () => {
    expect(await allowedOf(9, at(7))).toBe(3);
    expect((await counters.addresses.count('a', at(7), QUOTA)).allowed).toBe(true);
  });

  test('connections share their counts, and the counts survive reopening', async () => {
    const other = await open(storage);
    expect((await other.counters.accounts.count('a', at(7), QUOTA)).minuteCount).toBe(1);
    expect((await usage.count('a', at(7), QUOTA)).minuteCount).toBe(2);
    const anew = await open(storage);
    expect(await anew.counters.accounts.usage('a', at(7))).toEqual({
      ...windowsOf(at(7)),
      minuteCount: 2,
      dayCount: 2,
    });
  });

  describe('prune', () => {
    const seen = async (...subjects: string[]) => {
      const counts = await Promise.all(subjects.map((subject) => usage.usage(subject, at(0, -8))));
      return subjects.filter((_, i) => counts[i].dayCount > 0 || counts[i].day > DAY - 8);
    };

    test('removes subjects that were last seen before a day', async () => {
      await usage.count('old', at(0, -8), QUOTA);
      await usage.count('kept', at(0, -7), QUOTA);
      expect(await seen('old', 'kept')).toEqual(['old', 'kept']);
      await usage.prune(DAY - 7, 100);
      expect(await seen('old', 'kept')).toEqual(['kept']);
    });

    test('removes the least recently seen subjects if there are too many', async () => {
      const subjects = Array.from({ length: 9 }, (_, i) => `s${i}`);
      for (const [i, subject] of subjects.entries()) await usage.count(subject, at(100 - i), QUOTA);
      await usage.prune(0, 3);
      expect(await seen(...subjects)).toEqual(['s0', 's1', 's2']);
    });
  });

  describe('predictions', () => {
    const later = (ms: number, day = 0) => ({ now: at(0, day).now + ms, ahead: null });
    const moment = { subject: 'a', at: at(0) };
    const reserve = (holder: string, items: string[], limit = 3, lifetimeMs = 100) =>
      counters.predictions.reserve({ ...moment, items, limit, holder, lifetimeMs });
    const used = (changes = {}) => counters.predictions.used({ ...moment, ...changes });
    const settle = (holder: string, delivered: readonly string[]) =>
      counters.predictions.settle({ ...moment, day: DAY, limit: 3, holder }, delivered);

    test('are granted in the order asked while the limit allows; an item counts once', async () => {
      expect(await reserve('x', ['1', '2'])).toEqual({ granted: ['1', '2'], day: DAY, wasSpent: false });
      expect(await reserve('y', ['2', '3', '4'])).toEqual({ granted: ['2', '3'], day: DAY, wasSpent: false });
      expect(await used()).toBe(3);
      expect(await used({ subject: 'b' })).toBe(0);
      expect(await reserve('z', ['4', '2'])).toEqual({ granted: ['2'], day: DAY, wasSpent: true });
    });

    test('of a long list, items charged before do not count again, and each is granted once, in the order asked', async () => {
      const many = Array.from({ length: 130 }, (_, i) => `item ${i}`);
      const charged = await reserve('x', [...many].reverse().slice(0, 60), 120);
      expect(charged.granted).toHaveLength(60);
      const { granted } = await reserve('y', [...many, ...many], 120);
      expect(granted).toEqual(many.filter((_, i) => i < 60 || i >= 70));
      expect(await used()).toBe(120);
      expect(await settle('y', granted)).toEqual(granted);
      expect(await counters.predictions.days('a', DAY)).toEqual([{ day: DAY, count: 120 }]);
    });

    test('of concurrent reservations exactly the limit is granted', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, (_, i) => reserve(`x${i}`, [`${i}`, 'shared'])));
      expect(new Set(all.flatMap(({ granted }) => granted)).size).toBe(3);
    });

    test('charges dated by a wrong clock in the future count once, on the next day', async () => {
      const inYears = { ...moment, at: at(0, 800) };
      const ask = { items: ['1'], limit: 3, lifetimeMs: 100 };
      await counters.predictions.reserve({ ...inYears, ...ask, holder: 'x' });
      await counters.predictions.settle({ ...inYears, day: DAY + 801, limit: 3, holder: 'y' }, ['1', '2']);
      await counters.predictions.settle({ ...inYears, day: DAY + 802, limit: 3, holder: 'y' }, ['2']);
      expect(await reserve('z', ['2', '3', '4'])).toEqual({ granted: ['2', '3'], day: DAY + 1, wasSpent: false });
      expect(await used()).toBe(3);
      expect(await counters.predictions.days('a', 0)).toEqual([{ day: DAY + 1, count: 2 }]);
    });

    test('settling charges the delivered items and releases the others', async () => {
      await reserve('x', ['1', '2', '3']);
      expect(await settle('x', ['2'])).toEqual(['2']);
      expect(await used()).toBe(1);
      expect(await reserve('y', ['2', '5', '6', '7'])).toEqual({ granted: ['2', '5', '6'], day: DAY, wasSpent: false });
    });

    test('an expired reservation counts for nothing', async () => {
      await reserve('x', ['1', '2', '3']);
      expect(await used({ at: later(99) })).toBe(3);
      expect(await used({ at: later(100) })).toBe(0);
    });

    test('pruning removes past days and expired reservations', async () => {
      await reserve('x', ['1']);
      await settle('x', ['1']);
      await reserve('y', ['2']);
      await counters.predictions.prune(later(100), 0);
      expect(await used()).toBe(1);
      await counters.predictions.prune(later(100, 1), 0);
      expect(await used()).toBe(0);
    });
  });
}
