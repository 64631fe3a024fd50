import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../src/core/calendar/dates';
import { createKeys } from './keys';
import { memoryOf } from './processes';
import { during, type Server, startService, withBuild } from './server';
import type { Row } from './table';

/** Accounts that send requests. */
const CLIENTS = 8;
const BURST = 14;
const REQUESTS = 40;
const ALL_MARKETS = Array.from({ length: 17 }, (_, id) => id).join();

/** Sends a request as one of the clients and reads the whole answer. @throws Error unless the status is 200 */
type Ask = (client: number, path: string, body?: object) => Promise<void>;

interface Load {
  readonly name: string;
  /** Settings of the server in addition to the common ones. */
  readonly env?: Readonly<Record<string, string>>;
  run(ask: Ask, server: Server): Promise<unknown>;
}

/**
 * The peak memory of the built service under several loads, each on a new server that also computes significance. Over the
 * sandbox or a copy of the database in DATABASE_URL, at the instant NOW.
 */
export function run(): Promise<Row[]> {
  const { DATABASE_URL: prices, NOW: now = '2024-12-20T15:00:00Z' } = process.env;
  return withBuild(async (folder) => {
    const rows: Row[] = [];
    for (const [i, load] of loadsAt(new Date(now)).entries()) {
      // A separate database, so that a model trained under one load is not used by the next.
      const own = { DATABASE_URL: join(folder, `bench-${i}.sqlite`), NOW: now, WORKERS: '2', SCAN_BUDGET_MS: '60000' };
      if (prices !== undefined) copyFileSync(prices, own.DATABASE_URL);
      await (await startService({ ...own, SIGNIFICANCE: 'off' })).stop();
      rows.push(await peakMemory(load, own, await createKeys(own.DATABASE_URL, CLIENTS)));
    }
    return rows;
  });
}

function loadsAt(now: Date): Load[] {
  const [from, to] = [now, new Date(now.getTime() + 366 * DAY_MS)].map((date) => date.toISOString().slice(0, 10));
  const window = `${from}..${to}`;
  // With a year of entries and eight winning years of ten, nearly every symbol has a card in both directions.
  const year = (i: number, limit = 5000) =>
    `/v1/scan?limit=${limit}&pool=5000&window=${window}&markets=${ALL_MARKETS}&min_winning_years=8&max_days=${60 + i}`;
  const tool = { name: 'find_best_opportunities', arguments: { limit: 5000, view: 'full', window } };
  const call = (i: number) => {
    const params = { ...tool, arguments: { ...tool.arguments, max_days: 60 + i } };
    return { jsonrpc: '2.0', id: i, method: 'tools/call', params };
  };
  return [
    {
      name: `${BURST} full answers of a year's search at once`,
      run: (ask) => atOnce(BURST, (i) => ask(i, year(0, 5000 - i))),
    },
    { name: `${REQUESTS} different searches of a year`, run: (ask) => inTurn(REQUESTS, (i) => ask(i, year(i))) },
    { name: 'the same at once', run: (ask) => atOnce(REQUESTS, (i) => ask(i, year(i))) },
    {
      name: `${REQUESTS} lists of /opportunities at once`,
      run: (ask) => atOnce(REQUESTS, (i) => ask(i, `/v1/opportunities?market=2&limit=5000&max_days=${60 + i}`)),
    },
    { name: `${REQUESTS} large calls of /mcp at once`, run: (ask) => atOnce(REQUESTS, (i) => ask(i, '/mcp', call(i))) },
    { name: 'a model is trained', env: { TRAIN: 'auto' }, run: (_, server) => trained(server) },
    {
      name: `a model is trained, ${BURST} full answers at once meanwhile`,
      env: { TRAIN: 'auto' },
      run: async (ask, server) => {
        const model = trained(server);
        for (let begun = 0; (await within(model, 20_000)) === 'late' && begun < 1_000; begun += BURST) {
          await atOnce(BURST, (i) => ask(i, year(0, 5000 - begun - i)));
        }
        await model;
      },
    },
  ];
}

async function peakMemory(load: Load, shared: Record<string, string>, keys: readonly string[]): Promise<Row> {
  const server = await startService({ ...shared, ...load.env });
  let answered = 0;
  let bytes = 0;
  const ask: Ask = async (client, path, body) => {
    const headers = { 'X-API-Key': keys[client % keys.length], Accept: 'application/json, text/event-stream' };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const init = { ...sent, headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) } };
    const response = await fetch(server.url + path, init);
    if (response.status !== 200) throw new Error(`${response.status} to ${path}: ${await response.text()}`);
    answered += 1;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
  };
  return during(server, async () => {
    const before = memoryOf(server.pid);
    await load.run(ask, server);
    const peak = memoryOf(server.pid, 'highest');
    const each = answered === 0 ? '' : `, ${(bytes / answered / 1e6).toFixed(1)} MB an answer`;
    const note = `${Math.round(before)} before${each}`;
    return { name: load.name, median: peak, min: peak, max: peak, unit: 'MB', budget: 700, note };
  });
}

function atOnce(count: number, work: (i: number) => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)));
}

async function inTurn(count: number, work: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i++) await work(i);
}

/** Resolves once a model is in service. */
async function trained({ url }: Server): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^model_in_service\{/m.test(metrics)) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function within(work: Promise<void>, ms: number): Promise<'done' | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms);
  });
  try {
    return await Promise.race([work.then(() => 'done' as const), late]);
  } finally {
    clearTimeout(timer);
  }
}
