import { binomialTail } from '../core/statistics/binomial';
import type { Bias } from '../core/window/bias';
import { type Edge, NEUTRAL } from '../core/window/edge';
import type { Direction } from '../core/window/window';
import { plural } from './phrases';
import type { CardStats, Receipts, Setup, Significance } from './shapes';

/**
 * What the texts of a card are made of, in cardTexts.ts, edgeBasis.ts and nextStep.ts. Each text is a pure function of published
 * values, so that none can stand unchanged when its numbers change; every number in headline, verdict and copy_text is a field of
 * the card or stands in its edge_basis.
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

/** How the window came to be looked at (METHOD 7): as the best of its symbol's windows, or named by the caller. */
export type Search =
  | {
      readonly kind: 'searched';
      /** Entry dates and holds that were looked at: each pair is a window. */
      readonly entries: number;
      readonly holds: number;
      /** Whether it is the best of either direction, rather than of its own. */
      readonly eitherDirection: boolean;
      /** Where it stands by detection among all that a search of several symbols found; null for one symbol's search. */
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
 * How often luck alone does as well as the record, where any date of the symbol wins as often as it did (METHOD 7):
 * `6.33%`; null where that share is not known.
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
