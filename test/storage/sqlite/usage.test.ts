import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Quota } from '../../../src/storage/counters';
import { SqliteRequestCounter } from '../../../src/storage/sqlite/requestCounter';
import {
  closeUsageDatabase,
  openUsageDatabase,
  type UsageDatabase,
  usageFileOf,
  whenFree,
} from '../../../src/storage/sqlite/usageDatabase';
import { startChild } from '../../helpers/child';
import { atMinute } from '../../helpers/moment';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();
const QUOTA: Quota = { perMinute: 3, perDay: 5 };
const DAY = 20_000;
/** Minute `minute` of day `day` after DAY. */
const at = (minute: number, day = 0) => atMinute((DAY + day) * 1440 + minute);

let database: UsageDatabase;
beforeEach(() => {
  database = openUsageDatabase(null);
});
afterEach(() => closeUsageDatabase(database));

describe('on disk', () => {
  test('survives the process, in a file beside the database', async () => {
    const file = join(folder, 'kept.sqlite');
    const first = openUsageDatabase(file);
    await new SqliteRequestCounter(first, 'account_usage').count('a', at(7), QUOTA);
    closeUsageDatabase(first);
    expect(usageFileOf(file)).toBe(`${file}-usage`);
    const second = openUsageDatabase(file);
    expect((await new SqliteRequestCounter(second, 'account_usage').usage('a', at(7))).dayCount).toBe(1);
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
    const counted = new SqliteRequestCounter(opened, 'account_usage').count('a', at(7), QUOTA);
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
