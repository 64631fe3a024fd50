import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { Feed } from '../../storage/feeds';
import type { HeldFeedPrices } from '../../storage/heldPrices';

/** How texts name a feed. */
export function feedName({ provider, marketId }: Pick<Feed, 'provider' | 'marketId'>): string {
  return `${provider} of market ${marketId}`;
}

/** A feed and its status, without a request to its provider. */
export interface FeedStatus {
  readonly feed: Feed;
  /** Null when the provider is no longer configured. */
  readonly providerName: string | null;
  readonly market: Market;
  readonly running: boolean;
  /** The last session that is final. */
  readonly session: Day;
  /** Number of symbols without that session. */
  readonly lacking: number;
  /** Null when the feed does not run by itself. */
  readonly nextRunAt: Date | null;
  /** Requests made of the provider today (UTC), and the most that are; null where it is unknown. */
  readonly used: number;
  readonly perDay: number | null;
}

/** The outcome of a request to run a feed. */
export type RunRequestState = 'asked' | 'running' | 'paused' | 'up_to_date' | 'off';

/** Administration of feeds, for operators and `npm run feeds` (implemented in src/jobs/feeds/feedAdmin.ts). */
export interface FeedAdmin {
  /** Whether this process runs feeds by itself. */
  readonly runsFeeds: boolean;
  list(): Promise<FeedStatus[]>;
  /** Null for an unknown feed. */
  status(feedId: number): Promise<FeedStatus | null>;
  /** Resuming a feed also resumes the symbols whose held prices were dropped. */
  setPaused(status: FeedStatus, paused: boolean): Promise<void>;
  /** Requests a run, which one process starts within a minute. */
  requestRun(status: FeedStatus): Promise<RunRequestState>;
  /** Stores held prices in place of the current ones, or drops them. @returns false when they no longer wait */
  decide(held: HeldFeedPrices, decision: 'take' | 'drop'): Promise<boolean>;
}
