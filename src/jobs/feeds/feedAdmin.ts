import { requestsToday } from '../../feeds/client';
import type { Queue } from '../../queue/queue';
import type { FeedAdmin, FeedStatus, RunRequestState } from '../../services/operator/feedAdmin';
import type { Feed } from '../../storage/feeds';
import type { HeldFeedPrices } from '../../storage/heldPrices';
import type { Counters } from '../../storage/storage';
import { type FeedDeps, NotWaitingError } from './deps';
import { dueSession, dueSymbols, nextRun } from './due';
import { acceptHeld, rejectHeld, resumeSymbols } from './manage';

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
