import { pausesBetweenWork } from '../../../../src/jobs/feeds/feedProcess';
import { fixedClock } from '../../../helpers/clock';

function resting() {
  const clock = fixedClock('2024-06-14T12:00:00Z');
  const state = { worked: 100, rested: [] as string[] };
  const rest = pausesBetweenWork(clock, () => state.worked);
  /** Awaits a pause, and notes the name when it ends. */
  const one = (name: string) => void rest().then(() => state.rested.push(name));
  const pass = async (ms: number) => {
    clock.pass(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, one, pass };
}

test('pauses twice as long as the work since the last pause', async () => {
  const { state, one, pass } = resting();
  state.worked += 30;
  one('first');
  await pass(59);
  expect(state.rested).toEqual([]);
  await pass(1);
  expect(state.rested).toEqual(['first']);
  state.worked += 5;
  one('second');
  await pass(9);
  expect(state.rested).toEqual(['first']);
  await pass(1);
  expect(state.rested).toEqual(['first', 'second']);
});

test('concurrent calls share one pause, and work during it counts for the next one', async () => {
  const { state, one, pass } = resting();
  state.worked += 20;
  one('first');
  await pass(20);
  state.worked += 8;
  one('second');
  await pass(20);
  expect(state.rested).toEqual(['first', 'second']);
  one('third');
  await pass(15);
  expect(state.rested).toHaveLength(2);
  await pass(1);
  expect(state.rested).toEqual(['first', 'second', 'third']);
});

test('never pauses longer than two seconds', async () => {
  const { state, one, pass } = resting();
  state.worked += 60_000;
  one('only');
  await pass(1_999);
  expect(state.rested).toEqual([]);
  await pass(1);
  expect(state.rested).toEqual(['only']);
});
