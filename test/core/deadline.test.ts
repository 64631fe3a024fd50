import { AbandonedError, DeadlineError, withinBudget } from '../../src/deadline';
import { fixedClock } from '../helpers/clock';

/** Starts the work of one answer with a time budget. */

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

test('the signal aborts when the time is up, and not before', () => {
  const { timer, signal } = begun();
  timer.pass(99);
  expect(signal.aborted).toBe(false);
  timer.pass(1);
  expect(signal.reason).toBeInstanceOf(DeadlineError);
});

test('with a budget of 0 the signal is aborted from the start', () => {
  expect(begun(0).signal.reason).toBeInstanceOf(DeadlineError);
});

test('the signal aborts when the client disconnects', () => {
  const { client, signal } = begun();
  client.abort(new AbandonedError('gone'));
  expect(signal.reason).toEqual(new AbandonedError('gone'));
});

test('the signal does not abort after the work has ended', async () => {
  const { timer, client, signal, end, work } = begun();
  end();
  await work;
  timer.pass(1_000);
  client.abort(new AbandonedError('gone'));
  expect(signal.aborted).toBe(false);
});
