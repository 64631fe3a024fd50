import type { RequestListener } from 'node:http';
import { request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import request from 'supertest';
import { createLog } from '../../../src/log';
import type { Context } from '../../../src/operation';
import { type Listening, listen } from '../../helpers/listen';
import { callTool, connectClient } from '../../helpers/mcp';
import { CALLER, exampleBody, exampleHandlers, KEY, shell } from '../../helpers/shell';

const mcp = { publicUrl: 'https://seasons.example', mcp: { allowedHosts: ['inner.example'], issuer: null } };
const CLIENT = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };

function post(app: RequestListener, body: unknown = PING, headers: Record<string, string> = {}) {
  return request(app)
    .post('/mcp')
    .set({
      Host: 'localhost',
      Authorization: `Bearer ${KEY}`,
      Accept: 'application/json, text/event-stream',
      ...headers,
    })
    .send(body as object);
}

let app: RequestListener;
let server: Listening | undefined;
beforeAll(async () => {
  app = await shell({ ...mcp, corsOrigins: ['https://friend.example'] });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('hosts and origins', () => {
  test.each([
    ['localhost:8080', 200],
    ['127.0.0.1', 200],
    ['[::1]:8080', 200],
    ['seasons.example', 200],
    ['Seasons.Example:443', 200],
    ['inner.example:8080', 200],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['seasons.example.evil.example:8080', 403],
  ])('Host %s: %i', async (host, status) => {
    const response = await post(app, PING, { Host: host });
    expect(response.status).toBe(status);
    if (status === 403) expect(response.body.error.code).toBe('forbidden');
  });

  test.each([
    ['https://seasons.example', 200],
    ['https://friend.example', 200],
    ['https://evil.example', 403],
    ['http://seasons.example', 403],
    ['http://localhost:8080', 403],
    ['null', 403],
  ])('Origin %s: %i', async (origin, status) => {
    expect((await post(app, PING, { Origin: origin })).status).toBe(status);
  });

  test('any origin is accepted if the settings allow it', async () => {
    const open = await shell({ ...mcp, corsOrigins: '*' });
    expect((await post(open, PING, { Origin: 'https://any.example' })).status).toBe(200);
  });

  test('a page of a foreign origin is refused before its key is checked', async () => {
    const response = await post(app, PING, { Origin: 'https://evil.example', Authorization: 'Bearer wrong' });
    expect(response.status).toBe(403);
  });
});

describe('authentication', () => {
  test.each([{ Authorization: '' }, { Authorization: 'Bearer wrong' }, { Authorization: 'Basic eDp5' }])(
    '%j is 401, before anything else is read',
    async (headers) => {
      const response = await post(app, 'no json', headers);
      expect(response.status).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(response.body.error.code).toBe('unauthorized');
    },
  );

  test('without an issuer, the resource metadata is 404', async () => {
    expect((await request(app).get('/.well-known/oauth-protected-resource/mcp')).status).toBe(404);
  });
});

describe('requests', () => {
  test.each(['get', 'delete', 'put', 'patch'] as const)('%s is 405: there are no sessions', async (method) => {
    const response = await request(app)
      [method]('/mcp')
      .set({ Host: 'localhost', Authorization: `Bearer ${KEY}` });
    expect([response.status, response.headers.allow]).toEqual([405, 'POST']);
  });

  test('a ping is answered, without a session', async () => {
    const response = await post(app);
    expect(response.body).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    expect(response.headers).not.toHaveProperty('mcp-session-id');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['x-request-id']).toEqual(expect.any(String));
  });

  test('a session id is ignored', async () => {
    expect((await post(app, PING, { 'Mcp-Session-Id': 'stolen' })).status).toBe(200);
  });

  test.each([
    ['no JSON', '{"jsonrpc":', 400, -32700],
    ['no JSON-RPC', '{"hello":1}', 400, -32700],
    ['a large body', JSON.stringify({ ...PING, params: { x: 'x'.repeat(300_000) } }), 413, -32600],
    ['too many messages', JSON.stringify(Array(11).fill(PING)), 400, -32600],
    [
      'deep nesting',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
      400,
      -32600,
    ],
  ])('%s is an error of JSON-RPC', async (_name, body, status, code) => {
    const response = await post(app, body, { 'Content-Type': 'application/json' });
    expect([response.status, response.body.error.code]).toEqual([status, code]);
  });

  test.each([
    [
      'initialize',
      {},
      'params.protocolVersion must be a string. params.capabilities must be an object. params.clientInfo must be an object.',
    ],
    ['initialize', undefined, 'params must be an object.'],
    ['initialize', { ...CLIENT, protocolVersion: 5 }, 'params.protocolVersion must be a string.'],
    ['initialize', { ...CLIENT, clientInfo: { name: 'x' } }, 'params.clientInfo.version must be a string.'],
    ['tools/call', undefined, 'params must be an object.'],
    ['tools/call', { name: 5 }, 'params.name must be a string.'],
    ['tools/call', { name: 'whoami', arguments: [1] }, 'params.arguments must be an object.'],
    ['tools/call', { arguments: 'x' }, 'params.name must be a string. params.arguments must be an object.'],
    ['tools/list', { cursor: 7 }, 'params.cursor must be a string.'],
    ['prompts/get', { name: 5 }, 'params.name must be a string.'],
    ['resources/read', undefined, 'params must be an object.'],
    ['resources/list', { cursor: 7 }, 'params.cursor must be a string.'],
  ])('%s with params %j is an error of the caller, in a sentence', async (method, params, text) => {
    const { body } = await post(app, { jsonrpc: '2.0', id: 7, method, params });
    expect(body).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32602, message: `MCP error -32602: ${text}` } });
  });

  test.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-03-26', '2025-03-26'],
    ['1999-01-01', '2025-11-25'],
  ])('a client of protocol version %s is answered in %s', async (protocolVersion, agreed) => {
    const { body } = await post(app, {
      jsonrpc: '2.0',
      id: 7,
      method: 'initialize',
      params: { ...CLIENT, protocolVersion },
    });
    expect(body.result).toEqual({
      protocolVersion: agreed,
      capabilities: { tools: {}, prompts: {}, resources: {} },
      serverInfo: { name: 'perennial', title: expect.any(String), version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      instructions: expect.stringContaining('seasonal patterns'),
    });
  });

  test('a client that accepts neither JSON nor streams is 406, and an unknown protocol version is 400', async () => {
    expect((await post(app, PING, { Accept: 'text/html' })).status).toBe(406);
    expect((await post(app, PING, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400);
  });
});

test('a fault of a handler becomes a tool error with the generic message', async () => {
  const broken = await shell({
    ...mcp,
    handlers: exampleHandlers({
      listMarkets: async () => {
        throw new Error('SQLITE_CORRUPT in /var/lib/secret.sqlite');
      },
    }),
  });
  server = await listen(broken);
  const client = await connectClient(server.url, KEY);
  const { error } = await callTool(client, 'list_markets');
  expect(error).toEqual({ code: 'internal', message: 'Internal server error.' });
  await client.close();
});

test('a handler is told when the client of a tool disconnects', async () => {
  let begin: (signal: AbortSignal) => void = () => {};
  const begun = new Promise<AbortSignal>((resolve) => {
    begin = resolve;
  });
  const slow = await shell({
    ...mcp,
    handlers: exampleHandlers({
      listMarkets: async (_input: unknown, context: Context) => {
        begin(context.signal);
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
        return exampleBody('listMarkets');
      },
    }),
  });
  server = await listen(slow);
  const call = httpRequest(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${KEY}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
  });
  call.on('error', () => null);
  call.end(JSON.stringify({ ...PING, method: 'tools/call', params: { name: 'list_markets' } }));
  const signal = await begun;
  expect(signal.aborted).toBe(false);
  call.destroy();
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
});

test('the log has both requests under one id, and no secret', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logged = await shell({ ...mcp, log: createLog('trace', sink) });
  const id = 'conversation-1';
  const asked = { ...PING, method: 'tools/call', params: { name: 'analyze_symbol', arguments: { symbol: 'AAPL' } } };
  await post(logged, asked, { 'X-Request-Id': id });
  const requests = lines.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
  expect(requests.map(({ method, url, tier }) => ({ method, url, tier }))).toEqual([
    { method: 'GET', url: '/v1/analyze/AAPL?view=decision', tier: CALLER.tier.id },
    { method: 'POST', url: '/mcp', tier: CALLER.tier.id },
  ]);
  expect(lines.join('')).not.toContain(KEY);
});

test('pages of allowed origins may use the headers of the protocol', async () => {
  const { headers } = await request(app)
    .options('/mcp')
    .set({ Host: 'localhost', Origin: 'https://friend.example', 'Access-Control-Request-Method': 'POST' });
  expect(headers['access-control-allow-headers']).toContain('Mcp-Protocol-Version');
  expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate');
});
