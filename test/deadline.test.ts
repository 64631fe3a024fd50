import { fixedClock } from '../src/clock';
import { AbandonedError, DeadlineError, WantedFor } from '../src/deadline';

/** What one answer's work is told of its time; the budget of work in general is tested where it is used. */

const waiting = () => {
  const timer = fixedClock('2024-12-20T15:00:00Z');
  const after = jest.spyOn(timer, 'after');
  const client = new AbortController();
  const wanted = new WantedFor({ ms: 100, timer }, { gone: client.signal });
  return { timer, after, client, wanted };
};

test('costs nothing while nobody looks', () => {
  const { after, wanted } = waiting();
  wanted.end();
  expect(after).not.toHaveBeenCalled();
});

test.each([0, 60, 99])('ends when its time is up, counted from its begin, looked at after %i ms', (looked) => {
  const { timer, wanted } = waiting();
  timer.pass(looked);
  const { signal } = wanted;
  timer.pass(99 - looked);
  expect(signal.aborted).toBe(false);
  timer.pass(1);
  expect(signal.reason).toBeInstanceOf(DeadlineError);
});

test('has ended for who looks too late', () => {
  const { timer, wanted } = waiting();
  timer.pass(100);
  expect(wanted.signal.reason).toBeInstanceOf(DeadlineError);
});

test('ends when the client leaves, before or after somebody looked', () => {
  const { client, wanted } = waiting();
  const { signal } = wanted;
  client.abort(new AbandonedError('gone'));
  expect(signal.reason).toEqual(new AbandonedError('gone'));
  const other = waiting();
  other.client.abort(new AbandonedError('gone'));
  expect(other.wanted.signal.reason).toEqual(new AbandonedError('gone'));
});

test('does not end once the work has', () => {
  const { timer, client, wanted } = waiting();
  const { signal } = wanted;
  wanted.end();
  timer.pass(1_000);
  client.abort(new AbandonedError('gone'));
  expect(signal.aborted).toBe(false);
});
