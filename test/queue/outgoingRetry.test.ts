import { CircuitBreaker, retryAfterMs, withRetries } from '../../src/http/outgoingRetry';
import { type FixedClock, fixedClock } from '../helpers/clock';

let clock: FixedClock;
beforeEach(() => {
  clock = fixedClock('2024-06-28T15:00:00Z');
});

describe('Retry-After', () => {
  const now = new Date('2024-06-28T15:00:00Z');
  test.each([
    ['0', 0],
    [' 120 ', 120_000],
    ['Fri, 28 Jun 2024 15:01:00 GMT', 60_000],
    ['Friday, 28-Jun-24 15:01:00 GMT', 60_000],
    ['Fri Jun 28 15:01:00 2024', 60_000],
    ['Fri, 28 Jun 2024 14:00:00 GMT', 0],
    [null, null],
    ['', null],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
    ['2024-06-28T15:01:00Z', null],
    ['99999999999999', null],
  ])('%j is %j ms', (header, ms) => expect(retryAfterMs(header, now)).toBe(ms));
});

describe('retries', () => {
  class Busy extends Error {
    constructor(readonly retryAfterMs: number | null) {
      super('busy');
    }
  }

  interface Trial {
    readonly failures: number;
    readonly retryAfter?: string;
    /** Milliseconds that all attempts may take together. */
    readonly budget?: number;
    readonly random?: number;
    readonly signal?: AbortSignal;
  }

  /** Attempts take no time, and pauses pass at once. @returns the times of the attempts, and how it ended */
  async function trial({ failures, retryAfter, budget = 1e6, random = 1, signal = never }: Trial) {
    const start = clock.elapsed();
    const moments: number[] = [];
    const timer = {
      elapsed: () => clock.elapsed(),
      after(ms: number, then: () => void) {
        setImmediate(() => clock.pass(ms));
        return clock.after(ms, then);
      },
    };
    const retryOf = (error: unknown) => (error instanceof Busy ? error : undefined);
    const ended = await withRetries(
      { timer, random: () => random },
      { until: start + budget, signal, retryOf },
      async () => {
        moments.push(clock.elapsed() - start);
        if (moments.length <= failures) throw new Busy(retryAfterMs(retryAfter ?? null, clock.now()));
        return 'done';
      },
    ).catch((error: Error) => error.message);
    return { moments, ended };
  }
  const never = new AbortController().signal;

  test('come after one, two, four and eight seconds, four in all', async () => {
    expect(await trial({ failures: 99 })).toEqual({ moments: [0, 1_000, 3_000, 7_000, 15_000], ended: 'busy' });
  });

  test('come up to half of the pause earlier, at random', async () => {
    expect(await trial({ failures: 2, random: 0 })).toEqual({ moments: [0, 500, 1_500], ended: 'done' });
  });

  test('come no earlier than Retry-After says', async () => {
    expect(await trial({ failures: 1, retryAfter: '20' })).toEqual({ moments: [0, 20_000], ended: 'done' });
    expect((await trial({ failures: 1, retryAfter: '0' })).moments).toEqual([0, 1_000]);
  });

  test('do not come if that would exceed the time budget', async () => {
    const late = { failures: 1, retryAfter: '20' };
    expect(await trial({ ...late, budget: 19_999 })).toEqual({ moments: [0], ended: 'busy' });
    expect((await trial({ ...late, budget: 20_000 })).ended).toBe('done');
  });

  test('do not come after a final error, nor after an abort', async () => {
    const failing = jest.fn(async () => {
      throw new Error('final');
    });
    const rule = { until: 1e6, signal: never, retryOf: () => undefined };
    await expect(withRetries({ timer: clock, random: () => 1 }, rule, failing)).rejects.toThrow('final');
    expect(failing).toHaveBeenCalledTimes(1);
    const gone = AbortSignal.abort(new Error('gone'));
    expect(await trial({ failures: 1, signal: gone })).toEqual({ moments: [0], ended: 'gone' });
  });
});

describe('the circuit breaker', () => {
  /** Calls a host. With a message, the call fails with it. */
  const caller = (breaker: CircuitBreaker) => {
    const called: string[] = [];
    const call = (host: string, failure?: string) =>
      breaker
        .call(host, async () => {
          called.push(host);
          if (failure !== undefined) throw new Error(failure);
          return 'well';
        })
        .catch((error: Error) => error.message);
    return { called, call };
  };
  const OPEN = 'cannot be reached: a.example could not be reached a moment ago';

  test('opens by host after a failed call and closes after ten seconds', async () => {
    const { called, call } = caller(new CircuitBreaker({ failures: 1 }, clock));
    expect(await call('a.example', 'failed')).toBe('failed');
    clock.pass(9_999);
    expect(await call('a.example')).toBe(OPEN);
    expect(await call('b.example')).toBe('well');
    expect(called).toEqual(['a.example', 'b.example']);
    clock.pass(1);
    expect(await call('a.example')).toBe('well');
    expect(await call('a.example', 'failed')).toBe('failed');
    expect(await call('a.example')).toBe(OPEN);
  });

  test('counts failures in a row, and opens again after one more', async () => {
    const isFailure = (error: unknown) => (error as Error).message === 'down';
    const { call } = caller(new CircuitBreaker({ failures: 2, isFailure }, clock));
    for (const failure of ['down', 'answered 500', undefined, 'down', 'down'])
      expect(await call('a.example', failure)).toBe(failure ?? 'well');
    expect(await call('a.example')).toBe(OPEN);
    clock.pass(10_000);
    expect(await call('a.example', 'down')).toBe('down');
    expect(await call('a.example')).toBe(OPEN);
  });
});
