import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { components } from '../../generated/openapi';
import type { Answer } from './client';
import { significanceReady, startClient } from './clients';
import { createKeys } from './keys';
import { mainThreadTime, processorTime } from './processes';
import { during, type LongestBlock, type Server, startMonitored, withBuild } from './server';
import { AFTER_LAST_BAR as NOW, storeUniverse, YEARS } from './storedUniverse';
import { quantile, type Row, spread } from './table';

type Job = components['schemas']['ExportJob'];

const SYMBOLS = 620;
/** Enough that none of the other accounts reaches its 300 requests a minute. */
const ACCOUNTS = 200;
const REQUEST = { market: '2', per_symbol: 20 } as const;
const BUDGET_MS = 60_000;
const WORKERS = 2;
/** Between two polls of a job. */
const POLL_MS = 500;
const PAUSE_MS = 20;
const SCAN = '/v1/scan?limit=25&markets=2';
const IDLE_MS = 5_000;

/**
 * Exports of the built service over synthetic prices: all patterns of a market over the coming year with significance, from
 * the request to the last byte; a second export, whose null distributions are stored; and requests meanwhile. Linux only.
 */
export function run(): Promise<Row[]> {
  return withBuild(async (folder) => {
    const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: String(WORKERS), FEEDS: 'off' };
    await storeUniverse({ ...process.env, ...env }, SYMBOLS);
    const [own, ...others] = await createKeys(env.DATABASE_URL, ACCOUNTS);
    const { server, longestBlock } = await startMonitored(env, folder);
    return during(server, () => measured(server, own, others, longestBlock));
  });
}

async function measured(
  server: Server,
  key: string,
  others: readonly string[],
  longestBlock: LongestBlock,
): Promise<Row[]> {
  const paths = [SCAN, '/v1/me'];
  const requests = paths.map((path) => ({ path }));
  const client = startClient(server, { keys: others, requests, connections: 1, pauseMs: PAUSE_MS });
  await significanceReady(server, others[0], SCAN);
  const idleFrom = Date.now();
  await wait(IDLE_MS);
  const idleTo = Date.now();
  await longestBlock();
  const first = await exported(server, key, { ...REQUEST, format: 'csv' });
  const block = await longestBlock();
  const busyTo = Date.now();
  const second = await exported(server, key, { ...REQUEST, format: 'parquet' });
  const answers = await client.stop();
  const idle = answers.filter(({ at }) => at >= idleFrom && at < idleTo);
  const busy = answers.filter(({ at }) => at >= idleTo && at < busyTo);
  const what = `${SYMBOLS} symbols, ${YEARS} years`;
  return [
    { name: `export of ${what}`, ...one(first.ms), unit: 'ms', budget: BUDGET_MS, note: first.note },
    { name: '  its shuffled calendars', ...one(first.significanceMs), unit: 'ms' },
    // The budget in processor time, which does not depend on the load of the machine.
    { ...computedRow(first), budget: WORKERS * BUDGET_MS, note: loadNote() },
    { name: '  processor time of the main thread', ...one(first.computed.main), unit: 'ms CPU' },
    { name: '  the main thread, longest block', ...one(block), unit: 'ms CPU', budget: 50 },
    { name: 'a second export, as Parquet', ...one(second.ms), unit: 'ms', note: second.note },
    computedRow(second),
    ...paths.flatMap((path) => [
      { name: `${path}, idle: p99`, ...one(quantileOf(idle, path, 0.99)), unit: 'ms' },
      { name: `${path} beside the export: p50`, ...one(quantileOf(busy, path, 0.5)), unit: 'ms' },
      {
        name: `${path} beside the export: p99`,
        ...one(quantileOf(busy, path, 0.99)),
        unit: 'ms',
        baseline: quantileOf(idle, path, 0.99),
      },
    ]),
  ];
}

interface Made {
  /** From the request to the last byte of the file. */
  readonly ms: number;
  /** From the request until its significance was known, by polling. */
  readonly significanceMs: number;
  /** Processor time, milliseconds. */
  readonly computed: Computed;
  readonly note: string;
}

async function exported(server: Server, key: string, request: object): Promise<Made> {
  const before = computedBy(server);
  const from = performance.now();
  const { export_id } = await answer<Job>(server, key, '/v1/exports', request);
  let significanceMs = 0;
  for (;;) {
    const job = await answer<Job>(server, key, `/v1/exports/${export_id}`);
    if (significanceMs === 0 && (job.progress.stage === 'patterns' || job.state === 'ready'))
      significanceMs = performance.now() - from;
    if (job.state === 'ready') return finished(server, key, job, { from, significanceMs, before });
    if (job.state !== 'queued' && job.state !== 'running') throw new Error(`export ${job.state}: ${job.note}`);
    await wait(POLL_MS);
  }
}

async function finished(
  server: Server,
  key: string,
  { export_id, file, failures }: Job,
  { from, significanceMs, before }: { from: number; significanceMs: number; before: Computed },
): Promise<Made> {
  const response = await fetch(`${server.url}/v1/exports/${export_id}/file`, { headers: { 'X-API-Key': key } });
  const content = Buffer.from(await response.arrayBuffer());
  const ms = performance.now() - from;
  const after = computedBy(server);
  const sha256 = createHash('sha256').update(content).digest('hex');
  if (file === null || sha256 !== file.sha256 || failures.length > 0)
    throw new Error('the file does not match its description');
  const note = `${file.rows.toLocaleString('en-US')} rows, ${(content.length / 2 ** 20).toFixed(1)} MB`;
  return { ms, significanceMs, computed: { all: after.all - before.all, main: after.main - before.main }, note };
}

async function answer<T>({ url }: Server, key: string, path: string, body?: object): Promise<T> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Computed {
  readonly all: number;
  readonly main: number;
}

/** The processor time of a server so far: of all its threads, also ended ones, and of the main thread. */
function computedBy({ pid }: Server): Computed {
  return { all: processorTime(pid), main: mainThreadTime(pid) };
}

function quantileOf(answers: readonly Answer[], path: string, share: number): number {
  const ofPath = answers.filter((one) => one.path === path);
  return quantile(
    ofPath.map(({ took }) => took),
    share,
  );
}

function one(value: number) {
  return spread([value]);
}

function computedRow({ computed }: Made): Row {
  return { name: '  processor time', ...one(computed.all), unit: 'ms CPU' };
}

function loadNote(): string {
  return `load ${loadavg()[0].toFixed(1)} after it`;
}
