import type { Schemas } from '../../api/client';
import { plural } from '../../ui/format';

export type Market = Schemas['MarketListing'];

/** Freshness of a market's prices in words. */
export function freshness({ as_of, sessions_behind }: Market): string {
  if (as_of === null) return 'no prices';
  if (sessions_behind === null || sessions_behind === 0) return 'up to date';
  return `${plural(sessions_behind, 'session')} behind`;
}

/** State of a market's feed in words. */
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
