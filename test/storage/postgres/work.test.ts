import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { startChild } from '../../helpers/child';
import { describeWithPostgres, statements } from '../../helpers/postgres';

const NOW = new Date('2024-12-20T15:00:00Z');
const LATER = new Date('2024-12-20T15:10:00Z');
/** A role that exists for this test: it is of the whole server, unlike the schema. */
const ROLE = `perennial_test_${process.pid}_${Date.now()}`;

describeWithPostgres('work of several processes', ({ fresh }) => {
  let url: string;
  const open: Storage[] = [];
  const opened = async () => {
    const storage = await openStorage(url, null);
    open.push(storage);
    return storage;
  };
  beforeEach(async () => {
    url = await fresh();
  });
  afterEach(() => Promise.all(open.splice(0).map((storage) => storage.close())));

  /** What `run` gives each of some processes to do, all at once. */
  const doneBy = async (storages: readonly Storage[], due: string | null, name = 'pick') => {
    const done: string[] = [];
    await Promise.all(storages.map(({ work }) => work.run(name, due, async (one) => void done.push(one))));
    return done;
  };

  /** Ends the connections that hold locks, or all that there are. */
  const cut = (which: string) =>
    statements(url, [
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE '${which}'`,
    ]);

  /** Asks again until something is so, however long it takes. */
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await sleep(50);
  };

  /** Another process that is at the pick of 10:00, and what it calls itself. */
  const atWork = async () => {
    const child = startChild('workingChild.ts', url, 'pick');
    expect(await child.line()).toBe('ready');
    child.say('name');
    const name = await child.line();
    child.say('10:00');
    expect(await child.line()).toBe('at 10:00');
    return { child, name };
  };

  test('each occurrence is done once, whoever names it and however often', async () => {
    const storages = await Promise.all(Array.from({ length: 5 }, opened));
    expect(await doneBy(storages, '10:00')).toEqual(['10:00']);
    expect(await doneBy(storages, '10:00')).toEqual([]);
    expect(await doneBy(storages, null)).toEqual([]);
    expect(await doneBy(storages, '10:10')).toEqual(['10:10']);
    expect(await doneBy([await opened()], '10:10')).toEqual([]);
    expect(await doneBy(storages, '10:10', 'score')).toEqual(['10:10']);
  });

  test('one process works at a time, another name beside it, and what came up meanwhile is done with its last', async () => {
    const [a, b] = [await opened(), await opened()];
    let end = () => {};
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const working = a.work.run('pick', '1', () => {
      begun();
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    await isBegun;
    for (const due of ['2', '3']) expect(await doneBy([a, b], due)).toEqual([]);
    expect(await doneBy([a, b], '1', 'score')).toEqual(['1']);
    end();
    await working;
    expect(await doneBy([b, a], null)).toEqual(['3']);
    expect(await doneBy([b, a], null)).toEqual([]);
  });

  test('what fails is told to who worked, and left for later, by whoever comes then', async () => {
    const [a, b] = [await opened(), await opened()];
    const failing = async () => {
      throw new Error('no prices');
    };
    await expect(a.work.run('pick', '1', failing)).rejects.toThrow('no prices');
    expect(await doneBy([a, b], '1')).toEqual([]);
    await statements(url, [
      `UPDATE perennial_work_${schemaOf(url)}.job SET start_after = start_after - interval '1 minute' WHERE state = 'retry'`,
    ]);
    expect(await doneBy([b, a], null)).toEqual(['1']);
  });

  test('killed at work: another process does it anew, and once', async () => {
    const { child, name } = await atWork();
    const storages = [await opened(), await opened()];
    expect(await doneBy(storages, '10:00')).toEqual([]);
    const [one, other] = storages;
    const feed = await one.feeds.add({ provider: 'stooq', marketId: '11', unadjusted: false, addedAt: NOW }, [
      { ticker: 'SPY', spelling: null },
    ]);
    const claims = async ({ feeds, nulls, presence }: Storage, holder: string) => {
      const isGone = (who: string) => presence.isGone(who);
      const claim = { holder, now: NOW, until: LATER };
      const search = { ...claim, key: 'k', dataVersion: 'd' };
      return [await feeds.claim(feed.id, claim, isGone), await nulls.claim(search, isGone)];
    };
    expect(await claims(one, name)).toEqual([true, true]);
    expect(await claims(other, await other.presence.name())).toEqual([false, false]);
    await child.kill();
    const done: string[] = [];
    await until(async () => {
      done.push(...(await doneBy(storages, null)));
      return done.length > 0;
    });
    expect(done).toEqual(['10:00']);
    expect(await doneBy(storages, '10:00')).toEqual([]);
    await until(() => other.presence.isGone(name));
    expect(await claims(other, await other.presence.name())).toEqual([true, true]);
  });

  test('a process whose connections are ended goes on with its work, and stays known', async () => {
    const { child, name } = await atWork();
    const other = await opened();
    expect(await other.presence.isGone(name)).toBe(false);
    for (let i = 0; i < 3; i++) {
      await cut('perennial%');
      await until(async () => !(await isFree(`work pick`)));
      expect(await doneBy([other], null).catch(() => [])).toEqual([]);
    }
    expect(await other.presence.isGone(name)).toBe(false);
    child.say('done');
    expect(await child.line()).toBe('ran');
    expect(await doneBy([other], '10:00')).toEqual([]);
    expect(await doneBy([other], '10:10')).toEqual(['10:10']);
  });

  const isFree = async (lock: string) => {
    const [{ rows }] = await statements(url, [
      `SELECT count(*) AS held FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted
       AND (classid::bigint << 32 | objid::bigint) = hashtextextended(current_schema() || ' ' || '${lock}', ${0x5065726e})`,
    ]);
    return rows[0].held === '0';
  };

  test('names of others are not known to be gone', async () => {
    const { presence } = await opened();
    expect(await presence.isGone('host/4026/1/abcd')).toBe(false);
    expect(await presence.isGone(await presence.name())).toBe(false);
    expect(await presence.name()).not.toBe(await presence.name());
  });

  test('a user who may not make the schema of the library is told what to grant', async () => {
    await statements(url, [`CREATE ROLE ${ROLE} LOGIN`, `GRANT CREATE, USAGE ON SCHEMA ${schemaOf(url)} TO ${ROLE}`]);
    const own = new URL(url);
    own.username = ROLE;
    try {
      await expect(openStorage(own.href, null)).rejects.toThrow(/GRANT CREATE ON DATABASE/);
      expect(
        (await statements(url, ['SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()']))[0].rows,
      ).toEqual([{ count: '0' }]);
    } finally {
      await statements(url, [`DROP OWNED BY ${ROLE}`, `DROP ROLE ${ROLE}`]);
    }
  });
});

function schemaOf(url: string): string {
  return /search_path=(\w+)/.exec(decodeURIComponent(new URL(url).search))![1];
}
