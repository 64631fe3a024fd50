import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';
import { callTool, connectClient, postMessage } from '../../helpers/mcp';

let service: TestApp;
let server: Listening;
const clients: Client[] = [];

beforeAll(async () => {
  service = await startTestApp({ metered: true, env: { TRUST_PROXY: '1' } });
  server = await listen(service.app);
});

let minute = 0;
beforeEach(() => {
  service.clock.set(new Date(Date.parse('2024-12-20T15:00:10Z') + 60_000 * minute++).toISOString());
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await server?.close();
  await service?.close();
});

async function clientOf(tier: 'free' | 'dev' | 'pro' | 'business'): Promise<Client> {
  const client = await connectClient(server.url, service.keys[tier]);
  clients.push(client);
  return client;
}

/** Requests of the account so far today, including this one. */
async function usedToday(tier: 'free' | 'dev' | 'pro' | 'business', perDay: number): Promise<number> {
  const response = await service.get('/v1/me', tier);
  expect(response.status).toBe(200);
  return perDay - response.body.rate.remaining_today;
}

test('every message counts exactly once, whatever its result', async () => {
  const client = await clientOf('dev');
  const before = await usedToday('dev', 1000);
  await client.listTools();
  await client.listPrompts();
  await client.getPrompt({ name: 'weekly_digest' });
  await client.listResources();
  await client.ping();
  expect(await usedToday('dev', 1000)).toBe(before + 6);
  await callTool(client, 'list_markets');
  await callTool(client, 'find_best_opportunities');
  await callTool(client, 'analyze_symbol', { symbol: 'NOPE' });
  await callTool(client, 'find_best_opportunities', { years: 4 });
  await client.readResource({ uri: 'perennial://disclaimer' });
  const { body } = await callTool(client, 'whoami');
  expect(1000 - body.rate.remaining_today).toBe(before + 6 + 6);
});

test('a limit reached in the middle of a conversation says how long to wait', async () => {
  const client = await clientOf('free');
  // Two messages have opened the conversation.
  for (let i = 0; i < 8; i++) expect((await callTool(client, 'list_markets')).error).toBeNull();
  const { error, body } = await callTool(client, 'whats_seasonal_now');
  expect(error).toEqual({
    code: 'rate_limited',
    message: expect.stringContaining('10 requests per minute'),
    retry_after_seconds: 50,
  });
  expect(body).toBeUndefined();
  // Messages that are no calls are refused with 429; the conversation continues after the wait.
  await expect(client.listTools()).rejects.toMatchObject({
    code: 429,
    message: expect.stringContaining('rate_limited'),
  });
  await expect(client.readResource({ uri: 'perennial://methodology' })).rejects.toMatchObject({
    data: { code: 'rate_limited', retry_after_seconds: 50 },
  });
  service.clock.set(new Date(service.clock.now().getTime() + 50_000).toISOString());
  expect((await callTool(client, 'whats_seasonal_now')).error).toBeNull();
});

test('50 concurrent calls get 50 answers, each its own, and count as 50 requests', async () => {
  const client = await clientOf('pro');
  const before = await usedToday('pro', 5000);
  const tickers = ['AAPL', 'MSFT', 'JPM', 'KO', 'PG'];
  const calls = Array.from({ length: 50 }, (_, i) =>
    callTool(client, 'analyze_symbol', { symbol: tickers[i % 5], years: 10 + (i % 3) }),
  );
  for (const [i, { error, body }] of (await Promise.all(calls)).entries()) {
    expect(error).toBeNull();
    expect([body.card.symbol, body.card.stats.years]).toEqual([tickers[i % 5], String(10 + (i % 3))]);
  }
  expect(await usedToday('pro', 5000)).toBe(before + 51);
});

function post(tier: 'free' | 'dev' | 'business', body: unknown) {
  return postMessage(server.url, body, { Authorization: `Bearer ${service.keys[tier]}` });
}

const message = (id: number, method = 'tools/list') => ({ jsonrpc: '2.0', id, method });
const call = (id: number) => ({ ...message(id, 'tools/call'), params: { name: 'list_markets' } });
const batch = (length: number, of: (id: number) => object) => Array.from({ length }, (_, i) => of(i));

test('the calls of a batch count one by one', async () => {
  const before = await usedToday('business', 20_000);
  const response = await post('business', [call(1), call(2), call(3)]);
  expect(((await response.json()) as { id: number }[]).map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(await usedToday('business', 20_000)).toBe(before + 4);
});

describe('a flood of messages that ask for no data', () => {
  test('is refused like any other, with the headers of the limits', async () => {
    const answers: Response[] = [];
    for (let i = 0; i < 12; i++) answers.push(await post('free', message(i)));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    const left = answers.map(({ headers }) => headers.get('x-ratelimit-remaining'));
    expect(left).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0', '0', '0']);
    const refused = answers[11];
    expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '50', 'x-ratelimit-limit': '10' });
    expect(((await refused.json()) as { error: unknown }).error).toMatchObject({ code: 'rate_limited' });
  });

  test.each([
    ['a batch', () => batch(10, message)],
    ['no JSON', () => '{'],
    ['no JSON-RPC', () => ({ hello: 1 })],
    ['a batch that is too large', () => batch(11, message)],
  ])('counts as %s too', async (_name, body) => {
    for (let i = 0; i < 10; i++) await post('free', body());
    expect((await post('free', body())).status).toBe(429);
    expect((await service.get('/v1/me', 'free')).status).toBe(429);
  });

  test('in one batch counts message by message, and a batch of more than ten is refused', async () => {
    const before = await usedToday('dev', 1000);
    expect(await (await post('dev', batch(10, message))).json()).toHaveLength(10);
    const refused = await post('dev', batch(11, message));
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: -32600 } }]);
    // The refused batch counts as one.
    expect(await usedToday('dev', 1000)).toBe(before + 12);
  });

  test('in a batch of calls is answered as far as the limit allows', async () => {
    for (let i = 0; i < 7; i++) await post('free', message(i));
    const answers = (await (await post('free', batch(5, call))).json()) as { result: { isError?: boolean } }[];
    expect(answers.filter(({ result }) => result.isError)).toHaveLength(2);
  });
});

test('a list has the same text, whether requested alone or in a batch', async () => {
  for (const method of ['tools/list', 'prompts/list', 'resources/list']) {
    const alone = await (await post('business', message(7, method))).json();
    expect(await (await post('business', [message(7, method), message(8, 'ping')])).json()).toContainEqual(alone);
    const odd = await (await post('business', { ...message(7, method), params: { cursor: 'x' } })).json();
    expect(odd).toEqual(alone);
  }
});

test('callers without an account are counted by their address', async () => {
  const call = (address: string) => {
    const whoami = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } };
    return postMessage(server.url, whoami, { Authorization: 'Bearer prn_demo', 'X-Forwarded-For': address });
  };
  const left = async (address: string) => {
    const { result } = (await (await call(address)).json()) as { result: { content: { text: string }[] } };
    return JSON.parse(result.content[0].text).rate.remaining_minute;
  };
  expect([await left('203.0.113.7'), await left('203.0.113.7'), await left('203.0.113.8')]).toEqual([9, 8, 9]);
});

test('wrong keys use up the attempts of their address, on /mcp as on /v1', async () => {
  const knock = (path: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer prn_wrong', 'X-Forwarded-For': '203.0.113.99' },
    });
  const first = await knock('/v1/score');
  const second = await knock('/mcp');
  const remaining = [first, second].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
  expect([first.status, second.status]).toEqual([401, 401]);
  expect(remaining[1]).toBe(remaining[0] - 1);
});
