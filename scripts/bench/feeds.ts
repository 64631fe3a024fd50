import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type Server as HttpServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Day, fromIso, toIso } from '../../src/core/calendar/dates';
import type { Closes } from '../../src/core/detection/columns';
import { FeedClient } from '../../src/feeds/client';
import { loadProviders } from '../../src/feeds/providerSeed';
import { runFeed } from '../../src/jobs/feeds/run';
import { loadMarkets } from '../../src/seeds';
import type { Feed, FeedRun } from '../../src/storage/rows';
import { withStorage } from '../terminal/storage';
import { createKeys } from './keys';
import { ROOT, type Server, startServer } from './server';
import { type Row, spread } from './table';
import { syntheticCloses } from './universe';

const SYMBOLS = 600;
const YEARS = 30;
const NEW_BARS = 10;
/** The last session of the synthetic prices is final; the service looks for what is due at ten past, after some idle time. */
const NOW = '2024-12-20T23:09:10Z';
const PAUSE_MS = 4;
/** Enough that none of them reaches its 300 requests a minute. */
const ACCOUNTS = 400;
const PATHS = ['/v1/scan?limit=25&markets=2', '/v1/markets', '/v1/me'];

interface Answer {
  /** Milliseconds since the measuring began, and how long it took. */
  readonly at: number;
  readonly took: number;
}

/**
 * New bars of a whole market, fetched by the built service from a provider on the loopback interface, while one client asks:
 * what the run takes, and what requests take meanwhile beside what they take before. What luck finds is not computed anew.
 */
export async function run(): Promise<Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const provider = await startProvider();
  try {
    const file = join(folder, 'providers.json');
    writeFileSync(file, JSON.stringify([providerAt(`http://127.0.0.1:${(provider.address() as AddressInfo).port}/`)]));
    const env = {
      ...{ DATABASE_URL: join(folder, 'bench.sqlite'), NOW, WORKERS: '2', TRAIN: 'off', SIGNIFICANCE: 'off' },
      ...{ FEEDS_FILE: file, FEEDS_PRIVATE: 'on' },
    };
    await storeOldBars(env);
    const work = await storeWork(env, join(folder, 'copy.sqlite'));
    const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
    const server = await startServer(['dist/src/main.js'], env, '/readyz');
    try {
      return [work, ...(await measured(server, keys, env))];
    } finally {
      await server.stop();
    }
  } finally {
    provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(server: Server, keys: readonly string[], env: NodeJS.ProcessEnv): Promise<Row[]> {
  const stop = new AbortController();
  const answers: Answer[] = [];
  const asking = askOn(server, keys, answers, stop.signal);
  const began = performance.now();
  const { from, to, done } = await withStorage(env, async ({ storage: { feeds } }) => {
    await feeds.add(...newFeed());
    const feed = async () => (await feeds.all())[0];
    await until(feed, ({ runBy }) => runBy !== null);
    const from = performance.now() - began;
    const { lastRun } = await until(feed, (one) => one.lastRun !== null);
    return { from, to: performance.now() - began, done: lastRun! };
  });
  stop.abort();
  await asking;
  const idle = percentile(answers.filter(({ at }) => at > WARM_UP_MS && at < from));
  const meanwhile = percentile(answers.filter(({ at }) => at >= from && at <= to));
  return [
    {
      name: 'feeds: the same by the service, in a thread of low priority, wall time',
      ...spread([secondsOf(done)]),
      ...{ unit: 's', note: `${done.updated} updated, ${done.rows} rows` },
    },
    { name: 'feeds: p99 of requests before', ...spread([idle]), unit: 'ms' },
    {
      name: 'feeds: p99 of requests meanwhile',
      ...spread([meanwhile]),
      unit: 'ms',
      budget: 1.5 * idle,
      baseline: idle,
    },
  ];
}

/** The same run in this process, over a copy: what it takes of a processor, the provider's own work included. */
async function storeWork(env: NodeJS.ProcessEnv, copy: string): Promise<Row> {
  copyFileSync(env.DATABASE_URL!, copy);
  return withStorage({ ...env, DATABASE_URL: copy }, async ({ storage: { prices, feeds, counters }, clock }) => {
    const client = new FeedClient({
      ...{ clock, counter: counters.providers, allowPrivate: true, random: Math.random },
      credentialOf: () => null,
    });
    const feed = await feeds.add(...newFeed());
    const deps = { prices, feeds, client, clock, providers: loadProviders(env.FEEDS_FILE), markets: loadMarkets() };
    const before = process.cpuUsage();
    const { run } = await runFeed(deps, feed);
    const { user, system } = process.cpuUsage(before);
    client.close();
    return {
      name: `feeds: ${SYMBOLS} symbols x ${NEW_BARS} new bars fetched, checked and stored, processor time`,
      ...spread([(user + system) / 1e6]),
      ...{ unit: 's', budget: 20, note: `${run.updated} updated, ${run.rows} rows` },
    };
  });
}

function newFeed() {
  const added = { provider: 'bench', marketId: '2', unadjusted: false, addedAt: new Date(NOW) };
  return [added, Array.from({ length: SYMBOLS }, (_, i) => ({ ticker: nameOf(i), spelling: null }))] as const;
}

/** Requests before these warm the caches. */
const WARM_UP_MS = 5_000;

function secondsOf({ startedAt, finishedAt }: FeedRun): number {
  return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
}

function percentile(answers: readonly Answer[]): number {
  const sorted = answers.map(({ took }) => took).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)];
}

