import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { DeadlineError, MarketJobs } from '../../src/engine/jobs';
import { MarketUnreadableError } from '../../src/engine/snapshot';
import { CorruptPricesError, DamagedDataError } from '../../src/storage/errors';

const never = () => new Promise<never>(() => {});
const jobsOf = (budgetMs: number, concurrency = 4) => new MarketJobs({ concurrency, budgetMs });
const outcome = (result: Awaited<ReturnType<MarketJobs['run']>>[number]) => (result.ok ? result.value : result.reason);

test('the markets that can answer do, in the order asked', async () => {
  const errors: Record<string, Error> = {
    b: new CorruptPricesError('AAA', 'a bit fell over'),
    c: new MarketUnreadableError('c', 3),
    d: new DamagedDataError('the database cannot be read'),
  };
  const results = await jobsOf(10_000).run(['a', 'b', 'c', 'd', 'e'], async (market) => {
    await setTimeout(market === 'a' ? 5 : 0);
    if (errors[market]) throw errors[market];
    return market.toUpperCase();
  });
  expect(results.map(outcome)).toEqual(['A', 'corrupt', 'corrupt', 'corrupt', 'E']);
  expect(results.flatMap((result) => (result.ok ? [] : [result.error]))).toEqual(Object.values(errors));
});

test('a market that takes longer than the budget is named, the others answer, and its work is told to stop', async () => {
  let told: unknown;
  const results = await jobsOf(30).run(['slow', 'fast'], (market, signal) => {
    if (market === 'fast') return Promise.resolve(market);
    signal.addEventListener('abort', () => {
      told = signal.reason;
    });
    return never();
  });
  expect(results.map(outcome)).toEqual(['timeout', 'fast']);
  expect(told).toBeInstanceOf(DeadlineError);
});

test('markets that wait behind a slow one share its budget', async () => {
  const started: string[] = [];
  const results = await jobsOf(30, 1).run(['slow', 'waiting'], (market) => {
    started.push(market);
    return never();
  });
  expect(results.map(outcome)).toEqual(['timeout', 'timeout']);
  expect(started).toEqual(['slow']);
});

test('no budget at all: nothing starts', async () => {
  const work = jest.fn(never);
  expect((await jobsOf(0).run(['a', 'b'], work)).map(outcome)).toEqual(['timeout', 'timeout']);
  expect(work).not.toHaveBeenCalled();
});

test('a request that is given up frees its markets', async () => {
  const caller = new AbortController();
  const running = jobsOf(10_000).run(['a'], never, caller.signal);
  caller.abort();
  expect((await running).map(outcome)).toEqual(['timeout']);
});

test('a fault of the program is no market failure', async () => {
  const work = async () => {
    throw new TypeError('x is not a function');
  };
  await expect(jobsOf(10_000).run(['a'], work)).rejects.toThrow(TypeError);
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
    const first = jobs.run(['a', 'b', 'c'], start);
    await begun(3);
    const second = jobs.run(['d', 'e', 'f'], start);
    for (const name of ['a', 'b', 'c']) end(name);
    await begun(6);
    expect(order).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const name of ['d', 'e', 'f']) end(name);
    expect((await Promise.all([first, second])).flat().map(outcome)).toEqual(order);
  });

  test('who comes later waits longer, though a place is free at that moment', async () => {
    const { order, start, begun, end } = work();
    const jobs = jobsOf(10_000, 2);
    const [a, b] = ['a', 'b'].map((name) => jobs.run([name], start));
    await begun(2);
    const waiting = jobs.run(['waiting'], start);
    end('a');
    await a;
    const newcomer = jobs.run(['newcomer'], start);
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
    const first = jobs.run(['a'], start);
    await begun(1);
    const caller = new AbortController();
    const given = jobs.run(['given up'], start, caller.signal);
    const next = jobs.run(['next'], start);
    caller.abort();
    end('a');
    await begun(2);
    end('next');
    expect((await Promise.all([first, given, next])).flat().map(outcome)).toEqual(['a', 'timeout', 'next']);
    expect(order).toEqual(['a', 'next']);
  });
});
