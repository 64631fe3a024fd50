import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FeedClient } from '../../src/feeds/client';
import { loadProviders } from '../../src/feeds/provider';
import { runFeed } from '../../src/jobs/feeds/run';
import { loadMarkets } from '../../src/seeds';
import type { Feed, FeedRun } from '../../src/storage/feeds';
import { withStorage } from '../terminal/storage';
import type { Answer } from './client';
import { startClient, startProgram } from './clients';
import { NEW_BARS, nameOf, SYMBOLS, storeOldBars } from './feedPrices';
import { createKeys } from './keys';
import { during, type Server, startService, withBuild } from './server';
import { quantile, type Row, spread } from './table';

/** The last session of the synthetic prices is final. The service checks for due feeds at ten past, after some idle time. */
const NOW = '2024-12-20T23:09:25Z';
const ROUNDS = 3;
const PAUSE_MS = 4;
/** Enough that none of them reaches its 300 requests a minute. */
const ACCOUNTS = 400;
const REQUESTS = ['/v1/scan?limit=25&markets=2', '/v1/markets', '/v1/me'].map((path) => ({ path }));
/** Requests before these warm the caches. */
const WARM_UP_MS = 5_000;

interface Measured {
  readonly done: FeedRun;
  /** 99th percentiles, milliseconds. */
  readonly before: number;
  readonly meanwhile: number;
}

/**
 * The built service fetches new bars of a whole market from a provider on the loopback interface while one client sends
 * requests: the time of the run, and of requests before and during it. Provider and client are separate processes.
 * Significance is off.
 */
export function run(): Promise<Row[]> {
  return withBuild(async (folder) => {
    const provider = await startProvider();
    try {
      return await measureFeeds(folder, provider.port);
    } finally {
      await provider.stop();
    }
  });
}

async function measureFeeds(folder: string, port: number): Promise<Row[]> {
  const file = join(folder, 'providers.json');
  writeFileSync(file, JSON.stringify([providerAt(`http://127.0.0.1:${port}/`)]));
  const env = {
    DATABASE_URL: join(folder, 'bench.sqlite'),
    NOW,
    WORKERS: '2',
    TRAIN: 'off',
    SIGNIFICANCE: 'off',
    FEEDS_FILE: file,
    FEEDS_PRIVATE: 'on',
  };
  await storeOldBars(env);
  const work = await storeWork(copied(env, join(folder, 'work.sqlite')));
  const rounds: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await besideRequests(copied(env, join(folder, `${round}.sqlite`))));
  }
  return [work, ...rowsOf(rounds)];
}

type Environment = Record<string, string> & { readonly DATABASE_URL: string };

/** The same environment with a copy of the database. */
function copied(env: Environment, file: string): Environment {
  copyFileSync(env.DATABASE_URL, file);
  return { ...env, DATABASE_URL: file };
}

function rowsOf(rounds: readonly Measured[]): Row[] {
  const { updated, rows } = rounds[0].done;
  const of = (value: (measured: Measured) => number) => spread(rounds.map(value));
  return [
    {
      name: 'feeds: the same by the service, in a process of low priority, wall time',
      ...of(({ done }) => secondsOf(done)),
      unit: 's',
      note: `${updated} updated, ${rows} rows`,
    },
    { name: 'feeds: p99 of requests before', ...of(({ before }) => before), unit: 'ms' },
    { name: 'feeds: p99 of requests meanwhile', ...of(({ meanwhile }) => meanwhile), unit: 'ms' },
    { name: '  beside before', ...of(({ before, meanwhile }) => meanwhile / before), unit: 'x', budget: 1.5 },
  ];
}

/** One run of the service while a client sends requests. */
async function besideRequests(env: Environment): Promise<Measured> {
  const keys = await createKeys(env.DATABASE_URL, ACCOUNTS);
  const server = await startService(env);
  return during(server, () => measured(server, keys, env));
}

async function measured(server: Server, keys: readonly string[], env: Environment): Promise<Measured> {
  const began = Date.now();
  const client = startClient(server, { keys, requests: REQUESTS, connections: 1, pauseMs: PAUSE_MS });
  const { from, to, done } = await withStorage(env, async ({ storage: { feeds, queue } }) => {
    await feeds.add(...newFeed());
    const feed = async () => (await feeds.all())[0];
    while ((await queue.list({ queue: 'feed', state: 'active' })).length === 0) await sleep(50);
    const from = Date.now();
    const { lastRun } = await until(feed, (one) => one.lastRun !== null);
    return { from, to: Date.now(), done: lastRun! };
  });
  const answers = await client.stop();
  const before = answers.filter(({ at }) => at > began + WARM_UP_MS && at < from);
  const meanwhile = answers.filter(({ at }) => at >= from && at <= to);
  return { done, before: percentile(before), meanwhile: percentile(meanwhile) };
}

/** The same run in this process, for its processor time. */
async function storeWork(env: Environment): Promise<Row> {
  return withStorage(env, async ({ storage: { prices, feeds, heldPrices, counters }, clock }) => {
    const client = new FeedClient({
      clock,
      counter: counters.providers,
      allowPrivate: true,
      random: Math.random,
      credentialOf: () => null,
    });
    const feed = await feeds.add(...newFeed());
    const deps = {
      prices,
      feeds,
      heldPrices,
      client,
      clock,
      providers: loadProviders(env.FEEDS_FILE),
      markets: loadMarkets(),
    };
    const before = process.cpuUsage();
    const { run } = await runFeed(deps, feed);
    const { user, system } = process.cpuUsage(before);
    client.close();
    return {
      name: `feeds: ${SYMBOLS} symbols x ${NEW_BARS} new bars fetched, checked and stored, processor time`,
      ...spread([(user + system) / 1e6]),
      unit: 's',
      budget: 20,
      note: `${run.updated} updated, ${run.rows} rows`,
    };
  });
}

function newFeed() {
  const added = { provider: 'bench', marketId: '2', unadjusted: false, addedAt: new Date(NOW) };
  return [added, Array.from({ length: SYMBOLS }, (_, i) => ({ ticker: nameOf(i), spelling: null }))] as const;
}

function secondsOf({ startedAt, finishedAt }: FeedRun): number {
  return (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000;
}

function percentile(answers: readonly Answer[]): number {
  return quantile(
    answers.map(({ took }) => took),
    0.99,
  );
}

async function until(read: () => Promise<Feed>, fits: (feed: Feed) => boolean): Promise<Feed> {
  for (;;) {
    const feed = await read();
    if (fits(feed)) return feed;
    await sleep(50);
  }
}

async function startProvider() {
  const child = startProgram('priceProvider.ts');
  const [port] = await once(child.stdout, 'data');
  return {
    port: Number(port),
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}

function providerAt(url: string): object {
  return {
    id: 'bench',
    name: 'Bench',
    url,
    query: { s: '{symbol}', from: '{from}', to: '{to}' },
    credential: null,
    spelling: [{ pattern: '^(.+)$', as: '$1' }],
    historyFrom: '1990-01-01',
    answer: { format: 'csv' },
    limits: { perMinute: 1e6, perDay: 1e9, concurrency: 4 },
    adjustment: 'full',
    terms: { url: 'https://example.com/', note: 'synthetic prices' },
  };
}
