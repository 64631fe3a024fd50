import { say } from './say';

/** Says where this process is and goes no step further, not even on another turn: its parent kills it there. */
export function standStill(point: string): never {
  say(point);
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Data of an event at whose writing, inside its transaction, the process stands still. */
export const dataStandingStill = (point: string) => ({ toJSON: () => standStill(point) });

/** An instant at whose writing the process stands still. */
export const instantStandingStill = (point: string): Date =>
  Object.assign(new Date(0), { getTime: () => standStill(point) });
