import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { gauge, type Reading } from '../../log';
import type { Feed } from '../../storage/feeds';
import type { HeldFeedPrices } from '../../storage/qualityReports';

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

/** The metrics of feeds, by provider and market. */
export function feedReadings(all: readonly Feed[]): Reading[] {
  const named = all.map((feed) => ({ feed, labels: { provider: feed.provider, market: feed.marketId } }));
  const runs = named.flatMap(({ feed, labels }) => (feed.lastRun === null ? [] : [{ run: feed.lastRun, labels }]));
  const outcomes = ['updated', 'restated', 'unchanged', 'failed', 'held', 'vanished', 'left'] as const;
  return [
    gauge(
      'feed_symbols',
      'Symbols that a provider is asked for, by state; failing ones are counted beside their state',
      named.flatMap(({ feed, labels }) =>
        [...Object.entries(feed.counts), ['failing', feed.failing] as const].map(([state, value]) => ({
          labels: { ...labels, state },
          value,
        })),
      ),
    ),
    gauge(
      'feed_paused',
      'Whether an operator has paused a feed',
      named.map(({ feed, labels }) => ({ labels, value: Number(feed.paused) })),
    ),
    gauge(
      'feed_last_run_timestamp_seconds',
      'When the last run of a feed that had something to do ended',
      runs.map(({ run, labels }) => ({ labels, value: Date.parse(run.finishedAt) / 1000 })),
    ),
    gauge(
      'feed_last_run_symbols',
      'Symbols of that run by outcome; restated ones, whose history was replaced, count as updated too',
      runs.flatMap(({ run, labels }) =>
        outcomes.map((outcome) => ({ labels: { ...labels, outcome }, value: run[outcome] })),
      ),
    ),
    gauge(
      'feed_last_run_rows',
      'Rows of that run: new ones, refused ones (sessions that are not over aside), and ones stored with a warning (flagged)',
      runs.flatMap(({ run, labels }) => [
        { labels: { ...labels, result: 'new' }, value: run.rows },
        { labels: { ...labels, result: 'refused' }, value: run.refused },
        { labels: { ...labels, result: 'flagged' }, value: run.flagged },
      ]),
    ),
  ];
}
