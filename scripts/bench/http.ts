import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createKeys } from './keys';
import { ROOT, type Server, startServer } from './server';
import { type Row, spread } from './table';

const NOW = '2024-12-20T15:00:00Z';
const CONNECTIONS = 10;
const SECONDS = 4;
const ROUNDS = 3;
/** Enough that none of them reaches its 300 requests a minute. */
const ACCOUNTS = 600;
const SCAN = '/v1/scan?limit=25';

/**
 * The built service over the sandbox, as its users meet it: start-up, latency of one client, throughput beside plain
 * Express serving the same bytes, memory. The load comes from this process, which shares the machine's cores with it.
 */
export async function run(): Promise<Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  // The first start over a sandbox would train its model for minutes, on one of the cores measured here.
  const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: '2', TRAIN: 'off' };
  try {
    const fresh = await startServer(['dist/src/main.js'], env, '/readyz');
    await fresh.stop();
    const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
    const server = await startServer(['dist/src/main.js'], env, '/readyz');
    try {
      return [
        once('start-up from nothing: ready', fresh.ready, 15_000),
        once('start-up from a warm file: listening', server.listening),
        once('start-up from a warm file: ready', server.ready, 1_000),
        ...(await latencies(server, keys)),
        ...(await throughputs(server, keys, folder)),
        memory(server),
      ];
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function once(name: string, ms: number, budget?: number): Row {
  return { name, median: ms, min: ms, max: ms, unit: 'ms', budget };
}

/** One client, one request after the other. Each cold scan asks for another lookback, so that none is kept. */
async function latencies(server: Server, keys: readonly string[]): Promise<Row[]> {
  const cold = Array.from({ length: 20 }, (_, i) => `${SCAN}&years=${11 + i}`);
  const years = Array.from({ length: 20 }, (_, i) => `/v1/opportunities/KO?market=0&years=${11 + i}`);
  const analyses = Array.from({ length: 60 }, (_, i) => `/v1/analyze/KO?years=${11 + i}`);
  const pinned = Array.from({ length: 60 }, (_, i) => `/v1/analyze/KO?entry_date=2024-07-01&days_out=${10 + i}`);
  return [
    await sequence(server, keys, 'scan of 25 cards, cold', cold),
    await sequence(server, keys, 'scan of 25 cards, warm', Array(200).fill(SCAN), 2),
    await sequence(server, keys, "one symbol's year, cold", years),
    await sequence(server, keys, 'analyze, cold', analyses),
    await sequence(server, keys, 'analyze, pinned', pinned, 3),
    await sequence(server, keys, 'analyze, warm', Array(200).fill('/v1/analyze/KO'), 3),
  ];
}

async function sequence(
  server: Server,
  keys: readonly string[],
  name: string,
  paths: string[],
  budget?: number,
): Promise<Row> {
  const taken: number[] = [];
  for (const [i, path] of paths.entries()) {
    const start = performance.now();
    const response = await fetch(server.url + path, { headers: { 'X-API-Key': keys[i % keys.length] } });
    await response.arrayBuffer();
    taken.push(performance.now() - start);
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  }
  return { name, ...spread(taken), unit: 'ms', budget };
}

async function throughputs(server: Server, keys: readonly string[], folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, path, budget] of [
    ['warm scans of 25 cards', SCAN, 2_000],
    ['/markets', '/v1/markets', 4_000],
  ] as const) {
    const body = await fetch(server.url + path, { headers: { 'X-API-Key': keys[0] } }).then((r) => r.text());
    const file = join(folder, 'body.json');
    writeFileSync(file, body);
    const plain = await startServer(['-r', 'tsx/cjs', 'scripts/bench/plainServer.ts', file], {}, '/');
    try {
      const express = await throughput(`plain Express, the bytes of ${name}`, plain.url, [{}]);
      const ours = await throughput(
        name,
        server.url + path,
        keys.map((key) => ({ 'x-api-key': key })),
      );
      rows.push(express, { ...ours, budget, atLeast: true, baseline: express.median, note: 'beside plain Express' });
    } finally {
      await plain.stop();
    }
  }
  return rows;
}

/** @param headers of the requests, in turn */
async function throughput(name: string, url: string, headers: readonly Record<string, string>[]): Promise<Row> {
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const result = await autocannon({
      url,
      requests: headers.map((one) => ({ headers: one })),
      connections: CONNECTIONS,
      duration: SECONDS,
    });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx + result.errors} failed`);
    rates.push(result.requests.average);
  }
  return { name, ...spread(rates), unit: '1/s' };
}

function memory({ pid }: Server): Row {
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const megabytes = kilobytes / 1024;
  return { name: 'memory in all', median: megabytes, min: megabytes, max: megabytes, unit: 'MB', budget: 400 };
}
