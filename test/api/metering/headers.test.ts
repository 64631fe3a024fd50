import type { RequestListener } from 'node:http';
import request, { type Response } from 'supertest';
import { Limits } from '../../../src/access/limits';
import {
  conflict,
  forbidden,
  gone,
  internal,
  notFound,
  serviceMisconfigured,
  unauthorized,
  upstreamUnavailable,
} from '../../../src/errors';
import { CreatedAnswer, FileAnswer } from '../../../src/fileAnswer';
import { type ContractOperation, exampleUrl, type JsonObject, resolveRef } from '../../../src/openapi/document';
import type { OperationId } from '../../../src/operation';
import { openStorage } from '../../../src/storage/open';
import { callerOn } from '../../helpers/access';
import { NO_LOG } from '../../helpers/log';
import { stillAt } from '../../helpers/moment';
import { contract, exampleBody, exampleHandlers, shell } from '../../helpers/shell';

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const DAY_HEADERS = RATE_HEADERS.map((name) => `${name}-Day`);
/** Some answers of an operation have them, and others do not: test/api/tables.test.ts, test/api/idempotency.test.ts. */
const OF_SOME = ['X-Answer', 'Idempotent-Replayed'];
const WAITING = ['429', '503'];

/** What the handlers throw next; null = they answer. */
let fault: Error | null = null;
/** Each request comes from an account of its own, so that these tests spend no limit. */
let account = 0;
let app: RequestListener;
let meter: Limits;
let close: () => Promise<void>;

beforeAll(async () => {
  const moment = () => stillAt('2024-06-28T15:00:30Z');
  const storage = await openStorage(':memory:');
  meter = new Limits({ counters: storage.counters, moment, log: NO_LOG });
  const handlers = contract.operations.map(({ id, answersJson, files, creates }) => [
    id,
    async () => {
      if (fault !== null) throw fault;
      if (creates) return new CreatedAnswer(exampleBody(id) as object, '/example');
      return answersJson ? exampleBody(id) : someFile(Object.keys(files)[0]);
    },
  ]);
  app = await shell({
    handlers: exampleHandlers(Object.fromEntries(handlers) as Partial<Record<OperationId, unknown>>),
    authenticate: async ({ apiKey, session, access, address }) => {
      if (apiKey === 'misconfigured') throw serviceMisconfigured();
      if (access === 'page') return { caller: { ...callerOn('free'), accountId: null } };
      const isConsole = access === 'session' || access === 'operator';
      const who = isConsole ? session : access === 'address' ? accountAt(address) : apiKey;
      if (who === undefined) throw unauthorized();
      const admin = { id: 'one', role: 'admin' } as const;
      return { caller: { ...callerOn('free'), accountId: Number(who), session: admin } };
    },
    // Requests without an account come from an address of their own.
    trustProxy: 1,
    meter,
    dataSource: () => 'sandbox',
    basis: { revision: async () => null, allowance: async () => null, dataVersion: () => 'd'.repeat(64) },
  });
  close = storage.close;
});
afterAll(() => close());

/** A stored file, or for text/calendar a text with Last-Modified. */
function someFile(contentType: string): FileAnswer {
  if (contentType === 'text/calendar') return new FileAnswer({ contentType, body: '', lastModified: new Date(0) });
  const headers = { 'Repr-Digest': 'sha-256=:AAAA:' };
  async function* part(start: number, end: number) {
    yield Buffer.from('some file'.slice(start, end + 1));
  }
  const body = { size: 9, part };
  return new FileAnswer({ contentType, body, etag: '"1"', headers });
}

type Extra = Readonly<Record<string, string>>;

function send(operation: ContractOperation, key: string | undefined, extra: Extra = {}, query = ''): Promise<Response> {
  const url = exampleUrl(operation);
  const test = request(app)[operation.method](`${url}${query && (url.includes('?') ? '&' : '?') + query}`);
  if (key !== undefined) test.set(from(operation, key));
  for (const [name, value] of Object.entries(extra)) test.set(name, value);
  const body = bodyExample(operation);
  return (body === undefined ? test : test.send(body as object)).then((response) => response);
}

function from({ access }: ContractOperation, key: string): Record<string, string> {
  const page = { 'X-Session': '1', ...addressOf(key) };
  if (access === 'key') return { 'X-API-Key': key };
  if (access === 'address') return addressOf(key);
  return access === 'page' ? page : { ...page, Cookie: `perennial-session=${key}` };
}

/** An address for each key. */
function addressOf(key: string): Record<string, string> {
  return { 'X-Forwarded-For': `192.0.${Number(key) >> 8}.${Number(key) & 255}` };
}

/** The account of an address: the inverse of `addressOf`. */
function accountAt(address = ''): string {
  const [high, low] = address.split('.').slice(2).map(Number);
  return String(high * 256 + low);
}

