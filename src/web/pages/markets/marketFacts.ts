import type { Schemas } from '../../api/client';

export type Market = Schemas['MarketListing'];

/** How fresh the prices of a market are, in words. */
export function freshness({ as_of, sessions_behind }: Market): string {
  if (as_of === null) return 'no prices';
  if (sessions_behind === null || sessions_behind === 0) return 'up to date';
  return `${sessions_behind} ${sessions_behind === 1 ? 'session' : 'sessions'} behind`;
}

/** What becomes of the prices by themselves. */
export function feedText({ feed }: Market): string {
  if (feed === undefined) return 'none: prices are imported';
  if (feed.paused) return 'paused';
  const troubles = [
    [feed.failing, 'failing'],
    [feed.held, 'held back'],
    [feed.vanished, 'vanished'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
  return troubles.length === 0 ? `${feed.symbols} symbols` : `${feed.symbols} symbols: ${troubles.join(', ')}`;
}
