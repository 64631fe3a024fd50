import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Writes a line to the parent process synchronously, with retries while the pipe is full. */
export function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

/** Writes a line and blocks this process for good, including timers: its parent kills it at this point. */
export function standStill(point: string): never {
  say(point);
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Data of an event that block the process when they are written, inside the transaction. */
export const dataStandingStill = (point: string) => ({ toJSON: () => standStill(point) });

/** An instant that blocks the process when it is written. */
export const instantStandingStill = (point: string): Date =>
  Object.assign(new Date(0), { getTime: () => standStill(point) });

/** The lines that the parent process sends. */
export function linesFromParent(): AsyncIterator<string> {
  return createInterface({ input: process.stdin })[Symbol.asyncIterator]();
}
