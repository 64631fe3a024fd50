import type { Day } from '../calendar/dates';
import { type Direction, holdOf, type WindowSpec } from '../window/window';
import { bandOf, NORMAL_80, type NotStudied, notStudied, type Share, shareAsOf } from './share';
import type { MarketStudy } from './study';

/** How much of what similar windows showed came true, and what this window showed; or why that is not known. */
export type CameTrue =
  | {
      readonly status: 'ready';
      readonly share: Share;
      /** What the window showed beyond its peers in the direction of the trade, percent. */
      readonly shownPct: number;
    }
  | { readonly status: 'pending' }
  | { readonly status: 'not_applicable'; readonly reason: NotStudied | 'members' | 'months' | 'years' };

/** The shares of a market as of any day, each computed once. */
export class MarketShares {
  private readonly shares = new Map<string, Share | null>();

  constructor(private readonly months: MarketStudy['months']) {}

  /** The share of the holds like one; null with fewer than 60 months. @param hold within the bands */
  of(hold: number, asOf: Day): Share | null {
    const band = bandOf(hold)!;
    const key = `${band} ${asOf}`;
    const known = this.shares.get(key);
    if (known !== undefined) return known;
    const share = shareAsOf(this.months[band], asOf);
    this.shares.set(key, share);
    return share;
  }
}

/** The shares of a window's market; `pending` while the study of its prices is missing, `not_applicable` with few members. */
export type SharesInMarket = 'pending' | 'not_applicable' | Pick<MarketShares, 'of'>;

/**
 * How much of what similar windows of the market showed came true, and what this window showed.
 *
 * @param shown what the window showed, long, as a fraction: see `windowExcess`; null with fewer than eight years
 */
export function cameTrueOf(
  market: SharesInMarket,
  window: WindowSpec,
  direction: Direction,
  shown: number | null,
): CameTrue {
  const reason = notStudied(window);
  if (reason !== null) return { status: 'not_applicable', reason };
  if (market === 'not_applicable') return { status: 'not_applicable', reason: 'members' };
  if (market === 'pending') return { status: 'pending' };
  const share = market.of(holdOf(window), window.asOf);
  if (share === null) return { status: 'not_applicable', reason: 'months' };
  if (shown === null) return { status: 'not_applicable', reason: 'years' };
  // Not -0 for a short of 0.
  return { status: 'ready', share, shownPct: 100 * (direction === 'long' ? shown : 0 - shown) };
}

/** What is expected of a window beyond its peers, percent: the mean, and an 80 % interval of that mean. */
export function expectedExcess({ share: { share, standardError }, shownPct }: Extract<CameTrue, { status: 'ready' }>): {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
} {
  const ends = [share - NORMAL_80 * standardError, share + NORMAL_80 * standardError].map((end) => end * shownPct);
  return { mean: Math.max(0, share) * shownPct, low: Math.min(...ends), high: Math.max(...ends) };
}
