import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { type Quota, UsageRepository, type Windows } from '../../src/storage/sqlite/usage';
import {
  closeUsageDatabase,
  openUsageDatabase,
  type UsageDatabase,
  usageFileOf,
  whenFree,
} from '../../src/storage/sqlite/usageDatabase';
import { startChild } from '../helpers/child';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
const QUOTA: Quota = { perMinute: 3, perDay: 5 };
const DAY = 20_000;
/** Minute `minute` of day `day` after DAY. */
const at = (minute: number, day = 0): Windows => ({ minute: (DAY + day) * 1440 + minute, day: DAY + day });

let database: UsageDatabase;
let usage: UsageRepository;
beforeEach(() => {
  database = openUsageDatabase(null);
  usage = new UsageRepository(database, 'account_usage');
});
afterEach(() => closeUsageDatabase(database));

async function allowedOf(times: number, windows: Windows, subject = 'a'): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < times; i++) if ((await usage.count(subject, windows, QUOTA)).allowed) allowed++;
  return allowed;
}

describe('count', () => {
  test('a first request opens both windows', async () => {
    expect(await usage.count('a', at(7), QUOTA)).toEqual({ ...at(7), minuteCount: 1, dayCount: 1, allowed: true });
  });

  test('a full minute refuses and leaves the day alone', async () => {
    expect(await allowedOf(9, at(7))).toBe(3);
    expect(await usage.usage('a', at(7))).toEqual({ ...at(7), minuteCount: 3, dayCount: 3 });
  });

  test('the next minute is fresh, until the day is full', async () => {
    expect(await allowedOf(9, at(7))).toBe(3);
    expect(await allowedOf(9, at(8))).toBe(2);
    expect(await allowedOf(9, at(9))).toBe(0);
    expect(await usage.usage('a', at(9))).toEqual({ ...at(9), minuteCount: 0, dayCount: 5 });
    expect(await allowedOf(9, at(0, 1))).toBe(3);
  });

  test('subjects do not share', async () => {
    expect(await allowedOf(9, at(7), 'a')).toBe(3);
    expect(await allowedOf(9, at(7), 'b')).toBe(3);
  });

  test('a smaller quota counts at once, a larger one too', async () => {
    expect(await allowedOf(9, at(7))).toBe(3);
    expect((await usage.count('a', at(7), { perMinute: 2, perDay: 2 })).allowed).toBe(false);
    expect((await usage.count('a', at(7), { perMinute: 4, perDay: 9 })).allowed).toBe(true);
  });

  test('of 50 at once exactly as many pass as there is room for', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => usage.count('a', at(7), QUOTA)));
    expect(all.filter(({ allowed }) => allowed)).toHaveLength(3);
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

  test('keeps the windows it had, and their ends', async () => {
    await allowedOf(3, at(7));
    expect(await usage.count('a', at(6), QUOTA)).toMatchObject({ ...at(7), allowed: false });
  });

  test('over midnight keeps the later day', async () => {
    await allowedOf(3, at(1440 - 1));
    await allowedOf(2, at(0, 1));
    expect(await usage.usage('a', at(1439))).toEqual({
      minute: at(0, 1).minute,
      day: DAY + 1,
      minuteCount: 2,
      dayCount: 2,
    });
  });

  test.each([
    ['refused', 3],
    ['let through', 2],
  ])('by a year holds an account that is %s for two windows at most', async (_, used) => {
    await allowedOf(used, at(7));
    await allowedOf(9, at(7, -365));
    expect(await allowedOf(1, at(8, -365))).toBe(0);
    expect(await allowedOf(1, at(9, -365))).toBe(1);
    await allowedOf(9, at(10, -365));
    expect(await allowedOf(1, at(11, -364))).toBe(0);
    expect(await allowedOf(1, at(11, -363))).toBe(1);
  });

  test('law: whatever the clock shows, a step back never adds to what is left', async () => {
    const step = fc.record({
      minutes: fc.integer({ min: -4000, max: 4000 }),
      requests: fc.integer({ min: 0, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const subject = `law ${Math.random()}`;
        let minute = 0;
        for (const { minutes, requests } of steps) {
          const before = await usage.usage(subject, atMinute(minute));
          minute += minutes;
          const after = await usage.usage(subject, atMinute(minute));
          if (minutes <= 0) {
            expect(after.minuteCount).toBeGreaterThanOrEqual(before.minuteCount);
            expect(after.dayCount).toBeGreaterThanOrEqual(before.dayCount);
          }
          const allowed = await allowedOf(requests, atMinute(minute), subject);
          const room = Math.min(QUOTA.perMinute - after.minuteCount, QUOTA.perDay - after.dayCount);
          expect(allowed).toBe(Math.min(requests, room));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('law: on a clock that runs forward no window lets more through than its quota', async () => {
    const step = fc.record({ minutes: fc.integer({ min: 0, max: 900 }), requests: fc.integer({ min: 1, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const subject = `law ${Math.random()}`;
        const byMinute = new Map<number, number>();
        const byDay = new Map<number, number>();
        let elapsed = 0;
        for (const { minutes, requests } of steps) {
          elapsed += minutes;
          const windows = atMinute(elapsed);
          const allowed = await allowedOf(requests, windows, subject);
          byMinute.set(windows.minute, (byMinute.get(windows.minute) ?? 0) + allowed);
          byDay.set(windows.day, (byDay.get(windows.day) ?? 0) + allowed);
        }
        expect(Math.max(0, ...byMinute.values())).toBeLessThanOrEqual(QUOTA.perMinute);
        expect(Math.max(0, ...byDay.values())).toBeLessThanOrEqual(QUOTA.perDay);
      }),
      { numRuns: 100 },
    );
  });
});

/** Windows at so many minutes after the start of DAY. */
function atMinute(minutes: number): Windows {
  const minute = DAY * 1440 + minutes;
  return { minute, day: Math.floor(minute / 1440) };
}

describe('prune', () => {
  const subjects = () =>
    database.connection.prepare('SELECT subject FROM account_usage ORDER BY subject').pluck().all();

  test('removes who was not seen since a day', async () => {
    await usage.count('old', at(0, -8), QUOTA);
    await usage.count('kept', at(0, -7), QUOTA);
    await usage.prune(DAY - 7, 100);
    expect(subjects()).toEqual(['kept']);
  });

  test('of too many removes those not seen for longest', async () => {
    for (let i = 0; i < 9; i++) await usage.count(`s${i}`, at(100 - i), QUOTA);
    await usage.prune(0, 3);
    expect(subjects()).toEqual(['s0', 's1', 's2']);
  });
});

describe('on disk', () => {
  test('survives the process, in a file beside the database', async () => {
    const file = join(folder, 'kept.sqlite');
    const first = openUsageDatabase(file);
    await new UsageRepository(first, 'account_usage').count('a', at(7), QUOTA);
    closeUsageDatabase(first);
    expect(usageFileOf(file)).toBe(`${file}-usage`);
    const second = openUsageDatabase(file);
    expect((await new UsageRepository(second, 'account_usage').usage('a', at(7))).dayCount).toBe(1);
    closeUsageDatabase(second);
  });

  test('is written as DESIGN 4 asks: WAL, NORMAL', () => {
    const opened = openUsageDatabase(join(folder, 'pragma.sqlite'));
    const pragma = (name: string) => opened.connection.pragma(name, { simple: true });
    expect([pragma('journal_mode'), pragma('synchronous')]).toEqual(['wal', 1]);
    closeUsageDatabase(opened);
  });

  test('a file of a newer program is refused', () => {
    const file = join(folder, 'newer.sqlite');
    const opened = openUsageDatabase(file);
    opened.connection.pragma('user_version = 99');
    closeUsageDatabase(opened);
    expect(() => openUsageDatabase(file)).toThrow(/newer than this program: version 99/);
  });

  test('waits for another writer without holding up the event loop', async () => {
    const file = join(folder, 'busy.sqlite');
    const opened = openUsageDatabase(file);
    const other = new BetterSqlite3(usageFileOf(file));
    other.exec('BEGIN IMMEDIATE');
    const counted = new UsageRepository(opened, 'account_usage').count('a', at(7), QUOTA);
    // Were the wait synchronous, the lock could never be given back.
    await new Promise((resolve) => setImmediate(resolve));
    other.exec('COMMIT');
    expect((await counted).allowed).toBe(true);
    other.close();
    closeUsageDatabase(opened);
  });

  test('other faults are not waited for', async () => {
    const work = jest.fn(() => database.connection.exec('SELECT nonsense'));
    // By its message: the binding's error class may come from another test file's module registry.
    await expect(whenFree(work)).rejects.toMatchObject({ message: expect.stringContaining('no such column') });
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('two processes on one file', () => {
  const QUOTA_OF_BOTH = 150;

  test('let exactly the quota through between them', async () => {
    const file = join(folder, 'two.sqlite');
    // Both create the file: it does not exist yet.
    const children = [1, 2].map(() => startChild('countingChild.ts', file, String(QUOTA_OF_BOTH), '400'));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.say('go');
    const allowed = await Promise.all(
      children.map(async (child) => {
        let count = 0;
        while ((await child.line()) === 'allowed') count++;
        return count;
      }),
    );
    expect(allowed[0] + allowed[1]).toBe(QUOTA_OF_BOTH);
  });

  test('kill -9 in a burst forgets nothing that was let through', async () => {
    const file = join(folder, 'killed.sqlite');
    const child = startChild('countingChild.ts', file, '1000000', '1000000');
    await child.line();
    child.say('go');
    let seen = 0;
    while (seen < 500 && (await child.line()) === 'allowed') seen++;
    await child.kill();
    for (;;) {
      const rest = await child.line().catch(() => null);
      if (rest === null) break;
      if (rest === 'allowed') seen++;
    }
    const opened = openUsageDatabase(file);
    const row = opened.connection.prepare('SELECT day_count FROM account_usage').pluck().get() as number;
    // The last one may have been counted and not yet said.
    expect([seen, seen + 1]).toContain(row);
    closeUsageDatabase(opened);
  });
});
