import type { Clock } from '../../clock';
import type { Market } from '../../core/calendar/market';
import type { FeedClient } from '../../feeds/client';
import type { Provider } from '../../feeds/provider';
import { feedName } from '../../services/operator/feedAdmin';
import type { Feed, FeedStore } from '../../storage/feeds';
import type { PriceStore } from '../../storage/prices';
import type { HeldPriceStore } from '../../storage/qualityReports';

/** Dependencies of managing feeds. */
export interface FeedDeps {
  readonly prices: PriceStore;
  readonly feeds: FeedStore;
  readonly heldPrices: HeldPriceStore;
  /** By id. */
  readonly providers: ReadonlyMap<string, Provider>;
  readonly markets: readonly Market[];
  readonly clock: Clock;
}

/** Dependencies of running feeds. */
export interface FeedRunDeps extends FeedDeps {
  readonly client: FeedClient;
}

/** A feed that cannot be made, run or changed as asked. The message is for the person who asked. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** The held prices were decided on by somebody else, or replaced by newer ones. */
export class NotWaitingError extends FeedError {
  constructor(ticker: string) {
    super(`these held prices of ${ticker} no longer wait for a decision`);
  }
}

/** A feed with its provider and market resolved. */
export interface ResolvedFeed {
  readonly feed: Feed;
  readonly provider: Provider;
  readonly market: Market;
}

/** @throws FeedError if the provider or market is no longer configured */
export function resolveFeed({ providers, markets }: Pick<FeedDeps, 'providers' | 'markets'>, feed: Feed): ResolvedFeed {
  const provider = providers.get(feed.provider);
  const market = markets.find(({ id }) => id === feed.marketId);
  if (provider === undefined || market === undefined) {
    throw new FeedError(`the feed ${feedName(feed)} has a provider that is not configured any more`);
  }
  return { feed, provider, market };
}
