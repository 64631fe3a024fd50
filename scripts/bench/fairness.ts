import { join } from 'node:path';
import { openStorage } from '../../src/storage/open';
import { smallModel } from '../../test/helpers/storedModel';
import type { Load } from './client';
import { Client, startFlood } from './clients';
import { createKeys } from './keys';
import { during, type LongestBlock, type Server, startMonitored, startService, withBuild } from './server';
import { quantile, type Row, spread } from './table';

const NOW = '2024-12-20T15:00:00Z';
const SCAN = '/v1/scan?limit=25';
/** Some are measured, each below its 300 requests a minute; the others send the flood. */
const ACCOUNTS = 240;
const MEASURED = 200;
/** The p99 of one round is only its third longest request. */
const ROUNDS = 8;
/** Requests of each half of a round. */
const REQUESTS = 200;
const FLOOD_CONNECTIONS = 8;
/** Different scans, more than a round answers; an account has 300 requests a minute. */
const COLD_SCANS = 299;
/** Large answers of each kind during which /healthz is requested. */
const LARGE_ANSWERS = 12;
const SECTORS = ['AAPL', 'MSFT', 'JPM', 'KO', 'HD', 'MCD', 'PG', 'JNJ', 'CAT', 'BA'];

/** The effect of one account's flood, and of large answers, on other accounts: the built service over the sandbox. */
export function run(): Promise<Row[]> {
  return withBuild(async (folder) => {
    // Significance is off: its computation would occupy a core.
    const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: '2', SIGNIFICANCE: 'off' };
    const fresh = await startService(env);
    await fresh.stop();
    await storeModel(env.DATABASE_URL);
    const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
    const { server, longestBlock } = await startMonitored(env, folder);
    return during(server, async () => [
      ...(await besideFlood(server, keys, longestBlock)),
      ...(await besideLargeAnswers(server, keys, longestBlock)),
    ]);
  });
}

/** Stores a small model, so that predictions are made: the sandbox's own takes minutes to train. */
async function storeModel(databaseUrl: string): Promise<void> {
  const storage = await openStorage(databaseUrl);
  const { dataVersion } = await storage.prices.index();
  await storage.models.put({ ...smallModel(), dataVersion }, new Date(NOW));
  await storage.close();
}

/** Warm scans and pinned analyses of one client, alternately idle and beside another account's cold scans. */
async function besideFlood(server: Server, keys: readonly string[], longestBlock: LongestBlock): Promise<Row[]> {
  const client = new Client(server, keys.slice(0, MEASURED));
  const flooding = keys.slice(MEASURED);
  await client.times([...warmScans, ...pinned]);
  const taken = KINDS.map(({ name }) => ({ name, idle: [] as number[][], busy: [] as number[][] }));
  const answered: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { paths }] of KINDS.entries()) {
      taken[i].idle.push(await client.times(paths));
      const kind = KINDS.length * round + i;
      const flood = startFlood(server, flooding[kind], FLOOD_CONNECTIONS, coldScans(kind));
      await flood.answers(FLOOD_CONNECTIONS);
      await longestBlock();
      const [before, from] = [flood.answered(), performance.now()];
      taken[i].busy.push(await client.times(paths));
      answered.push(((flood.answered() - before) * 1000) / (performance.now() - from));
      blocks.push(await longestBlock());
      await flood.stop();
    }
  }
  const rows = taken.flatMap(({ name, idle, busy }) => [
    ...[0.5, 0.99].flatMap((share) => [
      { name: `${name}, idle: p${100 * share}`, ...spread(idle.map((one) => quantile(one, share))), unit: 'ms' },
      {
        name: `${name} beside the flood: p${100 * share}`,
        ...spread(busy.map((one) => quantile(one, share))),
        unit: 'ms',
      },
    ]),
    {
      name: '  beside idle',
      ...spread(busy.map((one, i) => quantile(one, 0.99) / quantile(idle[i], 0.99))),
      unit: 'x',
      budget: 2,
    },
  ]);
  return [
    ...rows,
    { name: 'cold scans answered meanwhile', ...spread(answered), unit: '1/s' },
    { name: 'longest block of the main thread', ...spread(blocks), unit: 'ms CPU' },
  ];
}

const warmScans = Array.from({ length: REQUESTS }, () => SCAN);
const pinned = Array.from(
  { length: REQUESTS },
  (_, i) => `/v1/analyze/KO?entry_date=2024-07-01&days_out=${10 + (i % 80)}`,
);

const KINDS = [
  { name: 'warm scan', paths: warmScans },
  { name: 'pinned analyze', paths: pinned },
];

/** Scans that differ in their holds or lookback from all others. */
function coldScans(flood: number): Load['requests'] {
  return Array.from({ length: COLD_SCANS }, (_, i) => ({
    path: `${SCAN}&years=${10 + (i % 20)}&min_days=${5 + Math.floor(i / 20)}&max_days=${90 + flood}`,
  }));
}

/** The longest time that /healthz took during each kind of large answer. */
async function besideLargeAnswers(server: Server, keys: readonly string[], longestBlock: LongestBlock): Promise<Row[]> {
  const key = (i: number) => keys[keys.length - 1 - i];
  const kinds: [string, Load['requests']][] = [
    ['10-symbol compares', years((n) => ({ path: `/v1/compare?symbols=${SECTORS.join()}&years=${n}` }))],
    ['1,000 scores', years((n) => ({ path: '/v1/score', body: scores(n) }))],
    ['5,000-card scans', years((n) => ({ path: `/v1/scan?limit=5000&years=${n}` }))],
    ['/docs.md', years(() => ({ path: '/docs.md' }))],
  ];
  const rows: Row[] = [await healthz(server, 'idle')];
  for (const [i, [name, requests]] of kinds.entries()) {
    const load = startFlood(server, key(i), 1, requests);
    await load.answers(2);
    await longestBlock();
    rows.push({ ...(await healthz(server, name, () => load.answered() >= LARGE_ANSWERS)), budget: 50 });
    const block = await longestBlock();
    rows.push({
      name: '  the main thread, longest block',
      median: block,
      min: block,
      max: block,
      unit: 'ms CPU',
      budget: 50,
    });
    await load.stop();
  }
  return rows;
}

function years(requestOf: (years: number) => Load['requests'][number]): Load['requests'] {
  return Array.from({ length: 40 }, (_, i) => requestOf(5 + i));
}

/** A thousand setups; no two batches are equal. */
function scores(batch: number): string {
  const items = Array.from({ length: 1_000 }, (_, i) => ({
    symbol: SECTORS[i % SECTORS.length],
    date: `2024-12-${20 + (Math.floor(i / 10) % 6)}`,
    days_out: 10 + ((Math.floor(i / 60) + batch) % 80),
    direction: i % 2 === 0 ? 'long' : 'short',
  }));
  return JSON.stringify(items);
}

async function healthz(server: Server, beside: string, isOver?: () => boolean): Promise<Row> {
  const client = new Client(server, ['']);
  const taken: number[] = [];
  for (let i = 0; isOver === undefined ? i < 300 : !isOver(); i++) {
    taken.push((await client.times(['/healthz']))[0]);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const max = Math.max(...taken);
  const note = `of ${taken.length}, p99 ${quantile(taken, 0.99).toFixed(1)}`;
  return { name: `/healthz beside ${beside}: longest`, median: max, min: Math.min(...taken), max, unit: 'ms', note };
}
