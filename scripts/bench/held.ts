import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Server, startService } from './server';

/** Longest that the server's main thread computed at a stretch since it was asked last, milliseconds on a processor. */
export type LongestHold = () => Promise<number>;

/** Starts the built service with something that watches its main thread, see holds.cjs. @param folder of its own */
export async function startHeld(
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<{ server: Server; longestHold: LongestHold }> {
  const file = join(folder, 'holds');
  const server = await startService({ ...env, BENCH_HOLDS: file }, join(__dirname, 'holds.cjs'));
  return { server, longestHold: () => holdOf(server, file) };
}

async function holdOf({ pid }: Server, file: string): Promise<number> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(readFileSync(file, 'utf8'));
}
