import { ScanCache } from '../../src/engine/scanCache';

function cacheAt(start = 0) {
  const time = { now: start };
  const cache = new ScanCache<string>({ ttlMs: 100, maxEntries: 2, now: () => time.now });
  let computed = 0;
  const get = (key: string, keep?: (value: string) => boolean) =>
    cache.get(key, async () => `${key} #${++computed}`, keep);
  return { time, cache, get };
}

test('keeps a result until it expires', async () => {
  const { time, get } = cacheAt();
  expect([await get('a'), await get('a')]).toEqual(['a #1', 'a #1']);
  time.now = 99;
  expect(await get('a')).toBe('a #1');
  time.now = 100;
  expect(await get('a')).toBe('a #2');
});

test('the same question while it is being answered is answered once', async () => {
  const { get } = cacheAt();
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a #1', 'b #2', 'a #1']);
});

test('holds at most its entries, and lets the oldest go', async () => {
  const { get } = cacheAt();
  for (const key of ['a', 'b', 'c']) await get(key);
  expect([await get('b'), await get('c'), await get('a')]).toEqual(['b #2', 'c #3', 'a #4']);
});

test('a failure is not kept, and reaches everyone who waited for it', async () => {
  const { cache, get } = cacheAt();
  const fail = () => cache.get('a', () => Promise.reject(new Error('no prices')));
  const both = await Promise.allSettled([fail(), fail()]);
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(await get('a')).toBe('a #1');
});

test('a result that should not be kept is not', async () => {
  const { get } = cacheAt();
  expect([await get('a', () => false), await get('a')]).toEqual(['a #1', 'a #2']);
});
