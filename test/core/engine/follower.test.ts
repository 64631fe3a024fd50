import { fixedClock } from '../../../src/clock';
import { Follower } from '../../../src/engine/follower';

/** A changing state and what a follower has loaded of it, where each load takes that long. */
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
  /** Advances the clock in steps, and runs what is due. */
  const pass = async (ms: number) => {
    await settled();
    for (let left = ms; left > 0; left -= 10) {
      clock.pass(10);
      await settled();
    }
  };
  /** Waits as a request does, and records the state loaded by then. */
  const ask = () => {
    const asked = { seen: null as number | null };
    void follower.follow().then(() => {
      asked.seen = state.seen;
    });
    return asked;
  };
  return { state, follower, pass, ask };
}

/** Runs everything that needs no time. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('a request waits for all earlier changes, even if another reload is under way', async () => {
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

test('a reload slower than a request may wait delays only the requests that came at its start', async () => {
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

test('a change is loaded without a request, and a failed load is retried only on a request', async () => {
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
