import { fixedClock } from '../../src/clock';
import { Follower } from '../../src/engine/follower';

/** Something that changes, what was taken up of it, and when. */
function following(tookMs: number, waitMs = 250) {
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const state = { committed: 0, seen: 0, at: [] as number[], fails: false };
  const follower = new Follower({
    timer: clock,
    waitMs,
    changed: async () => state.committed > state.seen,
    takeUp: async () => {
      const { committed } = state;
      clock.pass(tookMs);
      if (state.fails) return false;
      state.seen = committed;
      state.at.push(clock.elapsed());
      return true;
    },
  });
  /** Lets time pass in steps, as it does, and what is due by then be done. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 10) {
      clock.pass(10);
      await settled();
    }
  };
  /** Asked by a request: whether it had to wait. */
  const ask = async () => {
    let isAnswered = false;
    const answer = (state.committed > state.seen ? follower.follow() : Promise.resolve()).then(() => {
      isAnswered = true;
    });
    await settled();
    return { isAnswered, answer };
  };
  return { clock, state, follower, pass, ask };
}

/** Whatever needs no time is done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

test.each([
  { name: 'a small one', tookMs: 40, most: 4 },
  { name: 'a large one', tookMs: 400, most: 2 },
])('of 60 commits in 2.4 seconds few are taken up: $name', async ({ tookMs, most }) => {
  const { state, follower, pass, ask, clock } = following(tookMs);
  follower.watch();
  for (let i = 0; i < 60; i++) {
    state.committed++;
    await ask();
    await pass(40);
  }
  expect(state.at.length).toBeLessThanOrEqual(most);
  const last = clock.elapsed();
  // Nobody asks any more.
  await pass(2_000);
  expect(state.seen).toBe(60);
  expect(state.at.at(-1)! - last).toBeLessThanOrEqual(2_000);
  await follower.close();
});

test('the first change after quiet is taken up for who asks, and the next one too; those after them wait for nobody', async () => {
  const { state, follower, pass, ask } = following(40);
  const asked: boolean[] = [];
  for (let i = 0; i < 4; i++) {
    state.committed++;
    const { isAnswered, answer } = await ask();
    asked.push(isAnswered && state.seen < state.committed);
    await pass(100);
    await answer;
  }
  // Whether each was answered from what was there before.
  expect(asked).toEqual([false, false, true, true]);
  await pass(3_000);
  state.committed++;
  await ask();
  expect(state.seen).toBe(state.committed);
  await follower.close();
});

test('a change is taken up without anybody asking, and one that failed only for who asks', async () => {
  const { state, follower, pass, ask } = following(10);
  follower.watch();
  state.committed++;
  await pass(1_100);
  expect(state.seen).toBe(1);
  state.fails = true;
  state.committed++;
  await pass(1_100);
  state.fails = false;
  await pass(3_000);
  expect(state.seen).toBe(1);
  await ask();
  expect(state.seen).toBe(2);
  await follower.close();
});

test('is closed while it rests', async () => {
  const { state, follower, ask, clock } = following(100);
  state.committed++;
  await ask();
  state.committed++;
  await ask();
  await follower.close();
  clock.pass(5_000);
  await settled();
  expect(state.seen).toBe(1);
});
