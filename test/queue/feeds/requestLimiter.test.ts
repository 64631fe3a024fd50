import { RequestLimiter, requestsToday } from '../../../src/feeds/client';
import { FeedFault } from '../../../src/feeds/provider';
import type { RequestCounter } from '../../../src/storage/counters';
import { openStorage } from '../../../src/storage/open';
import { fixedClock } from '../../helpers/clock';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();
const signal = new AbortController().signal;
let number = 0;

async function limiterOver(file: string, limits = { perMinute: 3, perDay: 5, concurrency: 2 }) {
  const clock = fixedClock('2024-06-27T23:00:30Z');
  const storage = await openStorage(file);
  const { providers } = storage.counters;
  const refused: string[] = [];
  const counter: Pick<RequestCounter, 'count'> = {
    async count(subject, ...args) {
      const counted = await providers.count(subject, ...args);
      if (!counted.allowed) refused.push(subject);
      return counted;
    },
  };
  const limiter = new RequestLimiter({ id: 'p', limits }, { counter, clock });
  const usedToday = () => requestsToday({ counter: providers, clock }, { id: 'p' });
  return { storage, clock, refused, limiter, usedToday };
}
const file = () => `${folder}/db${number++}.sqlite`;
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('requests beyond the limit per minute wait for the next minute, and no longer', async () => {
  const { limiter, clock, storage, refused } = await limiterOver(file());
  const done: number[] = [];
  const all = [1, 2, 3, 4].map((n) => limiter.run(async () => done.push(n), signal));
  while (refused.length === 0) await turn();
  expect(done).toEqual([1, 2, 3]);
  clock.set('2024-06-27T23:01:00Z');
  clock.pass(29_999);
  await turn();
  expect(done).toEqual([1, 2, 3]);
  clock.pass(1);
  await Promise.all(all);
  expect(done).toEqual([1, 2, 3, 4]);
  await storage.close();
});

test('the limit per day holds across restarts and processes', async () => {
  const database = file();
  const limits = { perMinute: 100, perDay: 3, concurrency: 1 };
  const first = await limiterOver(database, limits);
  await first.limiter.run(async () => {}, signal);
  const second = await limiterOver(database, limits);
  await second.limiter.run(async () => {}, signal);
  await first.storage.close();
  const restarted = await limiterOver(database, limits);
  await restarted.limiter.run(async () => {}, signal);
  expect(await restarted.usedToday()).toBe(3);
  for (const { limiter } of [second, restarted]) {
    const fault = await limiter.run(async () => {}, signal).catch((error) => error);
    expect(fault).toBeInstanceOf(FeedFault);
    expect(fault).toMatchObject({ kind: 'day_limit', retryAfterMs: 59.5 * 60_000 });
  }
  restarted.clock.set('2024-06-28T00:00:00Z');
  await restarted.limiter.run(async () => {}, signal);
  expect(await restarted.usedToday()).toBe(1);
  await second.storage.close();
  await restarted.storage.close();
});

test('the limit of concurrent requests holds', async () => {
  const { limiter, storage } = await limiterOver(file(), { perMinute: 100, perDay: 100, concurrency: 2 });
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await turn();
    now -= 1;
  };
  await Promise.all(Array.from({ length: 7 }, () => limiter.run(work, signal)));
  expect(most).toBe(2);
  await storage.close();
});

test('an aborted request stops waiting for the next minute', async () => {
  const { limiter, storage, refused } = await limiterOver(file(), { perMinute: 1, perDay: 100, concurrency: 1 });
  const stop = new AbortController();
  await limiter.run(async () => {}, stop.signal);
  const waiting = limiter.run(async () => 'sent', stop.signal).catch((error) => error.message);
  while (refused.length === 0) await turn();
  stop.abort(new Error('stopped'));
  expect(await waiting).toBe('stopped');
  await storage.close();
});
