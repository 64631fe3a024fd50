import { Agent, request } from 'node:http';
import { Happenings } from './clients';

export interface Asked {
  readonly key: string;
  readonly path: string;
  /** JSON body; makes the request a POST. */
  readonly body?: string;
  /** Status of the complete answer, the error of a broken one, or null while there is none. */
  outcome: number | string | null;
}

const running = new Set<NodeJS.Timeout>();
afterAll(() => {
  for (const timer of running) clearInterval(timer);
});

/** Sends a request every so many milliseconds, without waiting for earlier ones; fewer if the machine is too busy. */
export class SteadyLoad {
  readonly asked: Asked[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly changes = new Happenings();
  private readonly timer: NodeJS.Timeout;

  /**
   * @param wanted requests, in turn
   * @param keys keys of the requests, in turn
   */
  constructor(
    private readonly url: string,
    private readonly wanted: readonly { readonly path: string; readonly body?: string }[],
    private readonly keys: readonly string[],
    { everyMs = 20, atMost = 20 } = {},
  ) {
    this.timer = setInterval(() => {
      if (this.outstanding().length < atMost) this.ask();
    }, everyMs);
    running.add(this.timer);
  }

  /** Requests without an answer so far. */
  outstanding(): Asked[] {
    return this.asked.filter(({ outcome }) => outcome === null);
  }

  answered(): Asked[] {
    return this.asked.filter(({ outcome }) => outcome !== null);
  }

  /** Resolves when that many more requests have been answered. */
  async more(count: number): Promise<void> {
    const enough = this.answered().length + count;
    await this.changes.until(() => this.answered().length >= enough);
  }

  /** Stops the load. @returns all requests, once each has an outcome */
  async stop(): Promise<readonly Asked[]> {
    clearInterval(this.timer);
    await this.changes.until(() => this.outstanding().length === 0);
    this.agent.destroy();
    return this.asked;
  }

  private ask(): void {
    const i = this.asked.length;
    const asked: Asked = {
      ...this.wanted[i % this.wanted.length],
      key: this.keys[i % this.keys.length],
      outcome: null,
    };
    this.asked.push(asked);
    const end = (outcome: number | string) => {
      asked.outcome = outcome;
      this.changes.happened();
    };
    const headers = {
      'X-API-Key': asked.key,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    };
    const method = asked.body === undefined ? 'GET' : 'POST';
    const sent = request(this.url + asked.path, { agent: this.agent, method, headers }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode!));
      response.once('error', (error) => end(error.message));
    });
    sent.once('error', (error) => end(error.message));
    sent.end(asked.body);
  }
}