async function until(read: () => Promise<Feed>, fits: (feed: Feed) => boolean): Promise<Feed> {
  for (;;) {
    const feed = await read();
    if (fits(feed)) return feed;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One request after the other, with a pause: the server is neither idle nor full. */
async function askOn(server: Server, keys: readonly string[], answers: Answer[], signal: AbortSignal): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  for (let i = 0; !signal.aborted; i++) {
    const start = performance.now();
    await ask(`${server.url}${PATHS[i % PATHS.length]}`, keys[i % keys.length], agent);
    answers.push({ at: start - began, took: performance.now() - start });
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  agent.destroy();
}

function ask(url: string, key: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'X-API-Key': key } }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} ${url}`)),
      );
    });
    sent.once('error', reject).end();
  });
}

function nameOf(i: number): string {
  return `S${1000 + i}`;
}

function closesOf(i: number): Closes {
  return syntheticCloses(YEARS, i + 1);
}

async function storeOldBars(env: NodeJS.ProcessEnv): Promise<void> {
  await withStorage(env, async ({ storage: { prices }, clock }) => {
    const run = { id: randomUUID(), kind: 'import', at: clock.now(), marketId: '2', label: 'bench' } as const;
    await prices.write(run, async (changes) => {
      for (let i = 0; i < SYMBOLS; i++) {
        const { day, close } = closesOf(i);
        const old = { day: day.slice(0, -NEW_BARS), close: close.slice(0, -NEW_BARS).map(rounded) };
        const bars = {
          ...old,
          high: old.close.map((price) => rounded(price * 1.01)),
          low: old.close.map((price) => rounded(price * 0.99)),
        };
        const [id] = await changes.enrol('2', [{ symbol: nameOf(i) }], { simulated: false });
        await changes.replace(id, bars, { source: 'Bench', importedAt: clock.now(), simulated: false });
      }
    });
  });
}

function rounded(price: number): number {
  return Math.round(price * 1e4) / 1e4;
}

/** Answers csv of the days asked for; what it takes of this process is small beside what it measures. */
async function startProvider(): Promise<HttpServer> {
  const kept = new Map<string, Closes>();
  const server = createServer((incoming, response) => {
    const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
    const symbol = searchParams.get('s') ?? '';
    const closes = kept.get(symbol) ?? newestOf(Number(symbol.slice(1)) - 1000);
    kept.set(symbol, closes);
    const [from, to] = ['from', 'to'].map((name) => fromIso(searchParams.get(name) ?? ''));
    response.end(csvOf(closes, from, to));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (let i = 0; i < SYMBOLS; i++) kept.set(nameOf(i), newestOf(i));
  return server;
}

function newestOf(i: number): Closes {
  const { day, close } = closesOf(i);
  return { day: day.slice(-40), close: close.slice(-40) };
}

function csvOf({ day, close }: Closes, from: Day, to: Day): string {
  const lines = Array.from(day, (one, i) => ({ one, price: rounded(close[i]) }))
    .filter(({ one }) => one >= from && one <= to)
    .map(({ one, price }) => [toIso(one), price, rounded(price * 1.01), rounded(price * 0.99), price, 1000].join(','));
  return `${['Date,Open,High,Low,Close,Volume', ...lines].join('\n')}\n`;
}

function providerAt(url: string): object {
  return {
    ...{ id: 'bench', name: 'Bench', url, query: { s: '{symbol}', from: '{from}', to: '{to}' }, credential: null },
    ...{ spelling: [{ pattern: '^(.+)$', as: '$1' }], historyFrom: '1990-01-01', answer: { format: 'csv' } },
    ...{ limits: { perMinute: 1e6, perDay: 1e9, concurrency: 4 }, adjustment: 'full' },
    terms: { url: 'https://example.com/', note: 'invented prices' },
  };
}
