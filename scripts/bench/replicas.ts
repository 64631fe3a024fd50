import { join } from 'node:path';
import autocannon from 'autocannon';
import { type BenchDatabase, createDatabase } from './benchDatabase';
import { createKeys } from './keys';
import { memoryOf, processorTime } from './processes';
import { type Server, startService, withBuild } from './server';
import { storeUniverse, type UnmeteredEnv, unmetered, YEARS } from './storedUniverse';
import { quantile, type Row, spread } from './table';

/** Sizes of the universes that replicas start with. Requests use the first; the others are copies of it. */
const UNIVERSES = [620, 8_000];
const STARTS = 3;
const READY_MS = 10_000;
const ROUNDS = 5;
/** Unmeasured rounds first: a replica compiles frequent code. */
const WARM_UP = 2;
const SECONDS = 2;
/** Over all replicas. */
const CONNECTIONS = 10;
const ACCOUNTS = 100;
const PATHS = [
  { name: 'warm scan', path: '/v1/scan?limit=25&markets=2' },
  { name: '/me', path: '/v1/me' },
];

/** Servers that share a database. */
interface Deployment {
  readonly name: string;
  readonly servers: readonly Server[];
  readonly keys: readonly string[];
  readonly database: BenchDatabase | null;
}

/** The result of one round of requests. */
interface Flood {
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time per request of all replicas and of the database, microseconds. */
  readonly ours: number;
  readonly databases: number | null;
}

/**
 * Compares the built service on SQLite and on PostgreSQL with one and two replicas: requests, start and memory. It creates a
 * database on the server of TEST_DATABASE_URL; BENCH_SYMBOLS sets the sizes of the universes, such as 620. This process
 * sends each replica an equal part of the requests, and all share the machine's cores. Linux only.
 */
export async function run(): Promise<Row[]> {
  const universes = process.env.BENCH_SYMBOLS?.split(',').map(Number) ?? UNIVERSES;
  if (universes.some((symbols, i) => !Number.isInteger(symbols) || symbols <= (universes[i - 1] ?? 0)))
    throw new Error(`BENCH_SYMBOLS must be ascending numbers of symbols, got '${process.env.BENCH_SYMBOLS}'`);
  return withBuild(async (folder) => {
    const database = await createDatabase();
    try {
      return await measured(universes, database, folder);
    } finally {
      await database.drop();
    }
  });
}

async function measured(universes: readonly number[], database: BenchDatabase, folder: string): Promise<Row[]> {
  const env = unmetered(database.url, folder);
  const [least, ...others] = universes;
  await storeUniverse(env, least);
  const rows = [
    ...(await requests(env, database, { symbols: least, folder })),
    ...(await starts(env, database, least)),
  ];
  for (const symbols of others) {
    await database.copySymbols(least, symbols);
    rows.push(...(await starts(env, database, symbols)));
  }
  return rows;
}

