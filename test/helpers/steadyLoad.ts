import { Agent, request } from 'node:http';
import { Happenings } from './clients';

export interface Asked {
  readonly key: string;
  readonly path: string;
  /** JSON; makes a POST of it. */
  readonly body?: string;
  /** Status of its whole answer, what broke it off, or null while there is none. */
  outcome: number | string | null;
}

const running = new Set<NodeJS.Timeout>();
afterAll(() => {
  for (const timer of running) clearInterval(timer);
});

/** One request each so many milliseconds, however long those before take; fewer where the machine is too busy. */
export class SteadyLoad {
  readonly asked: Asked[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly changes = new Happenings();
  private readonly timer: NodeJS.Timeout;

  /**
   * @param wanted what is asked, in turn
   * @param keys who asks it, in turn
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

  /** Resolves when so many requests more have had their answer. */
  async more(count: number): Promise<void> {
    const enough = this.answered().length + count;
    await this.changes.until(() => this.answered().length >= enough);
  }

  /** Ends it. @returns all that was asked, once there is an outcome of each */
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
