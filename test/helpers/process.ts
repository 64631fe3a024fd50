import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(__dirname, '../..');

/** Settings of a small and fast service on its own port. */
export const SMALL = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'info',
  HOST: '127.0.0.1',
  PORT: '0',
  DATABASE_URL: ':memory:',
  SANDBOX: 'off',
  WORKERS: '0',
};

/** Another process, which writes lines to standard output. */
export interface Child {
  /** The next line of output. @throws Error with the standard error if the process ends instead */
  line(): Promise<string>;
  /** The first log line with that message, even an earlier one. @throws Error if the process ends before */
  logged(message: string): Promise<Record<string, unknown>>;
  /** Writes a line to its standard input. */
  send(line: string): void;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGKILL. Resolves once the process is gone. */
  kill(): Promise<void>;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process. It is killed when the tests of the file are over. */
export function startProcess(
  command: string,
  args: readonly string[],
  { cwd = ROOT, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Child {
  const child = spawn(command, args, { cwd, env });
  running.add(child);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const lines: string[] = [];
  let read = 0;
  const changes = new EventEmitter().setMaxListeners(0);
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    changes.emit('change');
  });
  let hasEnded = false;
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    running.delete(child);
    hasEnded = true;
    changes.emit('change');
    return { code, stderr };
  });
  async function found<T>(what: string, look: () => T | undefined): Promise<T> {
    for (;;) {
      const value = look();
      if (value !== undefined) return value;
      if (hasEnded) throw new Error(`${args.join(' ')} ended before ${what}: ${stderr}`);
      await once(changes, 'change');
    }
  }
  return {
    line: () => found('its next line', () => (read < lines.length ? lines[read++] : undefined)),
    logged: (message) =>
      found(`'${message}'`, () => {
        // npm writes its own lines.
        const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
        return entries.find(({ msg }) => msg === message);
      }),
    send: (line) => void child.stdin.write(`${line}\n`),
    signal: (signal) => void child.kill(signal),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    ended,
  };
}

/** Starts a program of test/children. */
export function startChild(name: string, ...args: string[]): Child {
  return startProcess(process.execPath, ['--import', 'tsx', join(__dirname, '../children', `${name}.ts`), ...args]);
}

/** Starts the built service with `SMALL` and further settings only, without this environment. */
export function startService(settings: Readonly<Record<string, string>> = {}): Child {
  return startProcess(process.execPath, [builtProgram('src/main.ts')], { env: serviceEnv(settings) });
}

/** The environment of a small service: `SMALL`, further settings, PATH and HOME. */
export function serviceEnv(settings: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...SMALL, ...settings };
}

/** Path of a built program. */
export function builtProgram(source: string): string {
  return join(ROOT, 'dist', source.replace(/\.ts$/, '.js'));
}

/**
 * Arguments of a Node process that runs a script with `db`, its own connection to a SQLite file.
 *
 * @param body statements of JavaScript
 */
export function scriptOn(file: string, body: string): string[] {
  const binding = JSON.stringify(require.resolve('better-sqlite3'));
  return ['-e', `const db = new (require(${binding}))(${JSON.stringify(file)});\n${body}`];
}
