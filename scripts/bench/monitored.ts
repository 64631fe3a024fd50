import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Server, startService } from './server';

/** The longest block of the server's main thread since the last call, milliseconds of processor time. */
export type LongestBlock = () => Promise<number>;

/** Starts the built service with `mainThreadMonitor.cjs`. @param folder for the file of its results */
export async function startMonitored(
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<{ server: Server; longestBlock: LongestBlock }> {
  const file = join(folder, 'longest-block');
  const server = await startService({ ...env, BENCH_BLOCKS: file }, join(__dirname, 'mainThreadMonitor.cjs'));
  return { server, longestBlock: () => blockOf(server, file) };
}

async function blockOf({ pid }: Server, file: string): Promise<number> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
  return Number(readFileSync(file, 'utf8'));
}
