import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** The requests of a client: standard input of this program, as JSON. */
export interface Load {
  readonly url: string;
  /** Keys of accounts, used in turn, as the requests are. */
  readonly keys: readonly string[];
  readonly requests: readonly { readonly path: string; readonly body?: string }[];
  readonly connections: number;
  /** Milliseconds between an answer and the next request of its connection. */
  readonly pauseMs: number;
}

/** A request: when it was sent, epoch milliseconds, how long its answer took, milliseconds, and its path. */
export interface Answer {
  readonly at: number;
  readonly took: number;
  readonly path: string;
}

/**
 * A client in a separate process, so that no other work delays its clock and its own cost is not measured. Writes each answer
 * to standard output as a line of JSON until it is killed; exits with an error at the first status that is not 200.
 */
const { url, keys, requests, connections, pauseMs }: Load = JSON.parse(readFileSync(0, 'utf8'));
const agent = new Agent({ keepAlive: true, maxSockets: connections });
let sent = 0;

function ask({ path, body }: Load['requests'][number], key: string): Promise<void> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path, { agent, method, headers }, (response) => {
      response
        .resume()
        .once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} ${path}`)),
        );
    });
    outgoing.once('error', reject).end(body);
  });
}

async function sendRequests(): Promise<void> {
  for (;;) {
    const next = requests[sent % requests.length];
    const key = keys[sent % keys.length];
    sent += 1;
    const from = performance.now();
    await ask(next, key);
    const answer: Answer = { at: performance.timeOrigin + from, took: performance.now() - from, path: next.path };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

for (let i = 0; i < connections; i++) {
  sendRequests().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
}
