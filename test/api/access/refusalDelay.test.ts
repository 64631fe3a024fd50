import { RefusalDelay } from '../../../src/access/limits';

describe('with a clock under control', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Advances the clock and returns after how many milliseconds each of the waits ended. */
  async function ends(waits: readonly Promise<void>[], upTo: number, step: number): Promise<(number | null)[]> {
    const over: (number | null)[] = waits.map(() => null);
    let elapsed = 0;
    for (const [i, wait] of waits.entries()) {
      void wait.then(() => {
        over[i] = elapsed;
      });
    }
    await new Promise((resolve) => setImmediate(resolve));
    for (elapsed = step; elapsed <= upTo; elapsed += step) {
      await jest.advanceTimersByTimeAsync(step);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return over;
  }

  test('the first answer comes at once, the others one by one', async () => {
    const delay = new RefusalDelay(10);
    expect(
      await ends(
        [1, 2, 3, 4].map(() => delay.wait('a')),
        100,
        5,
      ),
    ).toEqual([0, 10, 20, 30]);
  });

  test('clients do not wait for each other', async () => {
    const delay = new RefusalDelay(10);
    expect(
      await ends(
        ['a', 'b', 'a', 'b'].map((client) => delay.wait(client)),
        100,
        5,
      ),
    ).toEqual([0, 0, 10, 10]);
  });

  test('nobody waits longer than a second', async () => {
    const delay = new RefusalDelay(400);
    expect(
      await ends(
        Array.from({ length: 6 }, () => delay.wait('a')),
        2_000,
        100,
      ),
    ).toEqual([0, 400, 800, 1_000, 1_000, 1_000]);
  });

  test('a client that paused is answered at once again', async () => {
    const delay = new RefusalDelay(10);
    await delay.wait('a');
    await jest.advanceTimersByTimeAsync(10);
    expect(await ends([delay.wait('a')], 10, 5)).toEqual([0]);
  });
});
