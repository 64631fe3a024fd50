import { fixedClock } from '../../../src/clock';
import { FeedFault } from '../../../src/feeds/feedFault';
import { Gate } from '../../../src/feeds/gate';
import type { RequestCounter } from '../../../src/storage/counters';
import { openStorage } from '../../../src/storage/open';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();
const signal = new AbortController().signal;
let number = 0;

async function gateOver(file: string, limits = { perMinute: 3, perDay: 5, concurrency: 2 }) {
  const clock = fixedClock('2024-06-27T23:00:30Z');
  const storage = await openStorage(file);
  const { providers } = storage.counters;
  const refused: string[] = [];
  const counter: Pick<RequestCounter, 'count' | 'usage'> = {
    usage: (...args) => providers.usage(...args),
    async count(subject, ...args) {
      const counted = await providers.count(subject, ...args);
      if (!counted.allowed) refused.push(subject);
      return counted;
    },
  };
  return { storage, clock, refused, gate: new Gate({ id: 'p', limits }, { counter, clock }) };
}
const file = () => `${folder}/db${number++}.sqlite`;
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

test('so many a minute: the rest waits for the next, and no longer', async () => {
  const { gate, clock, storage, refused } = await gateOver(file());
  const done: number[] = [];
  const all = [1, 2, 3, 4].map((n) => gate.run(async () => done.push(n), signal));
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

test('so many a day, which neither a restart nor another process forgets', async () => {
  const database = file();
  const limits = { perMinute: 100, perDay: 3, concurrency: 1 };
  const first = await gateOver(database, limits);
  await first.gate.run(async () => {}, signal);
  const second = await gateOver(database, limits);
  await second.gate.run(async () => {}, signal);
  await first.storage.close();
  const restarted = await gateOver(database, limits);
  await restarted.gate.run(async () => {}, signal);
  expect(await restarted.gate.usedToday()).toBe(3);
  for (const { gate } of [second, restarted]) {
    const fault = await gate.run(async () => {}, signal).catch((error) => error);
    expect(fault).toBeInstanceOf(FeedFault);
    expect(fault).toMatchObject({ kind: 'day_limit', retryAfterMs: 59.5 * 60_000 });
  }
  restarted.clock.set('2024-06-28T00:00:00Z');
  await restarted.gate.run(async () => {}, signal);
  expect(await restarted.gate.usedToday()).toBe(1);
  await second.storage.close();
  await restarted.storage.close();
});

test('so many at once', async () => {
  const { gate, storage } = await gateOver(file(), { perMinute: 100, perDay: 100, concurrency: 2 });
  let now = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++now);
    await turn();
    now -= 1;
  };
  await Promise.all(Array.from({ length: 7 }, () => gate.run(work, signal)));
  expect(most).toBe(2);
  await storage.close();
});

test('whoever is stopped does not wait for the minute', async () => {
  const { gate, storage, refused } = await gateOver(file(), { perMinute: 1, perDay: 100, concurrency: 1 });
  const stop = new AbortController();
  await gate.run(async () => {}, stop.signal);
  const waiting = gate.run(async () => 'sent', stop.signal).catch((error) => error.message);
  while (refused.length === 0) await turn();
  stop.abort(new Error('stopped'));
  expect(await waiting).toBe('stopped');
  await storage.close();
});