/** Alternates the deployments, since the speed of a shared machine changes from second to second. */
async function requests(
  env: UnmeteredEnv,
  database: BenchDatabase,
  { symbols, folder }: { symbols: number; folder: string },
): Promise<Row[]> {
  const file = { ...env, DATABASE_URL: join(folder, 'bench.sqlite') };
  await storeUniverse(file, symbols);
  const fileKeys = await createKeys(file.DATABASE_URL, ACCOUNTS);
  const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
  const servers: Server[] = [];
  try {
    for (const one of [file, env, env]) servers.push(await startService(one));
    const [alone, ...replicas] = servers;
    const deployments: Deployment[] = [
      { name: 'SQLite', servers: [alone], keys: fileKeys, database: null },
      { name: 'PostgreSQL, one replica', servers: replicas.slice(0, 1), keys, database },
      { name: 'PostgreSQL, two replicas', servers: replicas, keys, database },
    ];
    const rows: Row[] = [];
    for (const { name, path } of PATHS) rows.push(...rowsOf(name, deployments, await inTurns(deployments, path)));
    const held = (server: Server) => spread([memoryOf(server.pid)]);
    return [
      ...rows,
      { name: `memory, ${symbols} symbols, after these requests: SQLite`, ...held(alone), unit: 'MB' },
      {
        name: `memory, ${symbols} symbols, after these requests: a replica over PostgreSQL`,
        ...held(replicas[0]),
        unit: 'MB',
        baseline: memoryOf(alone.pid),
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
}

/** @returns the rounds of each deployment */
async function inTurns(deployments: readonly Deployment[], path: string): Promise<Flood[][]> {
  const floods: Flood[][] = deployments.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [i, deployment] of deployments.entries()) {
      const flood = await flooded(deployment, path);
      if (round >= 0) floods[i].push(flood);
    }
  }
  return floods;
}

async function flooded({ servers, keys, database }: Deployment, path: string): Promise<Flood> {
  const own = () => servers.reduce((sum, { pid }) => sum + processorTime(pid), 0);
  const databases = async () => (await database?.processorTime()) ?? null;
  const before = { own: own(), databases: await databases() };
  const parts = servers.map(({ url }) => answers(url + path, keys, CONNECTIONS / servers.length));
  const taken = (await Promise.all(parts)).flat();
  const after = { own: own(), databases: await databases() };
  const each = (ms: number) => (1000 * ms) / taken.length;
  const known = before.databases !== null && after.databases !== null;
  return {
    rate: taken.length / SECONDS,
    p50: quantile(taken, 0.5),
    p99: quantile(taken, 0.99),
    ours: each(after.own - before.own),
    databases: known ? each(after.databases! - before.databases!) : null,
  };
}

/** Sends requests to a replica. @returns the milliseconds of each @throws Error unless all statuses are 200 */
function answers(url: string, keys: readonly string[], connections: number): Promise<number[]> {
  const requests = keys.map((key) => ({ headers: { 'x-api-key': key } }));
  return new Promise((resolve, reject) => {
    const taken: number[] = [];
    const load = autocannon({ url, requests, connections, duration: SECONDS }, (fault, { statusCodeStats, errors }) => {
      const statuses = Object.keys(statusCodeStats ?? {});
      const failed = errors > 0 || statuses.join() !== '200';
      if (fault || failed) reject(fault ?? new Error(`${url}: answered ${statuses}, ${errors} failed`));
      else resolve(taken);
    });
    load.on('response', (_client, _status, _bytes, took) => taken.push(took));
  });
}

function rowsOf(what: string, deployments: readonly Deployment[], floods: readonly Flood[][]): Row[] {
  const kinds = [
    { name: 'requests', unit: '1/s', of: ({ rate }: Flood) => rate },
    { name: 'p50', unit: 'ms', of: ({ p50 }: Flood) => p50 },
    { name: 'p99', unit: 'ms', of: ({ p99 }: Flood) => p99 },
    { name: 'processor time of replicas', unit: 'us', of: ({ ours }: Flood) => ours },
    { name: 'processor time of the database', unit: 'us', of: ({ databases }: Flood) => databases },
  ];
  return kinds.flatMap(({ name, unit, of }) => {
    const all = deployments.map((deployment, i) => ({ deployment, values: floods[i].map(of).filter(isKnown) }));
    const rows = all.filter(({ values }) => values.length > 0);
    return rows.map(({ deployment, values }, i) => ({
      name: `${what}, ${deployment.name}: ${name}`,
      ...spread(values),
      unit,
      baseline: i === 0 ? undefined : spread(rows[0].values).median,
    }));
  });
}

function isKnown(value: number | null): value is number {
  return value !== null;
}

async function starts(env: UnmeteredEnv, database: BenchDatabase, symbols: number): Promise<Row[]> {
  const [ready, computed, held, highest]: number[][] = [[], [], [], []];
  const before = await database.timesRead();
  for (let round = 0; round < STARTS; round++) {
    const server = await startService(env);
    ready.push(server.ready);
    computed.push(processorTime(server.pid));
    held.push(memoryOf(server.pid));
    highest.push(memoryOf(server.pid, 'highest'));
    await server.stop();
  }
  const reads = Number((((await database.timesRead()) - before) / STARTS).toFixed(3));
  const universe = `${symbols} symbols x ${YEARS} years from PostgreSQL`;
  return [
    { name: `${universe}: ready`, ...spread(ready), unit: 'ms', budget: READY_MS },
    { name: `${universe}: processor time until then`, ...spread(computed), unit: 'ms CPU' },
    { name: `${universe}: reads of all closes`, ...spread([reads]), unit: 'x', budget: 1 },
    { name: `${universe}: memory once ready`, ...spread(held), unit: 'MB' },
    { name: `${universe}: its highest until then`, ...spread(highest), unit: 'MB' },
  ];
}
