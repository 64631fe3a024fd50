import { TurnEnd } from '../../../src/storage/sqlite/turn';

test.each(['turn', 'statements'] as const)(
  'what comes together is done after it, in its order, each with its own outcome: %s',
  async (after) => {
    const turnEnd = new TurnEnd(after);
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
  },
);

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

test('a second statement of requests that came together is done for all of them before anything else has its turn', async () => {
  const [keys, counts] = [new TurnEnd(), new TurnEnd('statements')];
  const done: string[] = [];
  const requests = ['a', 'b'].map(async (name) => {
    await keys.run(() => done.push(`key of ${name}`));
    await counts.run(() => done.push(`count of ${name}`));
  });
  const other = new Promise<void>((resolve) => {
    setImmediate(() => {
      done.push('what another computes');
      resolve();
    });
  });
  await Promise.all([...requests, other]);
  expect(done).toEqual(['key of a', 'key of b', 'count of a', 'count of b', 'what another computes']);
});
