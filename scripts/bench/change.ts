import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { changedVersion } from '../../src/storage/hashes';
import { openStorage } from '../../src/storage/open';
import { contentOf, type IndexedSymbol } from '../../src/storage/prices';
import type { Storage } from '../../src/storage/storage';
import { COPIED, createDatabase } from './benchDatabase';
import { jobsDone } from './clients';
import { createKeys } from './keys';
import { memoryOf, processorTime } from './processes';
import { type Server, startService, withBuild } from './server';
import { AFTER_LAST_BAR as NOW, storeUniverse, type UnmeteredEnv, unmetered, YEARS } from './storedUniverse';
import { type Row, spread } from './table';
import { syntheticCloses } from './universe';

const LEAST = 620;
const UNIVERSES = [LEAST, 8_000];
const SINGLE = 20;
/** Unmeasured changes first: a server compiles frequent code. */
const WARM_UP = 5;
const FEED_RUN = 600;
const MANY = 1_000;
const POLL_MS = 20;
/** During a feed run: ten charts a second. */
const FEED_POLL_MS = 100;

/** Servers that share a database. This process changes its prices. */
interface Deployment {
  readonly name: string;
  readonly servers: readonly Server[];
  readonly storage: Storage;
  readonly key: string;
  /** The stored symbols, by id; updated with each change. */
  readonly known: Map<number, IndexedSymbol>;
  revision: number;
  version: string;
}

/**
 * The cost of a price change to the built service: another process stores a new last bar of a symbol, and the chart of the
 * symbol is requested until it includes the bar. On SQLite, and with TEST_DATABASE_URL on PostgreSQL with two replicas.
 * BENCH_SYMBOLS sets the sizes of the universes, 620 or more. Linux only.
 */
export async function run(): Promise<Row[]> {
  const universes = process.env.BENCH_SYMBOLS?.split(',').map(Number) ?? UNIVERSES;
  return withBuild(async (folder) => {
    const rows: Row[] = [];
    for (const symbols of universes) {
      const name = `${symbols} symbols x ${YEARS} years`;
      rows.push(...(await inSqlite(name, symbols, folder)));
      if (process.env.TEST_DATABASE_URL !== undefined) rows.push(...(await inPostgres(name, symbols, folder)));
    }
    return rows;
  });
}

async function inSqlite(name: string, symbols: number, folder: string): Promise<Row[]> {
  const env = unmetered(join(folder, `${symbols}.sqlite`), folder);
  await storeUniverse(env, LEAST);
  copySymbols(env.DATABASE_URL, LEAST, symbols);
  return measured(`${name}, SQLite`, env, 1);
}

async function inPostgres(name: string, symbols: number, folder: string): Promise<Row[]> {
  const database = await createDatabase();
  try {
    const env = unmetered(database.url, folder);
    await storeUniverse(env, LEAST);
    await database.copySymbols(LEAST, symbols);
    return await measured(`${name}, PostgreSQL, two replicas`, env, 2);
  } finally {
    await database.drop();
  }
}

/** Copies the first symbols under other names. */
function copySymbols(file: string, stored: number, total: number): void {
  const connection = new BetterSqlite3(file);
  for (const [table, columns] of COPIED) {
    const id = table === 'symbol' ? 'id' : 'symbol_id';
    const copy = connection.prepare(
      `INSERT INTO ${table} (${columnsOf(connection, table)})
       SELECT ${columns.replaceAll('$1', '@from')} FROM ${table} WHERE ${id} <= @count ORDER BY ${id}`,
    );
    for (let from = stored; from < total; from += stored) copy.run({ from, count: Math.min(stored, total - from) });
  }
  connection.close();
}

/** The copied columns: all but the revision. */
function columnsOf(connection: BetterSqlite3.Database, table: string): string {
  const columns = connection.pragma(`table_info(${table})`) as { readonly name: string }[];
  return columns.flatMap(({ name }) => (name === 'revision' ? [] : name)).join(', ');
}

async function measured(name: string, env: UnmeteredEnv, replicas: number): Promise<Row[]> {
  const [key] = await createKeys(env.DATABASE_URL, 1);
  const storage = await openStorage(env.DATABASE_URL);
  const servers: Server[] = [];
  try {
    for (let i = 0; i < replicas; i++) servers.push(await startService(env));
    for (const server of servers) await jobsDone(server);
    const { symbols, revision, dataVersion: version } = await storage.prices.index();
    const known = new Map(symbols.map((symbol) => [symbol.id, symbol]));
    const deployment = { name, servers, storage, key, known, revision, version };
    return [
      { name: `${name}: ready`, ...spread(servers.map(({ ready }) => ready)), unit: 'ms' },
      { name: `${name}: memory once ready`, ...spread(servers.map(({ pid }) => memoryOf(pid))), unit: 'MB' },
      ...(await single(deployment)),
      ...(await feedRun(deployment)),
      ...(await many(deployment)),
    ];
  } finally {
    for (const server of servers) await server.stop();
    await storage.close();
  }
}

