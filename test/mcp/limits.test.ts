import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { startTestApp, type TestApp } from '../helpers/app';
import { callTool, connectClient, type Listening, listen } from '../helpers/mcp';

let service: TestApp;
let server: Listening;
const clients: Client[] = [];

beforeAll(async () => {
  service = await startTestApp({ metered: true, env: { TRUST_PROXY: '1' } });
  server = await listen(service.app);
}, 60_000);

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

/** Requests of the account so far today, this one counted. */
async function usedToday(tier: 'free' | 'dev' | 'pro' | 'business', perDay: number): Promise<number> {
  const response = await service.get('/v1/me', tier);
  expect(response.status).toBe(200);
  return perDay - response.body.rate.remaining_today;
}

test('a tool call counts exactly once, whatever becomes of it; everything else is free', async () => {
  const client = await clientOf('dev');
  const before = await usedToday('dev', 1000);
  await client.listTools();
  await client.listPrompts();
  await client.getPrompt({ name: 'weekly_digest' });
  await client.listResources();
  await client.ping();
  expect(await usedToday('dev', 1000)).toBe(before + 1);
  await callTool(client, 'list_markets');
  await callTool(client, 'find_best_opportunities');
  await callTool(client, 'analyze_symbol', { symbol: 'NOPE' });
  await callTool(client, 'find_best_opportunities', { years: 4 });
  await client.readResource({ uri: 'perennial://disclaimer' });
  const { body } = await callTool(client, 'whoami');
  expect(1000 - body.rate.remaining_today).toBe(before + 1 + 6);
});

test('the limit is reached in the middle of a conversation, and says how long to wait', async () => {
  const client = await clientOf('free');
  for (let i = 0; i < 10; i++) expect((await callTool(client, 'list_markets')).error).toBeNull();
  const { error, body } = await callTool(client, 'whats_seasonal_now');
  expect(error).toEqual({
    code: 'rate_limited',
    message: expect.stringContaining('10 requests per minute'),
    retry_after_seconds: 50,
  });
  expect(body).toBeUndefined();
  // The conversation goes on: what does not ask /v1 still answers, and so does the rest after the wait.
  expect((await client.listTools()).tools.length).toBeGreaterThan(5);
  await expect(client.readResource({ uri: 'perennial://methodology' })).rejects.toMatchObject({
    data: { code: 'rate_limited', retry_after_seconds: 50 },
  });
  service.clock.set(new Date(service.clock.now().getTime() + 50_000).toISOString());
  expect((await callTool(client, 'whats_seasonal_now')).error).toBeNull();
});

test('50 calls at once are 50 answers, each its own, and 50 requests', async () => {
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

test('the calls of a batch count one by one', async () => {
  const before = await usedToday('business', 20_000);
  const call = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'list_markets' } });
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${service.keys.business}`, 'Content-Type': 'application/json' },
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify([call(1), call(2), call(3)]),
  });
  expect(((await response.json()) as { id: number }[]).map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(await usedToday('business', 20_000)).toBe(before + 4);
});

test('callers without an account are counted by the address they come from', async () => {
  const call = (address: string) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ Authorization: 'Bearer prn_demo', 'Content-Type': 'application/json' },
        ...{ Accept: 'application/json, text/event-stream', 'X-Forwarded-For': address },
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } }),
    });
  const left = async (address: string) => {
    const { result } = (await (await call(address)).json()) as {
      result: { structuredContent: { rate: { remaining_minute: number } } };
    };
    return result.structuredContent.rate.remaining_minute;
  };
  expect([await left('203.0.113.7'), await left('203.0.113.7'), await left('203.0.113.8')]).toEqual([9, 8, 9]);
});

test('wrong keys use up the attempts of their address, at this door as at the other', async () => {
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
