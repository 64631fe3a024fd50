import { type ChildProcess, spawn } from 'node:child_process';

/** Settings of a small and quick service on a port of its own. */
export const SMALL = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PORT: '0',
  DATABASE_URL: ':memory:',
  SANDBOX: 'off',
  WORKERS: '0',
};

export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Resolves with the first log line of that message. @throws Error when the process ends before, with what it wrote */
  line(message: string): Promise<Record<string, unknown>>;
  /** Exit code and everything written to stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the service as another process. It is killed when the tests of the file are over. */
export function startService(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): ServiceProcess {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, { cwd, env: { PATH, HOME, ...env } });
  running.add(child);
  const lines: Record<string, unknown>[] = [];
  const waiting: { message: string; resolve: (line: Record<string, unknown>) => void }[] = [];
  let rest = '';
  child.stdout.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    // npm writes lines of its own.
    for (const part of parts.filter((text) => text.startsWith('{'))) {
      const line = JSON.parse(part);
      lines.push(line);
      for (const one of waiting) if (one.message === line.msg) one.resolve(line);
    }
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, stderr });
    });
  });
  const line = (message: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const found = lines.find((one) => one.msg === message);
      if (found) resolve(found);
      else waiting.push({ message, resolve });
      void ended.then(({ stderr: text }) => reject(new Error(`ended before '${message}': ${text}`)));
    });
  return { child, line, ended };
}
