import type { Work } from '../../../src/deadline';
import { ScanCache } from '../../../src/engine/scanCache';
import { fixedClock } from '../../helpers/clock';

const WORK: Work = { account: 'somebody' };
const KEPT = { work: WORK, keep: () => true };

function newCache() {
  const clock = fixedClock('2024-12-20T15:00:00Z');
  const cache = new ScanCache<string>({ ttlMs: 100, maxEntries: 2, timer: clock });
  let computed = 0;
  const get = (key: string, keep: (value: string) => boolean = () => true) =>
    cache.get(key, async () => `${key} #${++computed}`, { work: WORK, keep });
  return { clock, cache, get };
}

test('keeps a result until it expires', async () => {
  const { clock, get } = newCache();
  expect([await get('a'), await get('a')]).toEqual(['a #1', 'a #1']);
  clock.pass(100);
  expect(await get('a')).toBe('a #1');
  clock.pass(1);
  expect(await get('a')).toBe('a #2');
});

test('expired results are removed before the cache is full', async () => {
  const { clock, cache, get } = newCache();
  await get('a');
  expect(cache.counts.size).toBe(1);
  clock.pass(101);
  await get('b');
  expect(cache.counts.size).toBe(1);
});

test('concurrent requests with the same key share one computation', async () => {
  const { get } = newCache();
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a #1', 'b #2', 'a #1']);
});

test('holds at most its maximum of entries, and removes the least recently used', async () => {
  const { get } = newCache();
  for (const key of ['a', 'b', 'a', 'c']) await get(key);
  expect([await get('a'), await get('c'), await get('b')]).toEqual(['a #1', 'c #3', 'b #4']);
});

test('a failure is not kept, and reaches all waiting requests', async () => {
  const { cache, get } = newCache();
  const fail = () => cache.get('a', () => Promise.reject(new Error('no prices')), KEPT);
  const both = await Promise.allSettled([fail(), fail()]);
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(await get('a')).toBe('a #1');
});

test('a result that should not be kept is not', async () => {
  const { get } = newCache();
  expect([await get('a', () => false), await get('a')]).toEqual(['a #1', 'a #2']);
});

test('the signal of an ended computation is not aborted', async () => {
  const { cache } = newCache();
  for (const compute of [async () => 'done', async () => Promise.reject(new Error('torn'))]) {
    let gone: AbortSignal | undefined;
    const told = ({ signal }: Required<Work>) => {
      gone = signal;
      return compute();
    };
    const asked = cache.get(String(compute), told, KEPT);
    await asked.catch(() => {});
    expect(gone?.aborted).toBe(false);
  }
});

describe('abandoned requests', () => {
  /** A computation that a test ends, and that records when it is aborted. */
  function computing() {
    const cache = newCache().cache;
    const runs: { stopped: boolean; end: (value: string) => void }[] = [];
    const compute = ({ signal: gone }: Required<Work>) =>
      new Promise<string>((resolve) => {
        const one = { stopped: false, end: resolve };
        gone.addEventListener('abort', () => {
          one.stopped = true;
        });
        runs.push(one);
      });
    return {
      cache,
      runs,
      ask: (asker?: AbortController) => cache.get('a', compute, { ...KEPT, work: { ...WORK, signal: asker?.signal } }),
    };
  }

  test('a shared computation continues while a request waits, and stops when all are abandoned', async () => {
    const { runs, ask } = computing();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask(first), ask(second)];
    first.abort(new Error('first left'));
    await expect(answers[0]).rejects.toThrow('first left');
    expect(runs.map(({ stopped }) => stopped)).toEqual([false]);
    second.abort(new Error('second left'));
    await expect(answers[1]).rejects.toThrow('second left');
    expect(runs.map(({ stopped }) => stopped)).toEqual([true]);
  });

  test('a request after all others were abandoned gets a new computation', async () => {
    const { runs, ask } = computing();
    const leaver = new AbortController();
    const left = ask(leaver);
    leaver.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    const newcomer = ask();
    runs[1].end('fresh');
    expect(await newcomer).toBe('fresh');
  });

  test('an already abandoned request starts no computation', async () => {
    const { runs, ask } = computing();
    const gone = new AbortController();
    gone.abort(new Error('left'));
    await expect(ask(gone)).rejects.toThrow('left');
    expect(runs).toEqual([]);
  });

  test('counts hits, joined requests and misses', async () => {
    const { cache, runs, ask } = computing();
    const both = [ask(), ask()];
    runs[0].end('x');
    await Promise.all(both);
    await ask();
    expect(cache.counts).toEqual({ hits: 1, joined: 1, misses: 1, size: 1 });
  });
});
