import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { readRemoteSettings } from '../../../src/mcp/stdio';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';
import { callTool, connectClient } from '../../helpers/mcp';
import { keepablePort } from '../../helpers/ports';
import { builtProgram } from '../../helpers/process';

const ROOT = join(__dirname, '../../..');
const ARGS = [builtProgram('scripts/main.ts'), 'mcp'];

let service: TestApp;
let server: Listening;
const clients: Client[] = [];

beforeAll(async () => {
  service = await startTestApp();
  server = await listen(service.app);
});

afterAll(async () => {
  for (const client of clients) await client.close();
  await server?.close();
  await service?.close();
});

async function stdioClient(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  const { PATH = '' } = process.env;
  const settings = { PATH, ...env };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ARGS, cwd: ROOT, env: settings }));
  return client;
}

test('over stdio, the tools and their results are the same as over HTTP', async () => {
  const stdio = await stdioClient({ PERENNIAL_URL: `${server.url}/v1/`, PERENNIAL_API_KEY: service.keys.dev });
  const http = await connectClient(server.url, service.keys.dev);
  clients.push(http);
  expect(await stdio.listTools()).toEqual(await http.listTools());
  expect(stdio.getInstructions()).toBe(http.getInstructions());
  const basket = { positions: [{ symbol: 'KO', weight_pct: 1, direction: 'long' }], horizon: '30' };
  for (const [tool, args] of [
    ['find_best_opportunities', {}],
    ['whats_seasonal_now', { limit: 2 }],
    ['analyze_symbol', { symbol: 'AAPL' }],
    ['compare_symbols', { symbols: 'AAPL,MSFT' }],
    ['portfolio_scenario', basket],
    ['list_markets', {}],
    ['list_symbols', { market_id: '0' }],
    ['score_setups', { opportunities: [{ symbol: 'KO', date: '2024-12-23', days_out: 30, direction: 'long' }] }],
    ['daily_pick', {}],
    ['pick_track_record', {}],
    ['whoami', {}],
    ['analyze_symbol', { symbol: 'NOPE' }],
    ['find_best_opportunities', { markets: 'crypto' }],
  ] as const) {
    const [over, direct] = [await callTool(stdio, tool, args), await callTool(http, tool, args)];
    if (over.body?.generated_at) over.body.generated_at = direct.body.generated_at;
    expect(over).toEqual(direct);
  }
  expect(await stdio.readResource({ uri: 'perennial://disclaimer' })).toEqual(
    await http.readResource({ uri: 'perennial://disclaimer' }),
  );
});

test('a refused key and an unreachable service are tool errors', async () => {
  const refused = await stdioClient({ PERENNIAL_URL: server.url, PERENNIAL_API_KEY: 'prn_wrong' });
  expect((await callTool(refused, 'whoami')).error?.code).toBe('unauthorized');
  const nobody = await stdioClient({
    PERENNIAL_URL: `http://127.0.0.1:${await keepablePort()}`,
    PERENNIAL_API_KEY: 'k',
  });
  expect((await callTool(nobody, 'whoami')).error).toEqual({
    code: 'upstream_unavailable',
    message: expect.stringContaining('No answer from the service at http://127.0.0.1'),
    retry_after_seconds: 5,
  });
});

test.each([
  [502, { code: 'upstream_unavailable', message: expect.stringContaining('No answer from the service at http') }],
  [200, { code: 'invalid_request', message: expect.stringContaining('is not a service of this kind') }],
])('a page with status %i instead of JSON is a tool error', async (status, error) => {
  const proxy = await listen((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  });
  const client = await stdioClient({ PERENNIAL_URL: proxy.url, PERENNIAL_API_KEY: 'k' });
  expect((await callTool(client, 'whoami')).error).toMatchObject(error);
  await proxy.close();
});

test('an initialization with wrong parameters is an error of the caller, as over HTTP', () => {
  const { PATH = '' } = process.env;
  const env = { PATH, PERENNIAL_API_KEY: 'k' };
  const input = `${JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'initialize', params: { protocolVersion: 5 } })}\n`;
  const { stdout } = spawnSync(process.execPath, ARGS, { cwd: ROOT, env, input, encoding: 'utf8' });
  const sentences =
    'params.protocolVersion must be a string. params.capabilities must be an object. params.clientInfo must be an object.';
  expect(JSON.parse(stdout)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32602, message: `MCP error -32602: ${sentences}` },
  });
});

test('without a key, the program ends at once and names the missing setting on standard error', () => {
  const { PATH = '' } = process.env;
  const run = spawnSync(process.execPath, ARGS, { cwd: ROOT, env: { PATH }, encoding: 'utf8' });
  expect(run).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('PERENNIAL_API_KEY') });
});

describe('settings', () => {
  test.each([
    [{ PERENNIAL_API_KEY: ' k ' }, { url: 'http://localhost:8080', key: 'k' }],
    [
      { PERENNIAL_URL: 'https://a.example/x/', PERENNIAL_API_KEY: 'k' },
      { url: 'https://a.example/x', key: 'k' },
    ],
    [
      { PERENNIAL_URL: 'https://a.example/v1', PERENNIAL_API_KEY: 'k' },
      { url: 'https://a.example', key: 'k' },
    ],
  ])('%j', (env, settings) => {
    expect(readRemoteSettings(env)).toEqual(settings);
  });

  test.each([
    [{}, /PERENNIAL_API_KEY/],
    [{ PERENNIAL_API_KEY: 'two\nlines' }, /PERENNIAL_API_KEY/],
    [{ PERENNIAL_URL: 'file:///etc', PERENNIAL_API_KEY: 'k' }, /PERENNIAL_URL must be.+got 'file:/],
    [{ PERENNIAL_URL: 'nowhere', PERENNIAL_API_KEY: 'k' }, /PERENNIAL_URL/],
  ])('%j is refused', (env, message) => {
    expect(() => readRemoteSettings(env)).toThrow(message);
  });
});
