import { binomialTail } from '../core/statistics/binomial';
import type { Bias } from '../core/window/bias';
import { type Edge, NEUTRAL } from '../core/window/edge';
import type { Direction } from '../core/window/window';
import { plural } from './phrases';
import type { CardStats, Receipts, Setup, Significance } from './shapes';

/**
 * Inputs of a card's texts in cardTexts.ts, edgeBasis.ts and nextStep.ts. Each text is a pure function of published values,
 * so that it changes with its numbers; every number in headline, verdict and copy_text is a field of the card or stands in
 * its edge_basis.
 */
export interface CardFacts {
  readonly symbol: string;
  readonly direction: Direction;
  readonly bias: Bias;
  readonly setup: Setup;
  readonly edge: Edge;
  readonly significance: Significance;
  readonly stats: CardStats;
  readonly receipts: Receipts;
  readonly search: Search;
  readonly simulated: boolean;
}

/** Origin of the window (METHOD 7): the best of a search, or named by the caller. */
export type Search =
  | {
      readonly kind: 'searched';
      /** Number of entry dates and of holds searched; each pair is a window. */
      readonly entries: number;
      readonly holds: number;
      /** Whether it is the best of either direction, rather than of its own. */
      readonly eitherDirection: boolean;
      /** Rank by detection among all candidates of a search of several symbols; null for one symbol's search. */
      readonly rank: { readonly position: number; readonly of: number } | null;
    }
  | { readonly kind: 'named' };

/** `AAPL long 2024-07-01 to 2024-07-15` */
export function subject({ symbol, direction, setup }: CardFacts): string {
  return `${symbol} ${direction} ${setup.entry_date} to ${setup.exit_date}`;
}

/** `9 of 10 years` */
export function record({ receipts }: CardFacts): string {
  return `${receipts.wins} of ${plural(receipts.years_tested, 'year')}`;
}

/**
 * Probability that chance alone gives at least as many wins, when any date wins with the baseline's share (METHOD 7):
 * `6.33%`; null when that share is not known.
 */
export function luck({ receipts, edge }: CardFacts): string | null {
  const { positiveShare } = edge.input.baseline;
  if (positiveShare === null) return null;
  const chance = 100 * binomialTail(receipts.wins, receipts.years_tested, positiveShare);
  return chance < 0.01 ? 'less than 0.01%' : `${chance.toFixed(2)}%`;
}

export function tooFewWins({ wins, years_tested }: Receipts): string {
  return `${wins} of ${plural(years_tested, 'year')} won is below ${Math.round(100 * NEUTRAL.winRate)}%`;
}

export function tooFewYears({ years_tested }: Receipts): string {
  return `${plural(years_tested, 'year')} tested ${years_tested === 1 ? 'is' : 'are'} fewer than ${NEUTRAL.years}`;
}
