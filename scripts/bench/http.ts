import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { Client, significanceReady } from './clients';
import { createKeys } from './keys';
import { memoryOf } from './processes';
import { during, type Server, startServer, startService, withBuild } from './server';
import { keepOnly } from './storedUniverse';
import { type Row, spread } from './table';

const NOW = '2024-12-20T15:00:00Z';
const CONNECTIONS = 10;
const SECONDS = 2;
const ROUNDS = 7;
/** Enough that none of them reaches its 300 requests a minute. */
const ACCOUNTS = 2_000;
const SYMBOLS = 620;
const SCAN = '/v1/scan?limit=25';
const PINNED = ['KO', 'PG', 'JNJ', 'XOM', 'CVX', 'MRK', 'PFE', 'WMT'];

/**
 * Throughput measurements, with the budget as a share of the rate of plain Express; the rate of Express with
 * express-openapi-validator as documented is the other reference (`SHARE_OF_VALIDATED`).
 */
const FLOODS: readonly Flood[] = [
  { name: 'warm scans of 25 cards', path: SCAN, share: 0.3 },
  { name: '/markets', path: '/v1/markets', share: 0.25 },
  { name: '/me', path: '/v1/me', share: 0.25 },
  { name: 'pinned analyses', path: '/v1/analyze/KO?entry_date=2024-12-26&days_out=20', share: 0.25 },
  // A refused request costs no more than an answered one.
  { name: 'scans refused with 400', path: '/v1/scan?limit=0&window=soon', share: 0.25, status: 400 },
];
const SHARE_OF_VALIDATED = 0.9;

interface Flood {
  readonly name: string;
  readonly path: string;
  readonly share: number;
  readonly status?: number;
}

/**
 * The built service over 620 symbols of the sandbox: start-up, latency for one client, throughput compared with plain Express
 * that serves the same bytes, memory. This process sends the requests and shares the machine's cores with the service.
 */
export function run(): Promise<Row[]> {
  return withBuild(async (folder) => {
    // Training is off: on the first start it would occupy a core for minutes.
    const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: '2', TRAIN: 'off' };
    const fresh = await startService(env);
    const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
    await fresh.stop();
    await keepOnly(env, SYMBOLS);
    const prepared = await startService(env);
    await during(prepared, () => significanceReady(prepared, keys[0], SCAN));
    const starts = await warmStarts(env);
    const server = await startService(env);
    return during(server, async () => {
      const client = new Client(server, keys);
      const ready = memory(server, 'memory when ready', 400);
      return [
        { name: 'start-up from nothing: ready', ...spread([fresh.ready]), unit: 'ms', budget: 10_000 },
        ...starts,
        ...(await latencies(client)),
        ...(await throughputs(server, keys, folder)),
        // Last: their significance is computed in the background afterwards.
        ...(await coldLatencies(client)),
        ready,
        memory(server, 'memory after all requests', 700),
      ];
    });
  });
}

async function warmStarts(env: Readonly<Record<string, string>>): Promise<Row[]> {
  const starts: { listening: number; ready: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startService(env);
    starts.push(server);
    await server.stop();
  }
  const row = (name: 'listening' | 'ready', budget: number): Row => {
    return {
      name: `start-up from a warm file: ${name}`,
      ...spread(starts.map((one) => one[name])),
      unit: 'ms',
      budget,
    };
  };
  return [row('listening', 1_500), row('ready', 1_500)];
}

/** One client, one request after the other. */
async function latencies(client: Client): Promise<Row[]> {
  // All different, and as many as the warm scans, so that most of them run compiled code.
  const pinned = PINNED.flatMap((symbol) =>
    Array.from({ length: 50 }, (_, i) => `/v1/analyze/${symbol}?entry_date=2024-07-01&days_out=${10 + i}`),
  );
  return [
    await sequence(client, 'scan of 25 cards, warm', Array(400).fill(SCAN), 4),
    await sequence(client, 'analyze, pinned', pinned, 4),
    await sequence(client, 'analyze, warm', Array(200).fill('/v1/analyze/KO')),
  ];
}

/** As `latencies`, with another lookback in each request, so that no answer is cached. */
async function coldLatencies(client: Client): Promise<Row[]> {
  const scans = Array.from({ length: 20 }, (_, i) => `${SCAN}&years=${11 + i}`);
  const years = Array.from({ length: 20 }, (_, i) => `/v1/opportunities/KO?market=0&years=${11 + i}`);
  const analyses = Array.from({ length: 60 }, (_, i) => `/v1/analyze/KO?years=${11 + i}`);
  return [
    await sequence(client, "one symbol's year, cold", years),
    await sequence(client, 'analyze, cold', analyses),
    await sequence(client, 'scan of 25 cards, cold', scans),
  ];
}

async function sequence(client: Client, name: string, paths: string[], budget?: number): Promise<Row> {
  return { name: `${name}, one client`, ...spread(await client.times(paths)), unit: 'ms', budget };
}

/** Alternates with plain Express, since the speed of a shared machine changes from second to second. */
async function throughputs(server: Server, keys: readonly string[], folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, path, share, status = 200 } of FLOODS) {
    const file = join(folder, 'body.json');
    const answer = await fetch(server.url + path, { headers: { 'X-API-Key': keys[0] } });
    writeFileSync(file, await answer.text());
    const [route] = path.split('?');
    const plain = await startServer(
      ['-r', 'tsx/cjs', 'scripts/bench/plainServer.ts', file, route, String(status)],
      {},
      '/',
    );
    try {
      const taken = { plain: [] as number[], validated: [] as number[], ours: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        taken.plain.push(await rate(plain.url, 200, [{}]));
        taken.validated.push(await rate(plain.url + path, status, [{}]));
        taken.ours.push(await rate(server.url + path, status, shifted(keys, round)));
      }
      const express = spread(taken.plain);
      const validated = spread(taken.validated);
      const ours = spread(taken.ours);
      const shareOf = (reference: number, share: number) => ({
        unit: '1/s',
        budget: share * reference,
        atLeast: true,
        baseline: reference,
        note: `budget ${share} of it`,
      });
      rows.push(
        { name: `plain Express, the bytes of ${name}`, ...express, unit: '1/s' },
        { name: `the same with the validator as documented`, ...validated, unit: '1/s' },
        { name: `${name} beside plain Express`, ...ours, ...shareOf(express.median, share) },
        { name: `${name} beside the validator`, ...ours, ...shareOf(validated.median, SHARE_OF_VALIDATED) },
      );
    } finally {
      await plain.stop();
    }
  }
  return rows;
}

/** The headers of the accounts, from another account on each round: a round ends before all are used. */
function shifted(keys: readonly string[], round: number): Record<string, string>[] {
  const first = Math.floor((round * keys.length) / ROUNDS);
  return [...keys.slice(first), ...keys.slice(0, first)].map((key) => ({ 'x-api-key': key }));
}

/** @param headers of the requests, in turn @returns answers a second */
async function rate(url: string, status: number, headers: readonly Record<string, string>[]): Promise<number> {
  const result = await autocannon({
    url,
    requests: headers.map((one) => ({ headers: one })),
    connections: CONNECTIONS,
    duration: SECONDS,
  });
  const { statusCodeStats = {}, requests, errors } = result;
  const statuses = Object.keys(statusCodeStats);
  if (errors > 0 || statuses.some((one) => one !== String(status)))
    throw new Error(`${url}: ${statuses}, ${errors} failed`);
  return requests.average;
}

function memory({ pid }: Server, name: string, budget: number): Row {
  return { name, ...spread([memoryOf(pid)]), unit: 'MB', budget, note: `${SYMBOLS} symbols` };
}
