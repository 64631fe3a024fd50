import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller, Tier } from '../../src/access/caller';
import { type Metering, meteringOf } from '../../src/access/limits';
import { loadTiers } from '../../src/access/tiers';
import { runningClock } from '../../src/clock';
import { loadMarkets } from '../../src/seeds';
import type { RequestCounter } from '../../src/storage/counters';
import { openStorage } from '../../src/storage/open';
import { createKeys } from './keys';
import { ROOT, type Server, startService } from './server';
import { type Row, spread } from './table';

const NOW = '2024-12-20T15:00:00Z';
const BATCH = 2_000;
const BATCHES = 15;
const COUNT_BUDGET_US = 40;
/** Requests of an account that is watched, one after the other: within its minute. */
const WATCHED = 250;
const FLOOD_CONNECTIONS = 32;

/** What a request costs to count, and what refusing one account costs another. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  try {
    return [...(await counting(folder)), ...(await besideRefusals(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** On disk, over 50 accounts in turn, as the hot path does it. */
async function counting(folder: string): Promise<Row[]> {
  const storage = await openStorage(join(folder, 'counting.sqlite'));
  const { counters } = storage;
  const metering = meteringOf(storage, { moment: runningClock(null).moment, log: console });
  const wide = { perMinute: 1e9, perDay: 1e9 };
  const rows = [
    { ...(await each('count a request', (i) => count(metering, i % 50, wide))), budget: COUNT_BUDGET_US },
    { ...(await each('refuse a request', () => refuse(counters.accounts))), budget: COUNT_BUDGET_US },
    await each('reserve and commit 25 predictions', (i) => predict(metering, i), 40),
  ];
  await storage.close();
  return rows;
}

function count({ meter }: Metering, accountId: number, tier: Partial<Tier>): Promise<unknown> {
  return meter(callerOf(accountId, tier), '192.0.2.1');
}

/** Below the meter, which answers an account's refusals at its own pace. */
function refuse(accounts: RequestCounter): Promise<unknown> {
  return accounts.count('full', { now: 60_000, ahead: null }, { perMinute: 1, perDay: 1 });
}

async function predict({ mlAllowance }: Metering, i: number): Promise<void> {
  const items = Array.from({ length: 25 }, (_, k) => `${i}|${k}`);
  const reservation = await mlAllowance.reserve(callerOf(i, { mlPerDay: 100 }), items);
  await mlAllowance.commit(reservation, items);
}

const TIERS = loadTiers(
  loadMarkets().map(({ id }) => id),
  'http://localhost',
);

function callerOf(accountId: number, tier: Partial<Tier>): Caller {
  return { accountId, demo: false, tier: { ...TIERS.free, ...tier } };
}

/** Mean of each batch, microseconds a run. */
async function each(name: string, run: (i: number) => Promise<unknown>, batch = BATCH): Promise<Row> {
  const taken: number[] = [];
  for (let b = 0; b <= BATCHES; b++) {
    const start = performance.now();
    for (let i = 0; i < batch; i++) await run(b * batch + i);
    // The first batch warms up.
    if (b > 0) taken.push(((performance.now() - start) * 1000) / batch);
  }
  return { name, ...spread(taken), unit: 'us' };
}

/** One account beyond its limits; the answers to another, alone and beside it. */
async function besideRefusals(folder: string): Promise<Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const url = join(folder, 'fairness.sqlite');
  const keys = await createKeys(url, 4);
  const server = await startService({ DATABASE_URL: url, NOW, WORKERS: '2' });
  try {
    await watch(server, keys[3]);
    const alone = await watch(server, keys[1]);
    const flood = spawnFlood(server, keys[0]);
    await passedLimit(server, keys[0]);
    const refused = await watch(server, keys[2]);
    flood.kill();
    await once(flood, 'exit');
    return [
      ...rowsOf('warm scan, alone', alone),
      ...rowsOf('warm scan, another account 429 on 32 connections', refused, alone),
    ];
  } finally {
    await server.stop();
  }
}

function rowsOf(name: string, taken: readonly number[], alone?: readonly number[]): Row[] {
  return [50, 99].map((p) => {
    const value = percentile(taken, p);
    const baseline = alone && percentile(alone, p);
    return {
      name: `${name}: p${p}`,
      median: value,
      min: Math.min(...taken),
      max: Math.max(...taken),
      unit: 'ms',
      baseline,
    };
  });
}

function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((p / 100) * sorted.length) - 1];
}

async function watch(server: Server, key: string): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < WATCHED; i++) {
    const start = performance.now();
    const status = await ask(server, key, '/v1/scan?limit=25');
    taken.push(performance.now() - start);
    if (status !== 200) throw new Error(`the watched account was answered ${status}`);
  }
  return taken;
}

async function ask(server: Server, key: string, path: string): Promise<number> {
  const response = await fetch(server.url + path, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  return response.status;
}

/** A process of its own, so that what it costs to send is not measured with what it costs to answer. */
function spawnFlood(server: Server, key: string) {
  const program = join(ROOT, 'node_modules/autocannon/autocannon.js');
  const args = [
    '-c',
    String(FLOOD_CONNECTIONS),
    '-d',
    '60',
    '-H',
    `X-API-Key=${key}`,
    `${server.url}/v1/scan?limit=25`,
  ];
  return spawn(process.execPath, [program, ...args], { stdio: 'ignore' });
}

async function passedLimit(server: Server, key: string): Promise<void> {
  while ((await ask(server, key, '/v1/me')) !== 429) await new Promise((resolve) => setTimeout(resolve, 20));
}
