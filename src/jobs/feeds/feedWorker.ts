import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runningClock } from '../../clock';
import { FeedClient } from '../../feeds/client';
import type { Provider } from '../../feeds/provider';
import { loadMarkets } from '../../seeds';
import { openStorage } from '../../storage/open';
import type { FeedRun } from '../../storage/rows';
import { FeedBusyError } from './deps';
import { restful } from './rest';
import { runFeed } from './run';

/** What the thread is told. */
export interface FeedWork {
  /** As `Storage.url`. */
  readonly databaseUrl: string;
  readonly feedId: number;
  /** The instant that the service's clock shows now, milliseconds since 1970. */
  readonly now: number;
  /** The feed's, and the one that gives its histories. */
  readonly providers: readonly Provider[];
  /** Variable and value. */
  readonly credentials: readonly (readonly [string, string])[];
  readonly allowPrivate: boolean;
}

/** What it answers, once. */
export type FeedWorkerMessage =
  | { readonly provider: string; readonly market: string; readonly run: FeedRun }
  | { readonly failed: string; readonly busy: boolean };

/** Body of a feed's thread: fetches, checks, stores. Told anything, it ends where it is. */
async function run(work: FeedWork): Promise<FeedWorkerMessage> {
  // On Linux a priority is a thread's own; elsewhere it would slow down the whole service.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
  const stopping = new AbortController();
  parentPort?.once('message', () => stopping.abort(new Error('the service stops')));
  const storage = await openStorage(work.databaseUrl);
  const credentials = new Map(work.credentials);
  const clock = runningClock(new Date(work.now));
  const client = new FeedClient({
    ...{ clock, counter: storage.counters.providers, allowPrivate: work.allowPrivate, random: Math.random },
    credentialOf: (variable) => credentials.get(variable) ?? null,
  });
  try {
    const { prices, feeds, presence } = storage;
    const feed = (await feeds.all()).find(({ id }) => id === work.feedId);
    if (feed === undefined) return { failed: 'the feed is gone', busy: false };
    const providers = new Map(work.providers.map((provider) => [provider.id, provider]));
    const deps = { ...{ prices, feeds, presence, client, providers, clock }, markets: loadMarkets() };
    const report = await runFeed(deps, feed, { patient: true, rest: restful(clock), signal: stopping.signal });
    return { provider: report.provider, market: report.market.id, run: report.run };
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    return { failed, busy: error instanceof FeedBusyError };
  } finally {
    client.close();
    await storage.close();
  }
}

void run(workerData as FeedWork).then((message) => {
  parentPort?.postMessage(message);
  parentPort?.close();
});
