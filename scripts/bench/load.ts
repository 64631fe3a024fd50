import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

/** What a client asks for, again and again: standard input of this program, as JSON. */
export interface Load {
  readonly url: string;
  readonly key: string;
  readonly connections: number;
  readonly requests: readonly { readonly path: string; readonly body?: string }[];
}

/**
 * A client in a process of its own: what it costs to send and to read must not be measured with what it costs to answer.
 * Goes through its requests over and over until it is ended, and says on standard output when each answer has come.
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
  // The server has stopped, and this program is ended next.
  sent.once('error', () => {});
  sent.end(body);
}

for (let i = 0; i < load.connections; i++) ask();
