import { randomUUID } from 'node:crypto';
import type { Market } from '../../core/calendar/market';
import { canonicalTicker } from '../../core/calendar/ticker';
import { requestsToday } from '../../feeds/client';
import { isSpelling } from '../../feeds/provider';
import type { Queue } from '../../queue/queue';
import { type FeedAdmin, type FeedStatus, feedName, type RunRequestState } from '../../services/operator/feedAdmin';
import { FeedTakenError } from '../../storage/errors';
import type { FeedSymbol, NamedSymbol } from '../../storage/feedSymbols';
import type { Feed } from '../../storage/feeds';
import type { HeldFeedPrices, HeldPrices } from '../../storage/qualityReports';
import type { Counters } from '../../storage/storage';
import { qualityPart } from '../importReport';
import { type FeedDeps, FeedError, NotWaitingError } from './deps';
import { dueSession, dueSymbols, nextRun } from './due';
import { nameAt } from './source';

export interface NewFeedOptions {
  readonly provider: string;
  readonly market: Market;
  readonly symbols: readonly NamedSymbol[];
  readonly unadjusted: boolean;
}

const MOST_SYMBOLS = 20_000;

/** The state of a symbol that is new to its feed. */
const AS_NEW = {
  state: 'active',
  through: null,
  triedAt: null,
  failures: 0,
  fault: null,
} as const satisfies Partial<FeedSymbol>;

/** Parses tickers, each alone or as TICKER:NAME with the provider's name. @throws FeedError naming a text that is neither */
export function parseSymbols(texts: readonly string[]): NamedSymbol[] {
  const symbols = texts.map((text) => {
    const [name, ...rest] = text.split(':');
    const ticker = canonicalTicker(name);
    const spelling = rest.length === 0 ? null : rest.join(':');
    if (ticker === null || (spelling !== null && !isSpelling(spelling))) {
      throw new FeedError(
        `'${text.slice(0, 60)}' is no symbol: a ticker such as SPY, or with the provider's name for it, ^GSPC:^spx`,
      );
    }
    return { ticker, spelling };
  });
  return [...new Map(symbols.map((symbol) => [symbol.ticker, symbol])).values()];
}

/**
 * Makes a feed, or adds symbols to it. Nothing is fetched yet.
 *
 * @throws FeedError for an unknown provider, symbols it has no names for, prices of the wrong kind, or no symbols at all
 */
export async function addFeed(
  deps: FeedDeps,
  { provider: id, market, symbols, unadjusted }: NewFeedOptions,
): Promise<Feed> {
  const provider = deps.providers.get(id);
  if (provider === undefined) {
    throw new FeedError(`there is no provider '${id}'; there are ${[...deps.providers.keys()].join(', ')}`);
  }
  if (symbols.length === 0) throw new FeedError('no symbols: name them with --symbols, --list or --members');
  if (symbols.length > MOST_SYMBOLS)
    throw new FeedError(`${symbols.length} symbols are more than the ${MOST_SYMBOLS} that a feed can have`);
  const adjustedFor = { splits: 'for splits only, not for dividends', none: 'for nothing' } as const;
  if (!unadjusted && (provider.adjustment === 'splits' || provider.adjustment === 'none')) {
    throw new FeedError(
      `closes of ${provider.name} are adjusted ${adjustedFor[provider.adjustment]}; --unadjusted takes them as they are`,
    );
  }
  for (const symbol of symbols) nameAt(provider, symbol, market);
  try {
    return await deps.feeds.add({ provider: id, marketId: market.id, unadjusted, addedAt: deps.clock.now() }, symbols);
  } catch (error) {
    if (error instanceof FeedTakenError) throw new FeedError(error.message);
    throw error;
  }
}

/** The feeds that match a provider and a market; without either, all. @throws FeedError when no feed matches */
export async function feedsNamed(
  { feeds }: Pick<FeedDeps, 'feeds'>,
  { provider, market }: { readonly provider?: string; readonly market?: Market },
): Promise<Feed[]> {
  const all = await feeds.all();
  const matching = all.filter(
    (feed) =>
      (provider === undefined || feed.provider === provider) && (market === undefined || feed.marketId === market.id),
  );
  if (matching.length > 0) return matching;
  const existing =
    all.length === 0 ? 'there are none: npm run feeds -- add' : `there are ${all.map(feedName).join(', ')}`;
  throw new FeedError(`no such feed; ${existing}`);
}

/** Prices that are held for review, with their feed. */
export interface Waiting {
  readonly feed: Feed;
  readonly held: HeldPrices;
}

export async function waitingForReview(
  { heldPrices }: Pick<FeedDeps, 'heldPrices'>,
  reviewed: readonly Feed[],
): Promise<Waiting[]> {
  const byFeed = await Promise.all(
    reviewed.map(async (feed) => (await heldPrices.ofFeed(feed.id)).map((held) => ({ feed, held }))),
  );
  return byFeed.flat();
}

/**
 * Replaces the stored prices by exactly the held bars that the reviewer saw.
 *
 * @throws NotWaitingError if somebody decided on them meanwhile; nothing is changed then
 */
