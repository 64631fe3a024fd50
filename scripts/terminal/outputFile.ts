import { closeSync, openSync } from 'node:fs';

/**
 * Creates a file that a command fills at its end, so that a command whose result could not be written does no work first. Does
 * nothing without a file.
 *
 * @throws Error naming the file
 */
export function createOutputFile(path: string | undefined): void {
  if (path === undefined) return;
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    throw new Error(`cannot write '${path}', and nothing was done: ${(error as Error).message}`);
  }
}
