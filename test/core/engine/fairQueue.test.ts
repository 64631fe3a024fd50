import fc from 'fast-check';
import { queueOptionsSymbol } from 'piscina';
import { FairQueue, type TaskOwner } from '../../../src/engine/pool';

/** A task as piscina puts it into the queue, with its account. */

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
])('%s is taken as %s: accounts take turns', (pushed, taken) => {
  expect(accountsOf(queueOf(...pushed))).toBe(taken);
});

test('a later account gets its turn after those already waiting', () => {
  const queue = queueOf(...'aaaa');
  queue.shift();
  queue.push(taskOf('b'));
  expect(accountsOf(queue)).toBe('abaa');
});

test('tasks of an account are taken in order', () => {
  const queue = new FairQueue();
  const [first, other, second] = [taskOf('a'), taskOf('b'), taskOf('a')];
  for (const task of [first, other, second]) queue.push(task);
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual([first, other, second, null]);
});

test('a task put back is the next again', () => {
  const queue = queueOf(...'aabb');
  const task = queue.shift()!;
  queue.unshift(task);
  expect(queue.size).toBe(4);
  expect(queue.shift()).toBe(task);
});

test('cancel removes one task only', () => {
  const queue = new FairQueue();
  const tasks = [...'aab'].map(taskOf);
  for (const task of tasks) queue.push(task);
  queue.cancel(tasks[0][queueOptionsSymbol]);
  queue.cancel({ account: 'b' });
  expect([queue.size, queue.shift(), queue.shift(), queue.shift()]).toEqual([2, tasks[1], tasks[2], null]);
});

test('property: no account waits for more than one task of each other account', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'abcd'), { maxLength: 40 }), (accounts) => {
      const order = accountsOf(queueOf(...accounts));
      expect([...order].sort()).toEqual([...accounts].sort());
      for (const account of new Set(accounts)) {
        // Between two of its tasks, and before its first, each other account has at most one.
        for (const between of order.slice(0, order.lastIndexOf(account)).split(account))
          expect(new Set(between).size).toBe(between.length);
      }
    }),
  );
});
