import { ScanCache } from '../../src/engine/scanCache';

function newCache() {
  const time = { now: 1000 };
  const cache = new ScanCache<string>({ ttlMs: 100, maxEntries: 2, now: () => time.now });
  let computed = 0;
  const get = (key: string, keep?: (value: string) => boolean) =>
    cache.get(key, async () => `${key} #${++computed}`, keep);
  return { time, cache, get };
}

test('keeps a result until it expires', async () => {
  const { time, get } = newCache();
  expect([await get('a'), await get('a')]).toEqual(['a #1', 'a #1']);
  time.now += 100;
  expect(await get('a')).toBe('a #1');
  time.now += 1;
  expect(await get('a')).toBe('a #2');
});

test('the same question while it is being answered is answered once', async () => {
  const { get } = newCache();
  expect(await Promise.all([get('a'), get('b'), get('a')])).toEqual(['a #1', 'b #2', 'a #1']);
});

test('holds at most its entries, and lets the least recently used go', async () => {
  const { get } = newCache();
  for (const key of ['a', 'b', 'a', 'c']) await get(key);
  expect([await get('a'), await get('c'), await get('b')]).toEqual(['a #1', 'c #3', 'b #4']);
});

test('a failure is not kept, and reaches everyone who waited for it', async () => {
  const { cache, get } = newCache();
  const fail = () => cache.get('a', () => Promise.reject(new Error('no prices')));
  const both = await Promise.allSettled([fail(), fail()]);
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(await get('a')).toBe('a #1');
});

test('a result that should not be kept is not', async () => {
  const { get } = newCache();
  expect([await get('a', () => false), await get('a')]).toEqual(['a #1', 'a #2']);
});
