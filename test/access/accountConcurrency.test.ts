import fc from 'fast-check';
import { Turns } from '../../src/access/accountConcurrency';

/** Work that ends when it is told to, and a record of what was under way. */
function workshop() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)!() };
}
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('an account has so many under way; the others wait in their order', async () => {
  const { started, work, end } = workshop();
  const turns = new Turns(2);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.run('a', work(name)));
  await settle();
  expect(started).toEqual(['a1', 'a2']);
  end('a2');
  await settle();
  expect(started).toEqual(['a1', 'a2', 'a3']);
  end('a1');
  await settle();
  for (const name of ['a3', 'a4']) end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4']);
});

test('another account does not wait behind it', async () => {
  const { started, work } = workshop();
  const turns = new Turns(1);
  for (let i = 0; i < 50; i++) void turns.run('a', work(`a${i}`));
  void turns.run('b', work('b'));
  await settle();
  expect(started).toEqual(['a0', 'b']);
});

test('work that fails gives its turn on, and only its own caller hears of it', async () => {
  const turns = new Turns(1);
  const failed = turns.run('a', () => Promise.reject(new Error('broken')));
  const next = turns.run('a', async () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});

test('law: everything runs once, never more of an account at once than its width', async () => {
  const job = fc.record({ account: fc.constantFrom('a', 'b', 'c'), steps: fc.nat(3), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(job, { maxLength: 25 }), async (width, jobs) => {
      const turns = new Turns(width);
      const busy: Record<string, number> = { a: 0, b: 0, c: 0 };
      let ran = 0;
      const results = jobs.map(({ account, steps, fails }) =>
        turns.run(account, async () => {
          busy[account]++;
          expect(busy[account]).toBeLessThanOrEqual(width);
          for (let i = 0; i < steps; i++) await null;
          busy[account]--;
          ran++;
          if (fails) throw new Error('broken');
        }),
      );
      const outcomes = await Promise.allSettled(results);
      expect(ran).toBe(jobs.length);
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(jobs.map(({ fails }) => fails));
    }),
    { numRuns: 50 },
  );
});
