import { BarsCache } from '../../src/engine/barsCache';
import { barsOf } from '../helpers/syntheticBars';

// 10 bars of 28 bytes.
const bars = () =>
  barsOf(
    Array.from({ length: 10 }, (_, i) => i),
    new Array(10).fill(1),
  );

test('returns what was put under the same key, and nothing under another', () => {
  const cache = new BarsCache(1_000);
  const kept = bars();
  cache.set(1, 'v1', kept);
  expect([cache.get(1, 'v1'), cache.get(1, 'v2'), cache.get(2, 'v1')]).toEqual([kept, undefined, undefined]);
});

test('drops the least recently used beyond its bytes', () => {
  const cache = new BarsCache(600);
  for (const id of [1, 2]) cache.set(id, 'v', bars());
  cache.get(1, 'v');
  cache.set(3, 'v', bars());
  expect([1, 2, 3].map((id) => cache.get(id, 'v') !== undefined)).toEqual([true, false, true]);
});

test('replacing a symbol’s bars frees the ones before', () => {
  const cache = new BarsCache(600);
  cache.set(1, 'v', bars());
  for (const key of ['v1', 'v2', 'v3']) cache.set(2, key, bars());
  expect([cache.get(1, 'v') !== undefined, cache.get(2, 'v3') !== undefined]).toEqual([true, true]);
});
