import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/projectRoot';

/** A program of the installed packages. */
export const packaged = (name: string) => join(PROJECT_ROOT, 'node_modules/.bin', name);

/** Runs a program quietly. @throws Error with all that it writes, when it fails */
export function runProgram(program: string, args: readonly string[], cwd?: string): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
}
