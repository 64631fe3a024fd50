import { TurnEnd } from '../../../src/storage/sqlite/turn';

test('what comes in one turn is done at its end, in its order, each with its own outcome', async () => {
  const turnEnd = new TurnEnd();
  const done: string[] = [];
  const all = ['a', 'b', 'c'].map((name) =>
    turnEnd.run(() => {
      done.push(name);
      if (name === 'b') throw new Error('torn');
      return name;
    }),
  );
  const settled = Promise.allSettled(all);
  await Promise.resolve();
  expect(done).toEqual([]);
  expect(await settled).toMatchObject([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('torn') },
    { status: 'fulfilled', value: 'c' },
  ]);
  expect(done).toEqual(['a', 'b', 'c']);
});

test('what takes its time holds nobody up, and what comes meanwhile is done in the next turn', async () => {
  const turnEnd = new TurnEnd();
  const done: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = turnEnd.run(async () => {
    await released;
    done.push('slow');
  });
  await turnEnd.run(() => done.push('beside it'));
  await turnEnd.run(() => done.push('after it'));
  release();
  await slow;
  expect(done).toEqual(['beside it', 'after it', 'slow']);
});
