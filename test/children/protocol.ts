import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Writes a line to the parent process before it returns; a pipe that is full for the moment is tried again. */
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

/** Writes a line and stops this process for good, timers and all: its parent kills it at this point. */
export function standStill(point: string): never {
  say(point);
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Data of an event at whose writing, inside its transaction, the process stands still. */
export const dataStandingStill = (point: string) => ({ toJSON: () => standStill(point) });

/** An instant at whose writing the process stands still. */
export const instantStandingStill = (point: string): Date =>
  Object.assign(new Date(0), { getTime: () => standStill(point) });

/** The lines that the parent process sends. */
export function linesFromParent(): AsyncIterator<string> {
  return createInterface({ input: process.stdin })[Symbol.asyncIterator]();
}
