import fc from 'fast-check';
import { AccountTurns } from '../../src/engine/accountTurns';

/** Work that ends when it is told to, and the order in which it began. */
function workshop(places: number) {
  const turns = new AccountTurns(places);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    turns,
    began,
    /** @param names `a1`: the first work of account a */
    ask: (...names: string[]) => {
      for (const name of names) {
        void turns.run(name[0], () => {
          began.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        });
      }
    },
    end: async (name: string) => {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test.each([
  { given: 'one account', asked: ['a1', 'a2', 'a3'], places: 1, order: ['a1', 'a2', 'a3'] },
  {
    given: 'another after a flood',
    asked: ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'],
    places: 1,
    order: ['a1', 'a2', 'b1', 'a3', 'b2', 'a4'],
  },
  {
    given: 'three accounts that ask differently much',
    asked: ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'],
    places: 1,
    order: ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'],
  },
  {
    given: 'an account that holds all places',
    asked: ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'],
    places: 2,
    // a2 still holds the other place when a1 ends.
    order: ['a1', 'a2', 'b1', 'a3', 'b2', 'a4'],
  },
])('$given: $order', async ({ asked, places, order }) => {
  const { ask, end, began } = workshop(places);
  ask(...asked);
  await new Promise((resolve) => setImmediate(resolve));
  for (const name of order) await end(name);
  expect(began).toEqual(order);
});

test('work that fails gives its place on', async () => {
  const turns = new AccountTurns(1);
  const failed = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('b', async () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
  expect([turns.running, turns.waiting]).toEqual([0, 0]);
});

test('what is under way and what waits is counted over all accounts', async () => {
  const { turns, ask, end } = workshop(2);
  ask('a1', 'a2', 'a3', 'b1');
  expect([turns.running, turns.waiting]).toEqual([2, 2]);
  await new Promise((resolve) => setImmediate(resolve));
  await end('a1');
  expect([turns.running, turns.waiting]).toEqual([2, 1]);
});

test('law: everything runs once, never more at once than there are places, each account in its order', async () => {
  const job = fc.record({ account: fc.constantFrom('a', 'b', 'c'), steps: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(job, { maxLength: 25 }), async (places, jobs) => {
      const turns = new AccountTurns(places);
      const began: Record<string, number[]> = { a: [], b: [], c: [] };
      let running = 0;
      await Promise.all(
        jobs.map(({ account, steps }, i) =>
          turns.run(account, async () => {
            began[account].push(i);
            expect(++running).toBeLessThanOrEqual(places);
            for (let step = 0; step < steps; step++) await null;
            running -= 1;
          }),
        ),
      );
      expect(Object.values(began).flat()).toHaveLength(jobs.length);
      for (const mine of Object.values(began)) expect(mine).toEqual([...mine].sort((x, y) => x - y));
    }),
    { numRuns: 50 },
  );
});
