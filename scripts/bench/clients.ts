import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Load } from './load';
import type { Server } from './server';
import type { TimedAnswer, TimedLoad } from './timedClient';

/** A client that sends one request after the other, each with the key of another account. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private sent = 0;

  constructor(
    private readonly server: Server,
    private readonly keys: readonly string[],
  ) {}

  /** Requests paths. @returns the milliseconds that each took */
  async times(paths: readonly string[]): Promise<number[]> {
    const taken: number[] = [];
    for (const path of paths) {
      const from = performance.now();
      const status = await this.ask(path);
      taken.push(performance.now() - from);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    }
    return taken;
  }

  private ask(path: string): Promise<number | undefined> {
    this.sent += 1;
    const headers = { 'X-API-Key': this.keys[this.sent % this.keys.length] };
    return new Promise((resolve, reject) => {
      get(this.server.url + path, { agent: this.agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      }).once('error', reject);
    });
  }
}

/** Waits until the significance of a scan is known: its computation occupies a core. */
export async function significanceReady({ url }: Server, key: string, path: string): Promise<void> {
  for (;;) {
    const response = await fetch(url + path, { headers: { 'X-API-Key': key } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    if (!text.includes('"status":"pending"')) return;
    await sleep(500);
  }
}

/** Starts a client in a separate process, which sends requests until it is stopped. Its low priority stands for another machine. */
export function startLoad({ url }: Server, load: Omit<Load, 'url'>) {
  const child = startProgram('load.ts', { url, ...load });
  // Threads that it starts later inherit the priority.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  let text = '';
  child.stdout!.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  const answered = () => {
    const statuses = text.split('\n').slice(0, -1);
    const refused = statuses.find((status) => status !== '200');
    if (refused !== undefined) throw new Error(`${load.requests[0].path}: ${refused}`);
    return statuses.length;
  };
  return {
    answered,
    answers: async (count: number) => {
      while (answered() < count) await sleep(5);
    },
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Starts a client in a separate process, which sends one request after the other and times each. */
export function startTimedLoad({ url }: Server, load: Omit<TimedLoad, 'url'>) {
  const child = startProgram('timedClient.ts', { url, ...load });
  let text = '';
  child.stdout!.setEncoding('latin1').on('data', (more: string) => {
    text += more;
  });
  return {
    /** Stops the client. @returns its answers @throws Error when it had ended by itself */
    stop: async (): Promise<TimedAnswer[]> => {
      if (child.exitCode !== null) throw new Error('a request of the client failed');
      child.kill();
      await once(child, 'exit');
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    },
  };
}

/** Starts a program of this folder, with `input` as JSON on its standard input. */
function startProgram(name: string, input: object): ChildProcess {
  const program = ['--require', require.resolve('tsx/cjs'), join(__dirname, name)];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin!.end(JSON.stringify(input));
  return child;
}
