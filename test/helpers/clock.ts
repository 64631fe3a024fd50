import { type Clock, clockShowing, type Timer } from '../../src/clock';

/** A clock that stands still until a test moves it. */
export interface FixedClock extends Clock {
  /** Sets the current time; the timer does not advance. */
  set(instant: Date | string): void;
  /** Advances the timer and makes the due calls, earliest first. The current time stays. */
  pass(ms: number): void;
}

export function fixedClock(instant: Date | string): FixedClock {
  let shown = parseInstant(instant);
  const set = (next: Date | string) => {
    shown = parseInstant(next);
  };
  return { ...clockShowing(() => new Date(shown), null), ...fixedTimer(), set };
}

function fixedTimer(): Timer & Pick<FixedClock, 'pass'> {
  // Not 0, which lru-cache reads as "no start time".
  let elapsed = 1;
  const waiting = new Set<{ readonly due: number; readonly then: () => void }>();
  return {
    elapsed: () => elapsed,
    after(ms, then) {
      const call = { due: elapsed + ms, then };
      waiting.add(call);
      return () => waiting.delete(call);
    },
    pass(ms) {
      elapsed += ms;
      const due = [...waiting].filter((call) => call.due <= elapsed).sort((a, b) => a.due - b.due);
      for (const call of due) {
        // An earlier call may have cancelled it.
        if (waiting.delete(call)) call.then();
      }
    },
  };
}

function parseInstant(instant: Date | string): Date {
  const parsed = new Date(instant);
  if (Number.isNaN(parsed.getTime())) throw new RangeError(`not an instant: ${String(instant)}`);
  return parsed;
}

/** Moves `performance.now()` forward, for code that measures time by it, until `jest.restoreAllMocks()`. */
export function moveMonotonicClock(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
