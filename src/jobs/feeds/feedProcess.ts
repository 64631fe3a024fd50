import { runningClock } from '../../clock';
import { FeedClient } from '../../feeds/client';
import type { Provider } from '../../feeds/provider';
import { loadMarkets } from '../../seeds';
import type { FeedRun } from '../../storage/feeds';
import { openStorage } from '../../storage/open';
import { pausesBetweenWork } from './rest';
import { runFeed } from './run';

/** What the process is told, once. */
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
export type FeedProcessMessage =
  | { readonly provider: string; readonly market: string; readonly run: FeedRun }
  | { readonly failed: string };

/** A run of a feed: fetches, checks, stores. */
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
    const { prices, feeds } = storage;
    const feed = (await feeds.all()).find(({ id }) => id === work.feedId);
    if (feed === undefined) return { failed: 'the feed is gone' };
    const providers = new Map(work.providers.map((provider) => [provider.id, provider]));
    const deps = { prices, feeds, client, providers, clock, markets: loadMarkets() };
    const report = await runFeed(deps, feed, { patient: true, rest: pausesBetweenWork(clock), signal });
    return { provider: report.provider, market: report.market.id, run: report.run };
  } finally {
    client.close();
    await storage.close();
  }
}

function failed(error: unknown): FeedProcessMessage {
  return { failed: error instanceof Error ? error.message : String(error) };
}

/**
 * Body of the process in which the service runs a feed. It ends where it is when the service tells it anything more or is
 * gone, and when it is told to by the system: a terminal and systemd send what ends the service to both.
 */
function main(): void {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('the service stops'));
  for (const end of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(end, stop);
  process.once('message', async (work: FeedWork) => {
    process.once('message', stop);
    const answer = await run(work, stopping.signal).catch(failed);
    // Whatever else is open: who waits for the end of this process must not wait in vain.
    if (process.connected) process.send?.(answer, () => process.exit());
    else process.exit();
  });
}

main();
