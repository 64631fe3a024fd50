import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** The requests of a client: standard input of this program, as JSON. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly requests: readonly { readonly path: string; readonly body?: string }[];
}

/**
 * A client in a separate process, so that the cost of sending and reading is not measured. Repeats its requests until it is
 * killed, and writes the status of each answer to standard output.
 */
const load: Load = JSON.parse(readFileSync(0, 'utf8'));
const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
let next = 0;

function ask(): void {
  const { path, body } = load.requests[next++ % load.requests.length];
  const headers = { 'X-API-Key': load.key, 'Content-Type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(load.url + path, { agent, method, headers }, (response) => {
    response.resume().once('end', () => {
      process.stdout.write(`${response.statusCode}\n`);
      ask();
    });
  });
  // The server has stopped; this program is killed next.
  sent.once('error', () => {});
  sent.end(body);
}

for (let i = 0; i < load.connections; i++) ask();
