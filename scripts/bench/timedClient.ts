import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** The requests of a client: standard input of this program, as JSON. */
export interface TimedLoad {
  readonly url: string;
  readonly keys: readonly string[];
  readonly paths: readonly string[];
  /** Milliseconds between an answer and the next request. */
  readonly pauseMs: number;
}

/** A request: when it was sent, epoch milliseconds, how long its answer took, milliseconds, and its path. */
export interface TimedAnswer {
  readonly at: number;
  readonly took: number;
  readonly path: string;
}

/**
 * A client in a separate process, so that no other work delays its clock. Writes each answer to standard output as a line of
 * JSON until it is killed; exits with an error at the first status that is not 200.
 */
const { url, keys, paths, pauseMs }: TimedLoad = JSON.parse(readFileSync(0, 'utf8'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(path: string, key: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { agent, headers: { 'X-API-Key': key } }, (response) => {
      response
        .resume()
        .once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} ${path}`)),
        );
    });
    sent.once('error', reject).end();
  });
}

async function sendRequests(): Promise<void> {
  for (let i = 0; ; i++) {
    const path = paths[i % paths.length];
    const from = performance.now();
    await ask(path, keys[i % keys.length]);
    const answer: TimedAnswer = { at: performance.timeOrigin + from, took: performance.now() - from, path };
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

sendRequests().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