async function single(deployment: Deployment): Promise<Row[]> {
  const { name, servers } = deployment;
  const [seen, computed]: number[][] = [[], []];
  for (let i = -WARM_UP; i < SINGLE; i++) {
    const before = timeOf(servers);
    const version = await change(deployment, 7, i + 1_000);
    const began = performance.now();
    await Promise.all(servers.map((server) => visible(server, deployment.key, version)));
    const took = performance.now() - began;
    // Work after the answer counts too.
    await pause(1_500);
    if (i < 0) continue;
    seen.push(took);
    computed.push((timeOf(servers) - before) / servers.length);
  }
  return [
    { name: `${name}: one symbol's new bar is visible`, ...spread(seen), unit: 'ms', budget: 1_000 },
    { name: `${name}: processor time of a server meanwhile`, ...spread(computed), unit: 'ms CPU', budget: 200 },
  ];
}

async function feedRun(deployment: Deployment): Promise<Row[]> {
  const { name, servers, key } = deployment;
  const before = timeOf(servers);
  let isOver = false;
  let charts = 0;
  const requests = (async () => {
    for (; !isOver; charts++) {
      await Promise.all(servers.map((server) => chart(server, key)));
      await pause(FEED_POLL_MS);
    }
  })();
  let version = '';
  for (let i = 0; i < FEED_RUN; i++) {
    version = await change(deployment, i, 5_000 + i);
    await pause(1);
  }
  const began = performance.now();
  await Promise.all(servers.map((server) => visible(server, key, version)));
  const last = performance.now() - began;
  isOver = true;
  await requests;
  const computed = (timeOf(servers) - before) / servers.length;
  return [
    { name: `${name}: the last of ${FEED_RUN} in a row is visible`, ...spread([last]), unit: 'ms', budget: 1_000 },
    {
      name: `${name}: processor time of a server for all of them`,
      ...spread([computed]),
      unit: 'ms CPU',
      budget: 3_000,
      note: `with ${charts} charts meanwhile`,
    },
  ];
}

async function many(deployment: Deployment): Promise<Row[]> {
  const { name, servers, key } = deployment;
  const [server] = servers;
  const held: number[] = [];
  for (let i = 0; i < MANY; i++) {
    await change(deployment, (i * 37) % LEAST, 20_000 + i);
    await chart(server, key);
    if (i === MANY / 5 - 1 || i === MANY - 1) held.push(memoryOf(server.pid));
  }
  const [first, last] = held;
  return [
    {
      name: `${name}: memory after ${MANY / 5} more changes, each followed by a chart`,
      ...spread([first]),
      unit: 'MB',
    },
    { name: `${name}: memory after ${MANY}`, ...spread([last]), unit: 'MB', baseline: first },
  ];
}

/** Changes the last bar of a symbol. @returns the new data version */
async function change(deployment: Deployment, i: number, cents: number): Promise<string> {
  const { prices } = deployment.storage;
  const { day, close } = syntheticCloses(YEARS, i + 1);
  close[close.length - 1] = cents / 100;
  const unknown = new Float64Array(close.length).fill(Number.NaN);
  const at = new Date(NOW);
  const { id } = (await prices.find(`S${1000 + i}`))!;
  const run = { id: randomUUID(), kind: 'feed', at, marketId: '2', label: 'bench' } as const;
  const bars = { day, close, high: unknown, low: unknown };
  await prices.write(run, (changes) =>
    changes.replace(id, bars, { source: 'Bench', importedAt: at, simulated: false }),
  );
  const { symbols } = await prices.changes(deployment.revision);
  deployment.revision = Math.max(...symbols.map(({ revision }) => revision));
  for (const symbol of symbols) {
    const before = deployment.known.get(symbol.id)!;
    deployment.version = changedVersion(deployment.version, contentOf(before), contentOf(symbol));
    deployment.known.set(symbol.id, symbol);
  }
  return deployment.version;
}

/** Resolves once a chart is computed from a data version. */
async function visible(server: Server, key: string, version: string): Promise<void> {
  while ((await chart(server, key)) !== version) await pause(POLL_MS);
}

/** Requests the chart of a symbol. @returns its data version */
async function chart({ url }: Server, key: string): Promise<string | null> {
  const response = await fetch(`${url}/v1/seasonal-chart?symbol=S1007&market=2`, { headers: { 'X-API-Key': key } });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return response.headers.get('X-Data-Version');
}

function timeOf(servers: readonly Server[]): number {
  return servers.reduce((sum, { pid }) => sum + processorTime(pid), 0);
}
