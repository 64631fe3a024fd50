import { FeedClient } from '../../src/feeds/client';
import { loadProviders, type Provider } from '../../src/feeds/provider';
import { runFeed } from '../../src/jobs/feeds/run';
import { loadMarkets } from '../../src/seeds';
import { openStorage } from '../../src/storage/open';
import { fixedClock } from '../helpers/clock';
import { say } from './protocol';

/** Runs the only feed of a database, from a provider on this machine: DATABASE URL NOW. Prints the run as JSON. */
const [database, url, now] = process.argv.slice(2);

async function main(): Promise<void> {
  const storage = await openStorage(database);
  const clock = fixedClock(now);
  const { prices, feeds, heldPrices } = storage;
  const stooq = loadProviders().get('stooq')!;
  const limits = { perMinute: 1e6, perDay: 1e9, concurrency: 4 };
  const provider: Provider = { ...stooq, url, limits };
  const client = new FeedClient({
    clock,
    counter: storage.counters.providers,
    allowPrivate: true,
    credentialOf: () => null,
    random: Math.random,
  });
  const deps = {
    prices,
    feeds,
    heldPrices,
    client,
    clock,
    providers: new Map([['stooq', provider]]),
    markets: loadMarkets(),
  };
  const [feed] = await feeds.all();
  const { run } = await runFeed(deps, feed);
  client.close();
  await storage.close();
  say(JSON.stringify(run));
}

void main();
