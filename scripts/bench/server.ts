import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../src/projectRoot';

export const ROOT = PROJECT_ROOT;

/** The program of `npm start`. */
const SERVICE = 'dist/src/main.js';

/** A server process on a free port of the loopback interface. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the first answer, and to readiness. */
  readonly listening: number;
  readonly ready: number;
  stop(): Promise<void>;
}

/** Builds the service and measures it, with a folder that is removed afterwards. */
export async function withBuild<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  return inFolder(measure);
}

/** Runs work with a new folder, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs work with servers, which are stopped afterwards. */
export async function during<T>(servers: Server | readonly Server[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    for (const server of [servers].flat()) await server.stop();
  }
}

/**
 * Starts the built service as `npm start` does.
 *
 * @param preloaded a module that it loads first
 */
export function startService(env: Readonly<Record<string, string>>, preloaded?: string): Promise<Server> {
  const options = preloaded === undefined ? [] : ['--require', preloaded];
  return startServer([...options, SERVICE], env, '/readyz');
}

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

/** Starts `node ARGS` with PORT set, and waits until `readyPath` answers 200. @throws Error when it exits before */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  readyPath: string,
): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, LOG_LEVEL: 'error', TRAIN: 'off', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const listening = await answered(child, `${url}${readyPath}`, () => true, began);
  const ready = await answered(child, `${url}${readyPath}`, (status) => status === 200, began);
  return { url, pid: child.pid!, listening, ready, stop: () => stop(child) };
}

async function answered(
  child: ChildProcess,
  url: string,
  enough: (status: number) => boolean,
  start: number,
): Promise<number> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server exited with ${child.exitCode}`);
    const status = await fetch(url).then(
      (response) => response.status,
      () => null,
    );
    if (status !== null && enough(status)) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** A port of the loopback interface that nobody uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
