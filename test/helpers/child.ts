import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = join(__dirname, '../..');

/** Another process of this program, which talks by lines. */
export interface Child {
  /** The next line it writes. @throws Error when it ends instead, with what it wrote to standard error */
  line(): Promise<string>;
  say(line: string): void;
  /** Has it hang, until it goes on. */
  hang(): void;
  goOn(): void;
  /** kill -9, the process is gone when this resolves. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs a script of test/helpers. Children still alive when the tests of the file are over are killed. */
export function startChild(script: string, ...args: string[]): Child {
  const child = spawn(process.execPath, ['--import', 'tsx', join(__dirname, script), ...args], { cwd: ROOT });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended: ${complaint}`);
      return value;
    },
    say: (line) => void child.stdin.write(`${line}\n`),
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
