import fc from 'fast-check';
import { AccountConcurrency as Places } from '../../../src/access/accountConcurrency';

/** Queues of up to 100 requests whose clients stay connected, unless a test says otherwise. */
class AccountConcurrency extends Places {
  override run<T>(
    id: string,
    work: () => Promise<T>,
    options = { gone: new AbortController().signal, mostWaiting: 100 },
  ) {
    return super.run(id, work, options);
  }
}

/** The values of the metrics. */
function totals(places: AccountConcurrency) {
  const [{ value: accounts }, { value: running }, { value: waiting }] = places
    .readings()
    .flatMap(({ values }) => values);
  return { accounts, running, waiting };
}

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

test('an account runs a limited number of requests at once; the others wait in their order', async () => {
  const { started, work, end } = workshop();
  const places = new AccountConcurrency(2);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => places.run('a', work(name)));
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

test('an account does not wait for the requests of another', async () => {
  const { started, work } = workshop();
  const places = new AccountConcurrency(1);
  for (let i = 0; i < 50; i++) void places.run('a', work(`a${i}`));
  void places.run('b', work('b'));
  await settle();
  expect(started).toEqual(['a0', 'b']);
});

test('when a request fails, the next one starts, and only its own caller gets the error', async () => {
  const places = new AccountConcurrency(1);
  const failed = places.run('a', () => Promise.reject(new Error('broken')));
  const next = places.run('a', async () => 'fine');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('fine');
});

test('between two requests of one account, the event loop runs other work', async () => {
  const places = new AccountConcurrency(1);
  const order: string[] = [];
  const burst = ['a0', 'a1', 'a2', 'a3'].map((name) => places.run('a', async () => void order.push(name)));
  setImmediate(() => void order.push('b'));
  await Promise.all(burst);
  expect(order).toEqual(['a0', 'b', 'a1', 'a2', 'a3']);
});

test('an account without requests is forgotten', async () => {
  const places = new AccountConcurrency(1);
  const fails = () => Promise.reject(new Error('broken'));
  const all = [places.run('a', async () => 1), places.run('a', fails), places.run('b', async () => 2)];
  expect(totals(places)).toEqual({ accounts: 2, running: 0, waiting: 3 });
  await Promise.allSettled(all);
  expect(totals(places)).toEqual({ accounts: 0, running: 0, waiting: 0 });
});

test('a request beyond the full queue of its account is refused with Retry-After; other accounts are served', async () => {
  const { started, work, end } = workshop();
  const places = new AccountConcurrency(1);
  const options = { gone: new AbortController().signal, mostWaiting: 2 };
  const all = ['a0', 'a1', 'a2'].map((name) => places.run('a', work(name), options));
  await expect(places.run('a', work('a3'), options)).rejects.toMatchObject({ code: 'scan_busy', retryAfter: 5 });
  void places.run('b', work('b'), options);
  await settle();
  for (const name of ['a0', 'a1', 'a2']) {
    end(name);
    await settle();
  }
  expect(await Promise.all(all)).toEqual(['a0', 'a1', 'a2']);
  expect(started).toEqual(['a0', 'b', 'a1', 'a2']);
});

test('a waiting request whose client disconnects leaves the queue at once and is never started', async () => {
  const { started, work, end } = workshop();
  const places = new AccountConcurrency(1);
  const leaver = new AbortController();
  const stays = { gone: new AbortController().signal, mostWaiting: 1 };
  const first = places.run('a', work('first'), stays);
  const left = places.run('a', work('left'), { ...stays, gone: leaver.signal });
  await settle();
  leaver.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  const next = places.run('a', work('next'), stays);
  expect(totals(places)).toEqual({ accounts: 1, running: 1, waiting: 1 });
  end('first');
  await settle();
  end('next');
  expect(await Promise.all([first, next])).toEqual(['first', 'next']);
  expect(started).toEqual(['first', 'next']);
});

test('law: everything runs once, and no account runs more at once than its limit', async () => {
  const job = fc.record({ account: fc.constantFrom('a', 'b', 'c'), steps: fc.nat(3), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(job, { maxLength: 25 }), async (width, jobs) => {
      const places = new AccountConcurrency(width);
      const busy: Record<string, number> = { a: 0, b: 0, c: 0 };
      let ran = 0;
      const results = jobs.map(({ account, steps, fails }) =>
        places.run(account, async () => {
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
