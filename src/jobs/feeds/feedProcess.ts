import { performance } from 'node:perf_hooks';
import { runningClock, type Timer } from '../../clock';
import { FeedClient } from '../../feeds/client';
import type { Provider } from '../../feeds/provider';
import { loadMarkets } from '../../seeds';
import type { FeedRun } from '../../storage/feeds';
import { openStorage } from '../../storage/open';
import { runFeed } from './run';

/** The one message to the process. */
export interface FeedWork {
  /** As `Storage.url`. */
  readonly databaseUrl: string;
  readonly feedId: number;
  /** The time of the service's clock, milliseconds since 1970. */
  readonly now: number;
  /** The feed's provider, and the provider of its histories if that is another. */
  readonly providers: readonly Provider[];
  /** Pairs of environment variable and value. */
  readonly credentials: readonly (readonly [string, string])[];
  readonly allowPrivate: boolean;
}

/** The part of a run's report that is logged. */
export interface EndedRun {
  readonly provider: string;
  /** Id. */
  readonly market: string;
  readonly run: FeedRun;
}

/** The one reply of the process. */
export type FeedProcessMessage = EndedRun | { readonly failed: Error };

/** Runs the feed: fetches, checks and stores its prices. */
async function run(work: FeedWork, signal: AbortSignal): Promise<FeedProcessMessage> {
  const storage = await openStorage(work.databaseUrl);
  const credentials = new Map(work.credentials);
  const clock = runningClock(new Date(work.now));
  const client = new FeedClient({
    clock,
    counter: storage.counters.providers,
    allowPrivate: work.allowPrivate,
    random: Math.random,
    credentialOf: (variable) => credentials.get(variable) ?? null,
  });
  try {
    const { prices, feeds, heldPrices } = storage;
    const feed = await feeds.find(work.feedId);
    if (feed === null) return { failed: new Error('the feed is gone') };
    const providers = new Map(work.providers.map((provider) => [provider.id, provider]));
    const deps = { prices, feeds, heldPrices, client, providers, clock, markets: loadMarkets() };
    const report = await runFeed(deps, feed, { respectPauses: true, rest: pausesBetweenWork(clock), signal });
    return { provider: report.provider, market: report.market.id, run: report.run };
  } finally {
    client.close();
    await storage.close();
  }
}

function failed(error: unknown): FeedProcessMessage {
  return { failed: error instanceof Error ? error : new Error(String(error)) };
}

/**
 * Body of the process in which the service runs a feed. A second message, a disconnect, SIGINT and SIGTERM stop the run; a
 * terminal and systemd send their signals to this process too.
 */
function main(): void {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('the service stops'));
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(end, stop);
  process.once('message', async (work: FeedWork) => {
    process.once('message', stop);
    const reply = await run(work, stopping.signal).catch(failed);
    // Exits although handles may be open: the service waits for the end of this process.
    if (process.connected) process.send?.(reply, () => process.exit());
    else process.exit();
  });
}

main();

/** Rest as a multiple of the time worked. */
const REST_RATIO = 2;
/** Longest single rest, milliseconds: a longer stretch of work was itself waiting for a processor. */
const LONGEST_MS = 2_000;

/**
 * Returns a function that background work awaits between two pieces of work. It rests twice as long as the work took, so that
 * requests find a free processor: a low priority alone does not keep the work from evicting their data from the processor's
 * caches. Concurrent calls share one rest.
 *
 * @param timer real time
 * @param worked time worked so far, milliseconds; by default the busy time of this process's event loop
 */
export function pausesBetweenWork(timer: Timer, worked = busyMs): () => Promise<void> {
  let before = worked();
  let resting: Promise<void> | null = null;
  return () => {
    resting ??= rest().finally(() => {
      resting = null;
    });
    return resting;
  };

  async function rest(): Promise<void> {
    const now = worked();
    const ms = Math.min(REST_RATIO * (now - before), LONGEST_MS);
    before = now;
    await new Promise<void>((resolve) => {
      timer.after(ms, resolve);
    });
  }
}

function busyMs(): number {
  return performance.eventLoopUtilization().active;
}
