import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadedSymbols, scanRequest, yearEntries } from '../../../scripts/bench/universe';
import { fromIso } from '../../../src/core/calendar/dates';
import { TaskPool } from '../../../src/engine/pool';
import type { PredictInput } from '../../../src/engine/tasks/evidence';
import { searchTasks, unpacked } from '../../../src/engine/tasks/search';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { eventually } from '../../helpers/eventually';
import { tempFolder } from '../../helpers/tempFolder';

/** Threads that compute for accounts. */

const folder = tempFolder();
let storage: Storage;
/** By their number of threads. */
const pools = new Map<number, TaskPool>();
beforeAll(async () => {
  storage = await openStorage(join(folder, 'prices.db'));
});
afterAll(async () => {
  for (const pool of pools.values()) await pool.close();
  await storage.close();
});

/** Shared by the tests, since a thread takes a second to start. */
function poolOf(threads: number): TaskPool {
  const { url, prices: series } = storage;
  const pool = pools.get(threads) ?? new TaskPool('request', { threads, url, series });
  pools.set(threads, pool);
  return pool;
}

const symbols = loadedSymbols(2, 12);
const [task] = searchTasks(symbols, scanRequest({ maxHold: 60, minWins: 5 }));
const WORK = { account: 'somebody' };

/** The niceness of a thread of this process: 0 by default, 19 the lowest priority; null once it has ended. */
function priorityOf(thread: string): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    // The name may contain spaces; the fields after its bracket do not. The niceness is field 19.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  } catch {
    return null;
  }
}

(process.platform === 'linux' ? test : test.skip)('search threads have a lower priority than this thread', async () => {
  // Others may be ending.
  const before = new Set(readdirSync('/proc/self/task'));
  const { url, prices: series } = storage;
  const pool = new TaskPool('request', { threads: 1, url, series });
  await pool.run('search', task, WORK);
  const low = Math.min(19, getPriority(process.pid) + 10);
  const added = readdirSync('/proc/self/task').filter((thread) => !before.has(thread));
  expect(added.filter((thread) => priorityOf(thread) === low)).toHaveLength(1);
  await pool.close();
});

test('a thread gives the same results as this one', async () => {
  const [there, here] = [await poolOf(1).run('search', task, WORK), await poolOf(0).run('search', task, WORK)];
  expect(unpacked(there)).toEqual(unpacked(here));
  expect(unpacked(here).length).toBeGreaterThan(0);
});

test.each([0, 1])('an API error of a task reaches the caller, with %i threads', async (threads) => {
  const [{ columns, index }] = symbols;
  const symbol = { id: 99, symbol: 'LOST', revision: 0, lastDay: fromIso('2024-06-14'), loaded: null };
  const spec = {
    entries: [],
    searchEntry: 0,
    holds: [5],
    years: 5,
    cycle: 'consecutive',
    direction: 'long',
    measure: 'z',
  } as const;
  const input = { symbol, spec: { ...spec, gapLimit: 10 } };
  expect(columns.directory[index]).toBeDefined();
  // There is no such symbol in the database.
  await expect(poolOf(threads).run('heatRow', input, WORK)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'upstream_unavailable',
    retryAfter: 5,
    detail: expect.stringContaining('stored prices of LOST are damaged'),
  });
});

test.each([0, 1])('any other error of a task is rethrown, with %i threads', async (threads) => {
  const { members } = task;
  const input = { request: scanRequest({ years: 1_000 }), members };
  await expect(poolOf(threads).run('search', input, WORK)).rejects.toThrow('years must be a whole number');
});

/** Tasks of some milliseconds each. */
function longTask(): Parameters<typeof searchTasks> {
  return [symbols, scanRequest({ entries: yearEntries() })];
}

test('accounts take turns: a single task does not wait for all tasks of another account', async () => {
  const pool = poolOf(1);
  const [long] = searchTasks(...longTask());
  const ended: string[] = [];
  const ask = async (account: string) => {
    await pool.run('search', long, { account });
    ended.push(account);
  };
  await ask('first');
  const all = Array.from({ length: 20 }, () => ask('flood'));
  all.push(ask('other'));
  expect(pool.load).toMatchObject({ waiting: expect.any(Number) });
  await Promise.all(all);
  // One task is running, and one was taken from the queue before.
  expect(ended.indexOf('other')).toBeLessThanOrEqual(4);
  expect(pool.load).toEqual({ running: 0, waiting: 0 });
});

test('waiting tasks of a client that disconnects are never started, and the others continue', async () => {
  const pool = poolOf(1);
  const [long] = searchTasks(...longTask());
  const leaving = new AbortController();
  const gone = Array.from({ length: 10 }, () =>
    pool.run('search', long, { account: 'gone', signal: leaving.signal }).then(
      () => 'found',
      (error) => (error as Error).message,
    ),
  );
  const stayed = pool.run('search', long, { account: 'stayed' });
  expect(pool.load.waiting).toBeGreaterThan(8);
  leaving.abort(new Error('the client has gone'));
  expect(pool.load).toMatchObject({ waiting: expect.any(Number) });
  expect(pool.load.waiting).toBeLessThan(3);
  expect(await Promise.all(gone)).toEqual(gone.map(() => 'the client has gone'));
  expect(unpacked(await stayed).length).toBeGreaterThan(0);
  await expect(pool.run('search', long, { account: 'late', signal: leaving.signal })).rejects.toThrow('has gone');
});

test('a thread can run a task that reads prices', async () => {
  const predictor: PredictInput['predictor'] = { model: null, facts: null, today: fromIso('2024-06-14') };
  expect(await poolOf(1).run('predict', { predictor, setups: [] }, WORK)).toEqual([]);
});

test('the thread of a module has ended once its signal has aborted', async () => {
  const filename = join(folder, 'counting.cjs');
  writeFileSync(filename, 'module.exports = ({ counts }) => { for (;;) Atomics.add(counts, 0, 1); };');
  const counts = new Int32Array(new SharedArrayBuffer(4));
  const stop = new AbortController();
  const run = poolOf(1).runModule(filename, { counts }, stop.signal);
  await eventually(async () => Atomics.load(counts, 0) > 0);
  stop.abort(new Error('enough'));
  await expect(run).rejects.toThrow('enough');
  const counted = Atomics.load(counts, 0);
  await sleep(20);
  expect(Atomics.load(counts, 0)).toBe(counted);
});
