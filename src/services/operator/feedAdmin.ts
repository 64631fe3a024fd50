import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import type { FeedSymbol } from '../../storage/feedSymbols';
import type { Feed } from '../../storage/feeds';
import type { FeedHeld } from '../../storage/heldPrices';

/** A feed and what is known of it without asking its provider. */
export interface FeedStatus {
  readonly feed: Feed;
  /** Null where the provider is not known any more. */
  readonly providerName: string | null;
  readonly market: Market;
  readonly running: boolean;
  /** The last session that is final. */
  readonly session: Day;
  /** Symbols that lack it. */
  readonly lacking: number;
  /** Null while nothing is asked by itself. */
  readonly nextRunAt: Date | null;
  /** Requests made of the provider today (UTC), and the most that are; null where it is unknown. */
  readonly used: number;
  readonly perDay: number | null;
}

/** What becomes of a run that somebody asked for. */
export type RunRequestState = 'asked' | 'running' | 'paused' | 'up_to_date' | 'off';

/** What operators see of feeds and do with them: what `npm run feeds` does (src/jobs/feeds/feedAdmin.ts). */
export interface FeedAdmin {
  /** Whether this process runs feeds by itself. */
  readonly runsFeeds: boolean;
  list(): Promise<FeedStatus[]>;
  /** Null where there is no such feed, as with all that name one. */
  status(feedId: number): Promise<FeedStatus | null>;
  symbols(feedId: number): Promise<FeedSymbol[] | null>;
  /** Resumed, the symbols whose prices were dropped are asked for again. */
  setPaused(status: FeedStatus, paused: boolean): Promise<void>;
  /** Has it run within a minute, by one process. */
  requestRun(status: FeedStatus): Promise<RunRequestState>;
  /** What was held back takes the place of the stored prices, or goes. @returns false where it does not wait any more */
  decide(held: FeedHeld, decision: 'take' | 'drop'): Promise<boolean>;
  /** Why prices wait, without any price. */
  reasonOf(held: FeedHeld): string;
}
