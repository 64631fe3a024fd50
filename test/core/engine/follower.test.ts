import { fixedClock } from '../../../src/clock';
import { Follower } from '../../../src/engine/follower';

/** Something that changes, and what was taken up of it; what is taken up takes so long. */
function following(tookMs: number, waitMs = 250) {
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const state = { committed: 0, seen: 0, takenUp: 0, fails: false };
  const follower = new Follower({
    timer: clock,
    waitMs,
    changed: async () => state.committed > state.seen,
    reload: async () => {
      const { committed } = state;
      state.takenUp += 1;
      await new Promise<void>((resolve) => clock.after(tookMs, resolve));
      if (!state.fails) state.seen = committed;
      return !state.fails;
    },
  });
  /** Lets time pass in steps, as it does, and what is due by then be done. */
  const pass = async (ms: number) => {
    await settled();
    for (let left = ms; left > 0; left -= 10) {
      clock.pass(10);
      await settled();
    }
  };
  /** Asked by a request: what was seen once it had waited. */
  const ask = () => {
    const asked = { seen: null as number | null };
    void follower.follow().then(() => {
      asked.seen = state.seen;
    });
    return asked;
  };
  return { state, follower, pass, ask };
}

/** Whatever needs no time is done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('who asks waits for what changed before, also where another take-up was under way', async () => {
  const { state, follower, pass, ask } = following(40);
  state.committed = 1;
  const first = ask();
  await pass(20);
  state.committed = 2;
  const second = ask();
  await pass(20);
  expect([first.seen, second.seen]).toEqual([1, null]);
  await pass(40);
  expect(second.seen).toBe(2);
  expect(state.takenUp).toBe(2);
  await follower.close();
});

test('what takes longer than a request waits holds up those that found it beginning, for a moment', async () => {
  const { state, follower, pass, ask } = following(1_000);
  state.committed = 1;
  const first = ask();
  await pass(240);
  expect(first.seen).toBeNull();
  await pass(10);
  expect(first.seen).toBe(0);
  const later = ask();
  await settled();
  expect(later.seen).toBe(0);
  await pass(750);
  expect([state.seen, state.takenUp]).toEqual([1, 1]);
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
  const asked = ask();
  await pass(10);
  expect(asked.seen).toBe(2);
  await follower.close();
});