export async function acceptHeld(
  { prices, feeds, clock }: Pick<FeedDeps, 'prices' | 'feeds' | 'clock'>,
  { feed, held }: Waiting,
): Promise<void> {
  const at = clock.now();
  const label = `feed ${held.source}, accepted`;
  await prices.write({ id: randomUUID(), kind: 'feed', marketId: feed.marketId, label, at }, async (changes) => {
    if (!(await changes.discardHeld(feed.id, held.ticker, held.heldAt))) throw new NotWaitingError(held.ticker);
    await changes.saveForUndo(held.ticker);
    const [id] = await changes.enrol(feed.marketId, [{ symbol: held.ticker }], { simulated: false });
    await changes.replace(id, held.bars, { source: held.source, importedAt: at, simulated: false });
    const rows = { file: null, rowsIn: held.bars.day.length, refused: [], flags: [], replacedSymbol: held.ticker };
    await changes.report({ ...qualityPart(rows), finishedAt: at });
  });
  // Its newest bars may be older than the last session: it is due again.
  await setState(feeds, feed.id, held.ticker, AS_NEW);
}

/**
 * Discards the held prices, keeps the stored ones, and pauses the symbol until somebody resumes it.
 *
 * @throws NotWaitingError if somebody decided on them meanwhile; nothing is changed then
 */
export async function rejectHeld(
  { feeds, heldPrices }: Pick<FeedDeps, 'feeds' | 'heldPrices'>,
  { feed, held }: Waiting,
): Promise<void> {
  if (!(await heldPrices.discard(feed.id, held.ticker, held.heldAt))) throw new NotWaitingError(held.ticker);
  await setState(feeds, feed.id, held.ticker, { state: 'paused', fault: `rejected: ${held.reason}`.slice(0, 200) });
}

/**
 * Resumes paused symbols as if they were new to the feed.
 *
 * @param tickers null for all paused symbols of the feed
 * @returns the tickers that were resumed
 */
export async function resumeSymbols(
  { feeds }: Pick<FeedDeps, 'feeds'>,
  feed: Feed,
  tickers: readonly string[] | null,
): Promise<string[]> {
  const paused = (await feeds.symbols(feed.id)).filter(
    ({ state, ticker }) => state === 'paused' && (tickers === null || tickers.includes(ticker)),
  );
  await feeds.updateSymbols(
    feed.id,
    paused.map((symbol) => ({ ...symbol, ...AS_NEW })),
  );
  return paused.map(({ ticker }) => ticker);
}

async function setState(
  feeds: FeedDeps['feeds'],
  feedId: number,
  ticker: string,
  change: Partial<FeedSymbol>,
): Promise<void> {
  const symbol = (await feeds.symbols(feedId)).find((stored) => stored.ticker === ticker);
  if (symbol !== undefined) await feeds.updateSymbols(feedId, [{ ...symbol, ...change }]);
}

export interface FeedAdminDeps extends FeedDeps {
  readonly counter: Counters['providers'];
  readonly queue: Queue;
  readonly runsHere: boolean;
}

/** Administration of feeds for the operator's console, by the functions that `npm run feeds` uses. */
export class StoredFeedAdmin implements FeedAdmin {
  constructor(private readonly deps: FeedAdminDeps) {}

  get runsFeeds(): boolean {
    return this.deps.runsHere;
  }

  async list(): Promise<FeedStatus[]> {
    const all: FeedStatus[] = [];
    const running = await this.running();
    for (const feed of await this.deps.feeds.all()) all.push(await this.statusOf(feed, running));
    return all;
  }

  async status(feedId: number): Promise<FeedStatus | null> {
    const feed = await this.deps.feeds.find(feedId);
    return feed === null ? null : this.statusOf(feed, await this.running());
  }

  async setPaused({ feed }: FeedStatus, paused: boolean): Promise<void> {
    await this.deps.feeds.setPaused(feed.id, paused);
    if (!paused) await resumeSymbols(this.deps, feed, null);
  }

  async requestRun({ feed, lacking, session, running }: FeedStatus): Promise<RunRequestState> {
    const { feeds, queue } = this.deps;
    if (!this.runsFeeds) return 'off';
    if (feed.paused) return 'paused';
    if (lacking === 0) return 'up_to_date';
    if (running) return 'running';
    await feeds.makeDue(feed.id, session);
    await queue.send('feed', { feedId: feed.id }, { key: String(feed.id) });
    return 'asked';
  }

  async decide(held: HeldFeedPrices, decision: 'take' | 'drop'): Promise<boolean> {
    const feed = await this.deps.feeds.find(held.feedId);
    if (feed === null) return false;
    try {
      await (decision === 'take' ? acceptHeld : rejectHeld)(this.deps, { feed, held });
      return true;
    } catch (error) {
      if (error instanceof NotWaitingError) return false;
      throw error;
    }
  }

  /** Ids of the feeds that any process is running. */
  private async running(): Promise<ReadonlySet<string>> {
    const jobs = await this.deps.queue.list({ queue: 'feed', state: 'active' });
    return new Set(jobs.map(({ key }) => key));
  }

  private async statusOf(feed: Feed, running: ReadonlySet<string>): Promise<FeedStatus> {
    const { clock, feeds, providers, markets } = this.deps;
    const market = markets.find(({ id }) => id === feed.marketId);
    if (market === undefined) throw new Error(`the feed ${feed.id} has an unknown market: ${feed.marketId}`);
    const provider = providers.get(feed.provider);
    const symbols = await feeds.symbols(feed.id);
    const now = clock.now();
    const session = dueSession(market, clock);
    return {
      feed,
      market,
      session,
      providerName: provider?.name ?? null,
      running: running.has(String(feed.id)),
      lacking: dueSymbols(symbols, { market, session, now, respectPauses: false }).length,
      nextRunAt: provider === undefined ? null : nextRun(feed, symbols, market, clock),
      used: provider === undefined ? 0 : await requestsToday(this.deps, provider),
      perDay: provider?.limits.perDay ?? null,
    };
  }
}
