import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { fixedClock } from '../../src/clock';
import { AbandonedError, DeadlineError } from '../../src/deadline';
import { MarketJobs } from '../../src/engine/jobs';
import { MarketUnreadableError } from '../../src/engine/snapshot';
import { CorruptPricesError, DamagedDataError } from '../../src/storage/errors';

const never = () => new Promise<never>(() => {});
const clock = fixedClock('2024-12-20T15:00:00Z');
const jobsOf = (ms: number, concurrency = 4) => new MarketJobs({ concurrency, budget: { ms, timer: clock } });
/** One request: its market work under the budget, until it is given up. */
function run<R>(
  jobs: MarketJobs,
  markets: string[],
  work: (m: string, s: AbortSignal) => Promise<R>,
  gone?: AbortSignal,
) {
  return jobs.budgeted((signal) => jobs.run(markets, work, signal), gone);
}
const outcome = (result: Awaited<ReturnType<MarketJobs['run']>>[number]) => (result.ok ? result.value : result.reason);

test('the markets that can answer do, in the order asked', async () => {
  const errors: Record<string, Error> = {
    b: new CorruptPricesError('AAA', 'a bit fell over'),
    c: new MarketUnreadableError('c', 3),
    d: new DamagedDataError('the database cannot be read'),
  };
  const results = await run(jobsOf(10_000), ['a', 'b', 'c', 'd', 'e'], async (market) => {
    if (market === 'a') await setImmediate();
    if (errors[market]) throw errors[market];
    return market.toUpperCase();
  });
  expect(results.map(outcome)).toEqual(['A', 'corrupt', 'corrupt', 'corrupt', 'E']);
  expect(results.flatMap((result) => (result.ok ? [] : [result.error]))).toEqual(Object.values(errors));
});

test('a market that takes longer than the budget is named, the others answer, and its work is told to stop', async () => {
  let told: unknown;
  const running = run(jobsOf(30), ['slow', 'fast'], (market, signal) => {
    if (market === 'fast') return Promise.resolve(market);
    signal.addEventListener('abort', () => {
      told = signal.reason;
    });
    return never();
  });
  await setImmediate();
  clock.pass(29);
  expect(told).toBeUndefined();
  clock.pass(1);
  const results = await running;
  expect(results.map(outcome)).toEqual(['timeout', 'fast']);
  expect(told).toBeInstanceOf(DeadlineError);
});

test('markets that wait behind a slow one share its budget', async () => {
  const started: string[] = [];
  const running = run(jobsOf(30, 1), ['slow', 'waiting'], (market) => {
    started.push(market);
    return never();
  });
  await setImmediate();
  clock.pass(30);
  const results = await running;
  expect(results.map(outcome)).toEqual(['timeout', 'timeout']);
  expect(started).toEqual(['slow']);
});

test('no budget at all: nothing starts', async () => {
  const work = jest.fn(never);
  expect((await run(jobsOf(0), ['a', 'b'], work)).map(outcome)).toEqual(['timeout', 'timeout']);
  expect(work).not.toHaveBeenCalled();
});

test('a request that is given up frees its markets', async () => {
  const caller = new AbortController();
  const running = run(jobsOf(10_000), ['a'], never, caller.signal);
  caller.abort(new AbandonedError('gone'));
  // No result of a market: nobody is there to be told that it took too long.
  await expect(running).rejects.toThrow(AbandonedError);
});

test('a fault of the program is no market failure', async () => {
  const work = async () => {
    throw new TypeError('x is not a function');
  };
  await expect(run(jobsOf(10_000), ['a'], work)).rejects.toThrow(TypeError);
});

describe('places', () => {
  /** Work that tells when it has begun and ends when it is let. */
  function work() {
    const begun = new EventEmitter();
    const order: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      order,
      start: (name: string) =>
        new Promise<string>((resolve) => {
          order.push(name);
          ends.set(name, () => resolve(name));
          begun.emit('begun');
        }),
      /** Once so many have begun, counting those that have ended. */
      async begun(count: number) {
        while (order.length < count) await once(begun, 'begun');
      },
      end: (name: string) => ends.get(name)!(),
    };
  }

  test('all that become free are used by those who wait', async () => {
    const { order, start, begun, end } = work();
    const jobs = jobsOf(10_000, 3);
    const first = run(jobs, ['a', 'b', 'c'], start);
    await begun(3);
    const second = run(jobs, ['d', 'e', 'f'], start);
    for (const name of ['a', 'b', 'c']) end(name);
    await begun(6);
    expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const name of ['d', 'e', 'f']) end(name);
    expect((await Promise.all([first, second])).flat().map(outcome)).toEqual(order);
  });

  test('who comes later waits longer, though a place is free at that moment', async () => {
    const { order, start, begun, end } = work();
    const jobs = jobsOf(10_000, 2);
    const [a, b] = ['a', 'b'].map((name) => run(jobs, [name], start));
    await begun(2);
    const waiting = run(jobs, ['waiting'], start);
    end('a');
    await a;
    const newcomer = run(jobs, ['newcomer'], start);
    await begun(3);
    expect(order).toEqual(['a', 'b', 'waiting']);
    for (const name of ['b', 'waiting']) end(name);
    await begun(4);
    end('newcomer');
    expect((await Promise.all([b, waiting, newcomer])).flat().map(outcome)).toEqual(['b', 'waiting', 'newcomer']);
  });

  test('a request that is given up while its job waits does not start it', async () => {
    const { order, start, begun, end } = work();
    const jobs = jobsOf(10_000, 1);
    const first = run(jobs, ['a'], start);
    await begun(1);
    const caller = new AbortController();
    const given = run(jobs, ['given up'], start, caller.signal);
    const next = run(jobs, ['next'], start);
    caller.abort(new AbandonedError('gone'));
    await expect(given).rejects.toThrow(AbandonedError);
    end('a');
    await begun(2);
    end('next');
    expect((await Promise.all([first, next])).flat().map(outcome)).toEqual(['a', 'next']);
    expect(order).toEqual(['a', 'next']);
  });
});
