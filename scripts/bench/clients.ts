import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Load } from './client';
import type { Server } from './server';

const { PRIORITY_NORMAL: NORMAL, PRIORITY_LOW: LOW } = constants.priority;

/** A client in this process that sends one request after the other, each with the key of another account. */
export class Client {
  /** `fetch` would take longer than some of the answers. */
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private sent = 0;

  constructor(
    private readonly server: Server,
    private readonly keys: readonly string[],
  ) {}

  /** Requests a path. @returns milliseconds, and the body @throws Error unless the status is 200 */
  async ask(path: string): Promise<{ readonly ms: number; readonly body: string }> {
    this.sent += 1;
    const headers = { 'X-API-Key': this.keys[this.sent % this.keys.length] };
    const from = performance.now();
    const [response] = await once(get(this.server.url + path, { agent: this.agent, headers }), 'response');
    const body = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
    return { ms: performance.now() - from, body };
  }

  /** Requests paths. @returns the milliseconds that each took */
  async times(paths: readonly string[]): Promise<number[]> {
    const taken: number[] = [];
    for (const path of paths) taken.push((await this.ask(path)).ms);
    return taken;
  }
}

/** Waits until the significance of a scan is known: its computation occupies a core. */
export async function significanceReady({ url }: Server, key: string, path: string): Promise<void> {
  for (;;) {
    const response = await fetch(url + path, { headers: { 'X-API-Key': key } });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    if (!isPending(body)) return;
    await sleep(500);
  }
}

/** Idle looks in a row after which a start has sent all its jobs. */
const IDLE_LOOKS = 8;

/** Waits until no job waits or runs, such as those of a start: what came true takes a minute of 8,000 symbols. */
export async function jobsDone({ url }: Server): Promise<void> {
  const isBusy = /^queue_jobs\{[^}]*state="(waiting|active)"\} [1-9]/m;
  for (let idle = 0; idle < IDLE_LOOKS; ) {
    await sleep(500);
    idle = isBusy.test(await (await fetch(`${url}/metrics`)).text()) ? 0 : idle + 1;
  }
}

/** Whether the significance of an answer is still being computed. */
export function isPending(body: string): boolean {
  return body.includes('"status":"pending"');
}

/** Starts a client in a separate process, which sends requests until it is stopped. */
export function startClient({ url }: Server, load: Omit<Load, 'url'>, priority = NORMAL) {
  const child = startProgram('client.ts', priority);
  child.stdin.end(JSON.stringify({ url, ...load }));
  let received = '';
  child.stdout.setEncoding('latin1').on('data', (more: string) => {
    received += more;
  });
  /** The answers so far, as lines of JSON. @throws Error when a request has failed */
  const lines = () => {
    if (child.exitCode !== null) throw new Error('a request of the client failed');
    return received.split('\n').slice(0, -1);
  };
  return {
    answered: () => lines().length,
    /** Waits for a number of answers. */
    answers: async (count: number) => {
      while (lines().length < count) await sleep(5);
    },
    stop: async (): Promise<Answer[]> => {
      const answers = lines();
      child.kill();
      await once(child, 'exit');
      return answers.map((line) => JSON.parse(line));
    },
  };
}

/** Starts a client that stands for another machine: of low priority, and without pauses. */
export function startFlood(server: Server, key: string, connections: number, requests: Load['requests']) {
  return startClient(server, { keys: [key], requests, connections, pauseMs: 0 }, LOW);
}

/** Starts a program of this folder. */
export function startProgram(name: string, priority = LOW) {
  const program = ['--require', require.resolve('tsx/cjs'), join(__dirname, name)];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] });
  // Threads that it starts later inherit the priority.
  setPriority(child.pid!, priority);
  return child;
}
