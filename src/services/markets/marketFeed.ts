import type { Output } from '../../operation';
import type { Feed } from '../../storage/feeds';

type MarketFeed = Pick<Output<'listMarkets'>['markets'][number], 'feed'>;

/**
 * The state of a market's feeds, summed over all providers, which are not named: symbols by state.
 *
 * @returns the field of the answer; no field without a feed
 */
export function marketFeed(feeds: readonly Feed[], marketId: string): MarketFeed {
  const own = feeds.filter((feed) => feed.marketId === marketId);
  if (own.length === 0) return {};
  const sum = (count: (feed: Feed) => number) => own.reduce((total, feed) => total + count(feed), 0);
  const runs = own.flatMap(({ lastRun }) => (lastRun === null ? [] : [lastRun]));
  const latest = (text: (run: (typeof runs)[number]) => string) => runs.map(text).sort().at(-1) ?? null;
  const feed = {
    paused: own.every(({ paused }) => paused),
    symbols: sum(({ counts }) => counts.active + counts.held + counts.vanished + counts.paused),
    failing: sum(({ failing }) => failing),
    held: sum(({ counts }) => counts.held),
    vanished: sum(({ counts }) => counts.vanished),
    session: latest(({ session }) => session),
    last_run_at: latest(({ finishedAt }) => finishedAt),
  };
  return { feed };
}
