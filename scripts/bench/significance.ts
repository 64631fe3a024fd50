import { join } from 'node:path';
import { runningClock } from '../../src/clock';
import { sessionsBetween } from '../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../src/core/calendar/dates';
import { Engine } from '../../src/engine/engine';
import { loadMarkets } from '../../src/seeds';
import { marketScanRequest, membersByMarket, type ScanQuery } from '../../src/services/screening/question';
import { openStorage } from '../../src/storage/open';
import { Client, isPending, significanceReady } from './clients';
import { createKeys } from './keys';
import { during, type Server, startService, withBuild } from './server';
import { quantile, type Row, spread } from './table';

const NOW = '2024-12-20T15:00:00Z';
const WORKERS = 2;
const SCAN = '/v1/scan?limit=25';
/** Enough that none of them reaches its 300 requests a minute, nor its searches an hour. */
const ACCOUNTS = 400;
const ROUNDS = 9;
/** Warm requests of each half of a round. */
const REQUESTS = 400;
/** Entry sessions of a default scan. */
const SESSIONS = 10;

/** Warm scans while null distributions are computed, and the cost of cold scans beyond their search: built service, sandbox. */
export function run(): Promise<Row[]> {
  return withBuild(async (folder) => {
    const env = { DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: String(WORKERS) };
    const busy = await startService(env);
    const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
    const beside = await during(busy, () => whileComputing(busy, keys));
    // The null distributions of the default scan are stored now, so cold scans of its month find them and compute none.
    const quiet = await startService({ ...env, SIGNIFICANCE: 'off' });
    return [...beside, ...(await during(quiet, () => costBeyondSearch(quiet, keys, env.DATABASE_URL)))];
  });
}

/** Warm scans of one client, alternately idle and while the null distribution of another search is computed. */
async function whileComputing(server: Server, keys: readonly string[]): Promise<Row[]> {
  await significanceReady(server, keys[0], SCAN);
  const client = new Client(server, keys);
  const warm = async () => {
    const taken = await client.times(Array(REQUESTS).fill(SCAN));
    return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) };
  };
  await warm();
  const idle: Awaited<ReturnType<typeof warm>>[] = [];
  const busy: typeof idle = [];
  for (let round = 0; round < ROUNDS; round++) {
    const search = `${SCAN}&max_days=${90 + round}`;
    idle.push(await warm());
    if (!isPending((await client.ask(search)).body)) throw new Error(`${search} was computed before`);
    busy.push(await warm());
    if (!isPending((await client.ask(search)).body))
      throw new Error('the null distribution was computed before the requests ended');
    await significanceReady(server, keys[0], search);
  }
  const ratios = (name: 'p50' | 'p99') => spread(busy.map((one, i) => one[name] / idle[i][name]));
  const note = `${REQUESTS} requests a half round, ${ROUNDS} rounds`;
  return [
    { name: 'warm scan, idle: p99', ...spread(idle.map(({ p99 }) => p99)), unit: 'ms', note },
    { name: 'warm scan while null distributions are computed: p99', ...spread(busy.map(({ p99 }) => p99)), unit: 'ms' },
    { name: '  beside idle, p50', ...ratios('p50'), unit: 'x' },
    { name: '  beside idle', ...ratios('p99'), unit: 'x', budget: 1.3 },
  ];
}

/** Cold scans of 25 cards over HTTP, each minus the same search in this process with as many threads. */
async function costBeyondSearch(server: Server, keys: readonly string[], databaseUrl: string): Promise<Row[]> {
  const storage = await openStorage(databaseUrl);
  const markets = loadMarkets();
  const clock = runningClock(new Date(NOW));
  const engine = new Engine({ url: storage.url, prices: storage.prices, markets, clock, workers: WORKERS });
  await engine.start();
  const snapshot = engine.snapshot();
  const search = async (range: ScanQuery['range']) => {
    const query: ScanQuery = {
      markets: markets.filter(({ scannedByDefault }) => scannedByDefault),
      range,
      question: { years: 10, cycle: 'consecutive' },
    };
    const from = performance.now();
    await Promise.all(
      membersByMarket(snapshot, query.markets).map(async ({ market, members }) => {
        const prices = snapshot.markets.get(market.id);
        const request = prices && marketScanRequest(prices, query);
        if (request) await engine.detect({ symbols: members, request }, { account: 'bench' });
      }),
    );
    return performance.now() - from;
  };
  const client = new Client(server, keys);
  const rounds: { whole: number; core: number }[] = [];
  try {
    for (const range of defaultWindows()) {
      const path = `${SCAN}&window=${toIso(range.start)}..${toIso(range.end)}`;
      for (const more of ['', '&min_winning_years=9']) {
        const { ms, body } = await client.ask(path + more);
        if (isPending(body)) throw new Error(`${path}: its significance is pending`);
        rounds.push({ whole: ms, core: await search(range) });
      }
    }
  } finally {
    await engine.close();
    await storage.close();
  }
  // The first rounds compile.
  const measured = rounds.slice(10);
  const beyond = spread(measured.map(({ whole, core }) => whole - core));
  // Other load on the machine distorts the medians, so the minima are reported too.
  const least = spread(measured.map(({ whole }) => whole)).min - spread(measured.map(({ core }) => core)).min;
  const note = `${least.toFixed(1)} ms by the least of ${measured.length} rounds each`;
  return [
    { name: 'scan of 25 cards, cold', ...spread(measured.map(({ whole }) => whole)), unit: 'ms' },
    { name: '  its search alone, 2 workers', ...spread(measured.map(({ core }) => core)), unit: 'ms' },
    { name: '  beyond the search', ...beyond, unit: 'ms', budget: 15, note },
  ];
}

/** Windows of as many sessions as the default scan, from each day of its month: they share a null distribution. */
function defaultWindows(): ScanQuery['range'][] {
  return Array.from({ length: 30 }, (_, i) => {
    const start = fromIso('2024-12-02') + i;
    const sessions = sessionsBetween('nyse', start, start + 2 * SESSIONS + 10);
    return { start, end: sessions[SESSIONS - 1] };
  });
}
