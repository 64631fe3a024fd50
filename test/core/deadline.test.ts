import { fixedClock } from '../../src/clock';
import { AbandonedError, DeadlineError, withinBudget } from '../../src/deadline';

/** What the work of one answer is told of its time. */

function begun(ms = 100) {
  const timer = fixedClock('2024-12-20T15:00:00Z');
  const client = new AbortController();
  let signal: AbortSignal | undefined;
  let end = () => {};
  const work = withinBudget(
    { ms, timer },
    (given) => {
      signal = given;
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    client.signal,
  );
  return { timer, client, signal: signal!, end: () => end(), work };
}

test('ends when its time is up, and not before', () => {
  const { timer, signal } = begun();
  timer.pass(99);
  expect(signal.aborted).toBe(false);
  timer.pass(1);
  expect(signal.reason).toBeInstanceOf(DeadlineError);
});

test('without any time it has ended from the beginning', () => {
  expect(begun(0).signal.reason).toBeInstanceOf(DeadlineError);
});

test('ends when the client leaves', () => {
  const { client, signal } = begun();
  client.abort(new AbandonedError('gone'));
  expect(signal.reason).toEqual(new AbandonedError('gone'));
});

test('does not end once the work has', async () => {
  const { timer, client, signal, end, work } = begun();
  end();
  await work;
  timer.pass(1_000);
  client.abort(new AbandonedError('gone'));
  expect(signal.aborted).toBe(false);
});