/** Counts as many requests as a minute allows, by the kind of access of an operation. */
async function spendMinute({ access, method }: ContractOperation, key: string): Promise<void> {
  const caller = { ...callerOn('free'), accountId: Number(key) };
  const address = addressOf(key)['X-Forwarded-For'];
  const page = method === 'get' ? 'page' : 'sign-in';
  const plan = { limit: 10, count: () => meter.count(caller, address) };
  const console = { limit: 120, count: () => meter.countConsole(caller) };
  const { limit, count } = {
    page: { limit: page === 'page' ? 60 : 10, count: () => meter.countAnonymous(page, address) },
    key: plan,
    address: plan,
    session: console,
    operator: console,
  }[access];
  for (let i = 0; i < limit; i++) expect(await count()).toMatchObject({ exceeded: null });
}

function bodyExample({ path, method }: ContractOperation): unknown {
  const content = contract.document.paths[path][method].requestBody?.content['application/json'];
  return content?.example ?? (Object.values(content?.examples ?? {})[0] as { value: unknown } | undefined)?.value;
}

const fresh = () => String(++account);

function failing(error: Error) {
  return (operation: ContractOperation) => {
    fault = error;
    return send(operation, fresh()).finally(() => {
      fault = null;
    });
  };
}

/** How to provoke each status. A status that the contract names and this record lacks fails the test. */
const PROVOKE: Record<string, (operation: ContractOperation) => Promise<Response>> = {
  200: (operation) => send(operation, fresh()),
  201: (operation) => send(operation, fresh()),
  206: (operation) => send(operation, fresh(), { Range: 'bytes=0-9' }),
  304: async (operation) => {
    const { etag } = (await send(operation, fresh())).headers;
    return send(operation, fresh(), { 'If-None-Match': etag });
  },
  400: (operation) => send(operation, fresh(), {}, 'no_such_parameter=1'),
  // Before somebody signs in, only the handler can refuse.
  401: (operation) =>
    operation.access === 'page'
      ? failing(unauthorized('forged'))(operation)
      : send(operation, undefined, { ...addressOf(fresh()), ...(operation.access !== 'key' && { 'X-Session': '1' }) }),
  403: failing(forbidden('outside')),
  404: failing(notFound('unknown')),
  409: failing(conflict('taken')),
  410: failing(gone('over')),
  416: (operation) => send(operation, fresh(), { Range: 'bytes=999999999-' }),
  429: async (operation) => {
    const key = fresh();
    await spendMinute(operation, key);
    return send(operation, key);
  },
  500: failing(internal('broken')),
  503: failing(upstreamUnavailable('gone')),
};

const WALK = contract.operations.flatMap((operation) => {
  const responses: JsonObject = contract.document.paths[operation.path][operation.method].responses;
  return Object.entries(responses).map(([status, node]) => {
    const headers: JsonObject = resolveRef(contract.document, node).headers ?? {};
    return { name: `${operation.id} ${status}`, operation, status, headers };
  });
});

test.each(WALK)('$name carries the headers that the contract gives it', async ({ operation, status, headers }) => {
  const waits = WAITING.includes(status) ? ['Retry-After'] : [];
  const succeeds = status === '200' || status === '201' ? ['ETag'] : [];
  const wanted = [...RATE_HEADERS, ...DAY_HEADERS, 'X-Request-Id', ...waits, ...succeeds];
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(wanted));
  const response = await PROVOKE[status](operation);
  expect(response.status).toBe(Number(status));
  for (const [name, node] of Object.entries(headers)) {
    if (OF_SOME.includes(name)) continue;
    const { schema } = resolveRef(contract.document, node as JsonObject);
    const value = response.headers[name.toLowerCase()];
    expect({ name, value }).toEqual({ name, value: expect.stringMatching(/./) });
    if (schema.type === 'integer') expect(value).toMatch(/^\d+$/);
    if (schema.minimum !== undefined) expect(Number(value)).toBeGreaterThanOrEqual(schema.minimum);
  }
});

const anOperation = () => contract.operations.find(({ id }) => id === 'listMarkets')!;

test.each([
  ['an unknown endpoint', '/v1/nothing', fresh(), 404],
  ['an unknown endpoint without a key', '/v1/nothing', undefined, 401],
  ['a path that cannot be read', '/v1/analyze/%ZZ', fresh(), 400],
])('%s carries the rate headers too', async (_, url, key, status) => {
  const test = request(app).get(url);
  if (key !== undefined) test.set('X-API-Key', key);
  const { headers } = await test.expect(status);
  for (const name of [...RATE_HEADERS, ...DAY_HEADERS]) expect(headers[name.toLowerCase()]).toMatch(/^\d+$/);
});

test('the minute counts down over the answers, and the refusal says how long to wait', async () => {
  const key = fresh();
  const seen: unknown[] = [];
  for (let i = 0; i < 11; i++) {
    const { status, headers } = await send(anOperation(), key);
    seen.push([status, headers['x-ratelimit-remaining'], headers['x-ratelimit-remaining-day'], headers['retry-after']]);
  }
  expect(seen).toEqual([
    ...Array.from({ length: 10 }, (_, i) => [200, String(9 - i), String(99 - i), undefined]),
    [429, '0', '90', '30'],
  ]);
});

test('a misconfigured server stays 503, however many requests come', async () => {
  for (let i = 0; i < 80; i++) {
    const { status, headers } = await send(anOperation(), 'misconfigured');
    expect([status, headers['x-ratelimit-limit']]).toEqual([503, '60']);
  }
});
