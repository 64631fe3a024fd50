import { gauge, type Reading } from '../../log';
import type { Feed } from '../../storage/feeds';

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
