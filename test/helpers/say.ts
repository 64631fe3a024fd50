import { writeSync } from 'node:fs';

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
