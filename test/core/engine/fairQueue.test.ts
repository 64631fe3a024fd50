import fc from 'fast-check';
import { queueOptionsSymbol } from 'piscina';
import { FairQueue, type TaskOwner } from '../../../src/engine/fairQueue';

/** Whose task comes next, of those that piscina puts into a queue. */

function taskOf(account: string): { readonly [queueOptionsSymbol]: TaskOwner } {
  return { [queueOptionsSymbol]: { account } };
}

function queueOf(...accounts: readonly string[]): FairQueue {
  const queue = new FairQueue();
  for (const account of accounts) queue.push(taskOf(account));
  return queue;
}

function accountsOf(queue: FairQueue): string {
  let order = '';
  for (let task = queue.shift(); task !== null; task = queue.shift())
    order += (task[queueOptionsSymbol] as TaskOwner).account;
  return order;
}

test.each([
  ['', ''],
  ['aaa', 'aaa'],
  ['aaab', 'abaa'],
  ['aaabbbc', 'abcabab'],
  ['abc', 'abc'],
])('%s comes out as %s: accounts take turns', (pushed, taken) => {
  expect(accountsOf(queueOf(...pushed))).toBe(taken);
});

test('an account that comes later has the next turn but those before it', () => {
  const queue = queueOf(...'aaaa');
  queue.shift();
  queue.push(taskOf('b'));
  expect(accountsOf(queue)).toBe('abaa');
});

test('within an account, what came first comes first', () => {
  const queue = new FairQueue();
  const [first, other, second] = [taskOf('a'), taskOf('b'), taskOf('a')];
  for (const task of [first, other, second]) queue.push(task);
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([first, other, second, null]);
});

test('what was taken out too early is the next again', () => {
  const queue = queueOf(...'aabb');
  const task = queue.shift()!;
  queue.unshift(task);
  expect(queue.size).toBe(4);
  expect(queue.shift()).toBe(task);
});

test('a task leaves, and only it', () => {
  const queue = new FairQueue();
  const tasks = [...'aab'].map(taskOf);
  for (const task of tasks) queue.push(task);
  queue.cancel(tasks[0][queueOptionsSymbol]);
  queue.cancel({ account: 'b' });
  expect([queue.size, queue.shift(), queue.shift(), queue.shift()]).toEqual([2, tasks[1], tasks[2], null]);
});

test('nobody waits for more than one task of each other account, whatever is queued', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'abcd'), { maxLength: 40 }), (accounts) => {
      const order = accountsOf(queueOf(...accounts));
      expect([...order].sort()).toEqual([...accounts].sort());
      for (const account of new Set(accounts)) {
        // Between two of its own tasks, and before its first, each other account has one at most.
        for (const between of order.slice(0, order.lastIndexOf(account)).split(account))
          expect(new Set(between).size).toBe(between.length);
      }
    }),
  );
});
