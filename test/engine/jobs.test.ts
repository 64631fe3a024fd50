import { setTimeout } from 'node:timers/promises';
import { DeadlineError, MarketJobs } from '../../src/engine/jobs';
import { MarketUnreadableError } from '../../src/engine/snapshot';
import { CorruptPricesError } from '../../src/storage/sqlite/prices';

const never = () => new Promise<never>(() => {});
const jobsOf = (budgetMs: number, concurrency = 4) => new MarketJobs({ concurrency, budgetMs });
const outcome = (result: Awaited<ReturnType<MarketJobs['run']>>[number]) => (result.ok ? result.value : result.reason);

test('the markets that can answer do, in the order asked', async () => {
  const errors: Record<string, Error> = {
    b: new CorruptPricesError('AAA', 'a bit fell over'),
    c: new MarketUnreadableError('c', 3),
    d: Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' }),
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
