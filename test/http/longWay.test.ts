import { once } from 'node:events';
import { Agent, type createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { presentedKey } from '../../src/access/credentials';
import type { Meter } from '../../src/access/rate';
import type { AppDeps } from '../../src/app';
import { createApp } from '../../src/app';
import { fixedClock } from '../../src/clock';
import { DeadlineError } from '../../src/deadline';
import { demoRestricted, forbidden, notFound, scanBusy, unauthorized, upstreamUnavailable } from '../../src/errors';
import { createHttpServer } from '../../src/http/server';
import { keyed, type OperationId } from '../../src/operation';
import { type AskedRequest, askedRequests } from '../helpers/askedRequests';
import { longWay } from '../helpers/longWay';
import { contract } from '../helpers/contract';
import { CALLER, contract, exampleBody, exampleHandlers, shellDeps } from '../helpers/shell';

/** Every shortcut of the front door is held to the long way: both are sent the same requests, and answer the same. */

const COUNT = 2_000;
const KEYS = ['prn_one', 'prn_two', 'prn_one', 'prn_two', 'prn_demo', 'prn_wrong', 'prn wrong', ''];
const [sizeOne, sizeTwo] = [COUNT, 150];

interface Way {
  readonly server: Server;
  readonly agent: Agent;
  /** What its handlers were asked. */
  readonly inputs: unknown[];
}

let short: Way;
let long: Way;
beforeAll(async () => {
  const [first, second] = [depsOf(), depsOf()];
  short = await wayOf(await createApp(first.deps, contract), first.inputs);
  long = await wayOf(longWay(second.deps, contract), second.inputs);
});
afterAll(async () => {
  for (const { server, agent } of [short, long]) {
    agent.destroy();
    server.close();
    await once(server, 'close');
  }
});

async function wayOf(listener: Parameters<typeof createServer>[1], inputs: unknown[]): Promise<Way> {
  const server = createHttpServer(listener!).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, inputs, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
}

/** A service of its own, that is a fake, whose answers depend on nothing but what came before. */
function depsOf(): { deps: AppDeps; inputs: unknown[] } {
  const inputs: unknown[] = [];
  const handlers = contract.operations.map(({ id }) => [
    id,
    async (input: object) => {
      inputs.push([id, input]);
      return outcomeOf(id, inputs.length);
    },
  ]);
  const deps: Partial<AppDeps> = {
    handlers: exampleHandlers(Object.fromEntries(handlers)),
    authenticate: async (credentials) => {
      const key = presentedKey(credentials);
      if (!KEYS.slice(0, 5).includes(key)) throw unauthorized('API key invalid.');
      const demo = key === 'prn_demo';
      return { caller: { ...CALLER, accountId: demo ? null : KEYS.indexOf(key), demo }, counted: null };
    },
    admit: (id, { demo }) => {
      if (demo && id === 'scanMarkets') throw demoRestricted('Not with the demo token.');
    },
    authorize: async (_, { symbol }, { demo }) => {
      if (demo && symbol !== undefined && symbol !== 'AAPL') throw demoRestricted('Not that symbol.');
    },
    meter: meterOf(),
    dataSource: () => (inputs.length % 7 === 0 ? null : 'sandbox'),
    dataVersion: () => [null, 'first', 'second'][Math.floor(inputs.length / 3) % 3],
    budget: { ms: 5_000, timer: fixedClock('2024-12-20T15:00:00Z') },
    corsOrigins: ['https://app.example.com'],
    trustProxy: 1,
  };
  return { deps: shellDeps(deps), inputs };
}

/** Mostly the contract's example: new, or known by a key; now and then what else can happen. */
function outcomeOf(id: OperationId, turn: number) {
  const body = exampleBody(id);
  if (turn % 23 === 0) throw forbidden('Not this market.');
  if (turn % 29 === 0) throw scanBusy(3);
  if (turn % 31 === 0) throw notFound(`No seasonal data: ${'x'.repeat(2_000)}`);
  if (turn % 37 === 0) throw upstreamUnavailable('a detail');
  if (turn % 41 === 0) throw new DeadlineError('late');
  if (turn % 43 === 0) throw new Error('unforeseen');
  if (turn % 47 === 0) return { ...body, leaked: 1 };
  if (turn % 53 === 0 && Array.isArray(body.opportunities)) {
    const [row] = body.opportunities;
    return { ...body, opportunities: Array.from({ length: 250 }, (_, i) => ({ ...row, rank: i + 1 })) };
  }
  return turn % 2 === 0 ? body : keyed(`example ${turn % 3}`, () => body);
}

/** Counts by account and address; one of them has too little. */
function meterOf(): Meter {
  const used = new Map<string, number>();
  return async (caller, address, { counted = true } = {}) => {
    const subject = caller?.accountId == null ? address : String(caller.accountId);
    const count = (used.get(subject) ?? 0) + (counted ? 1 : 0);
    used.set(subject, count);
    const limit = caller?.accountId === KEYS.indexOf('prn_two') ? sizeTwo : sizeOne;
    const budget = { limit, remaining: Math.max(0, limit - count), reset: 1_734_706_860 };
    const exceeded = count > limit ? 'minute' : null;
    return { minute: budget, day: { ...budget, limit: 2 * limit }, exceeded, retryAfter: exceeded ? 12.5 : 0 };
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The tag that an answer to the same had last: what a client sends that has it. */
const tags = new Map<string, string>();

async function ask({ server, agent }: Way, { method, url, headers, body }: AskedRequest): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const known = headers['If-None-Match'] === 'LAST' ? { 'If-None-Match': tags.get(url) ?? '"none"' } : {};
  const sent = request({
    ...{ port, host: '127.0.0.1', agent, method, path: url, setHost: false },
    headers: { ...headers, ...known, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
  });
  // What was no request is answered with a body, be it HEAD or not: that comes too late to matter.
  sent.on('error', () => {});
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  const answer = readAnswer(response, Buffer.concat(chunks));
  // What is kept is kept in one encoding; the long way takes what it likes best of those that will do.
  const willDo = (headers['Accept-Encoding'] ?? '').includes('br') || headers['Accept-Encoding'] === '*';
  if (willDo && answer.headers['content-encoding']) answer.headers['content-encoding'] = 'one of them';
  return { status: response.statusCode, ...answer };
}

/** What of an answer must be the same. Bytes differ by how well they are compressed; what they stand for does not. */
function readAnswer({ rawHeaders }: IncomingMessage, bytes: Buffer): Omit<Answer, 'status'> {
  const pairs: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) pairs.push([rawHeaders[i].toLowerCase(), rawHeaders[i + 1]]);
  const headers = Object.fromEntries(pairs.sort());
  if (pairs.length !== Object.keys(headers).length) throw new Error(`a header twice: ${rawHeaders}`);
  delete headers.date;
  if (/^[\da-f-]{36}$/.test(headers['x-request-id'])) headers['x-request-id'] = 'made';
  const { 'content-encoding': encoding = '' } = headers;
  if (encoding !== '') {
    delete headers['content-length'];
    delete headers['transfer-encoding'];
  }
  const unpack = { gzip: gunzipSync, br: brotliDecompressSync, deflate: inflateSync }[encoding];
  return { headers, body: String(unpack && bytes.length > 0 ? unpack(bytes) : bytes) };
}

test(`${COUNT} requests are answered alike, header for header`, async () => {
  const requests = askedRequests(
    contract.operations.filter(({ access }) => access === 'key'),
    KEYS,
    COUNT,
  );
  const differing: unknown[] = [];
  const statuses = new Map<number | undefined, number>();
  for (const asked of requests) {
    const [ours, theirs] = await Promise.all([ask(short, asked), ask(long, asked)]);
    statuses.set(ours.status, (statuses.get(ours.status) ?? 0) + 1);
    if (ours.headers.etag !== undefined) tags.set(asked.url, ours.headers.etag);
    const differences = differencesOf(ours, theirs);
    if (differences.length > 0) differing.push({ asked, differences });
  }
  expect(differing.slice(0, 5)).toEqual([]);
  expect(short.inputs).toEqual(long.inputs);
  // The dice leave nothing out.
  const seldom = [200, 204, 304, 400, 401, 403, 404, 429, 500, 503].filter((one) => (statuses.get(one) ?? 0) < 5);
  expect(seldom).toEqual([]);
});

function differencesOf(ours: Answer, theirs: Answer): string[] {
  const flat = ({ status, headers, body }: Answer): Record<string, unknown> => ({ ...headers, status, body });
  const [a, b] = [flat(ours), flat(theirs)];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
  return names.map((name) => `${name}: ours ${a[name]}, the long way's ${b[name]}`);
}
