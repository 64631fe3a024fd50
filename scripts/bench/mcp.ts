import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeys } from './keys';
import { ROOT, type Server, startService } from './server';
import { type Row, spread } from './table';

const NOW = '2024-12-20T15:00:00Z';
/** Each may ask 300 times a minute. */
const ACCOUNTS = 20;
const CALLS = 400;
const WARM_UP = 100;
/** What a tool call may cost over its REST call, milliseconds. */
const BUDGET = 3;

const TWINS: readonly [tool: string, args: Record<string, unknown>, path: string][] = [
  ['list_markets', {}, '/v1/markets'],
  ['find_best_opportunities', {}, '/v1/scan?view=decision&limit=5'],
  ['analyze_symbol', { symbol: 'KO' }, '/v1/analyze/KO?view=decision'],
];

/** What a tool call costs over the REST call it stands for: one client, the two in turn, so that both meet the same machine. */
export async function run(): Promise<Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: '2' };
  try {
    const server = await startService(env);
    try {
      const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
      const rows: Row[] = [];
      for (const [tool, args, path] of TWINS) rows.push(...(await measureOverhead(server, keys, tool, args, path)));
      return rows;
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureOverhead(
  { url }: Server,
  keys: readonly string[],
  tool: string,
  args: Record<string, unknown>,
  path: string,
): Promise<Row[]> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } });
  const version = { 'MCP-Protocol-Version': '2025-11-25' };
  const rest: number[] = [];
  const calls: number[] = [];
  for (let i = 0; i < WARM_UP + CALLS; i++) {
    const Authorization = `Bearer ${keys[i % keys.length]}`;
    const direct = await timed(`${url}${path}`, { headers: { Authorization } });
    const called = await timed(`${url}/mcp`, {
      method: 'POST',
      body,
      headers: { ...headers, ...version, Authorization },
    });
    if (i < WARM_UP) continue;
    rest.push(direct);
    calls.push(called);
  }
  const plain = spread(rest);
  const over = calls.map((ms, i) => ms - rest[i]);
  return [
    { name: `GET ${path}`, ...plain, unit: 'ms' },
    { name: `tool ${tool}`, ...spread(calls), unit: 'ms', baseline: plain.median, note: 'beside its REST call' },
    { name: '  what the tool adds', ...spread(over), unit: 'ms', budget: BUDGET },
  ];
}

async function timed(url: string, init: RequestInit): Promise<number> {
  const start = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  const taken = performance.now() - start;
  if (response.status !== 200 || text.includes('"isError":true')) throw new Error(`${url}: ${response.status} ${text}`);
  return taken;
}
