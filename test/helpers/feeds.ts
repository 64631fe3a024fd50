import { isSession } from '../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../src/core/calendar/dates';
import { FeedClient } from '../../src/feeds/client';
import type { Provider } from '../../src/feeds/provider';
import type { FeedRunDeps } from '../../src/jobs/feeds/deps';
import { addFeed, parseSymbols } from '../../src/jobs/feeds/feedAdmin';
import { loadMarkets } from '../../src/seeds';
import type { Feed } from '../../src/storage/feeds';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { type FixedClock, fixedClock } from './clock';
import type { FakeProvider, FakeRow } from './fakeProvider';

/** Feeds over a database and a fake provider, with a fixed clock. */
export interface TestFeeds {
  readonly deps: FeedRunDeps;
  readonly storage: Storage;
  readonly clock: FixedClock;
  /** Adds a feed of a market; ETFs by default. */
  add(provider: string, symbols: readonly string[], options?: { market?: string; unadjusted?: boolean }): Promise<Feed>;
  close(): Promise<void>;
}

export async function testFeeds(
  fake: FakeProvider,
  { now, url = ':memory:', change }: { now: string; url?: string; change?: (provider: Provider) => Partial<Provider> },
): Promise<TestFeeds> {
  const storage = await openStorage(url);
  const clock = fixedClock(now);
  const markets = loadMarkets();
  const credentials = new Map([
    ['TIINGO_TOKEN', 'tiingo-secret-0123456789'],
    ['MASSIVE_API_KEY', 'massive-secret-0123456789'],
  ]);
  const credentialOf = (variable: string) => credentials.get(variable) ?? null;
  const client = new FeedClient({
    clock,
    counter: storage.counters.providers,
    allowPrivate: true,
    credentialOf,
    random: () => 0,
  });
  const { prices, feeds, heldPrices } = storage;
  const deps: FeedRunDeps = { prices, feeds, heldPrices, client, providers: fake.providers(change), markets, clock };
  return {
    deps,
    storage,
    clock,
    add: (provider, symbols, { market = '11', unadjusted = false } = {}) =>
      addFeed(deps, {
        provider,
        unadjusted,
        symbols: parseSymbols(symbols),
        market: markets.find(({ id }) => id === market)!,
      }),
    async close() {
      client.close();
      await storage.close();
    },
  };
}

/** Rows of the New York sessions from one day through another, with slightly varying closes. */
export function sessionRows(
  from: string,
  to: string,
  first = 50,
  adjust: (date: string) => number = () => 1,
): FakeRow[] {
  const rows: FakeRow[] = [];
  for (let day = fromIso(from); day <= fromIso(to); day++) {
    if (!isSession('nyse', day)) continue;
    const date = toIso(day);
    const close = first + (day % 7);
    const factor = adjust(date);
    rows.push(factor === 1 ? { date, close } : { date, close, adjClose: close * factor });
  }
  return rows;
}

/** Short compared with the 30 seconds for an answer, so that answers read late on a busy machine do not time out. */
const STEP_MS = 50;

/** Advances a fixed clock through its pauses until some work has ended. */
export async function untilDone<T>(clock: FixedClock, work: Promise<T>): Promise<T> {
  let done = false;
  const mark = () => {
    done = true;
  };
  work.then(mark, mark);
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 1));
    clock.pass(STEP_MS);
  }
  return work;
}
