import { coinProbability } from '../core/statistics/coin';
import type { Bias } from '../core/window/bias';
import { type Edge, NEUTRAL } from '../core/window/edge';
import type { Direction } from '../core/window/window';
import { plural } from './phrases';
import type { CardStats, Receipts, Setup } from './shapes';

/**
 * What the texts of a card are made of, in cardTexts.ts, edgeBasis.ts and nextStep.ts. Each text is a pure function of
 * published values, so that none can stand unchanged when its numbers change; every number in headline, verdict and
 * copy_text is a field of the card or stands in its edge_basis. Covered by test/answers/wording.test.ts.
 */
export interface CardFacts {
  readonly symbol: string;
  readonly direction: Direction;
  readonly bias: Bias;
  readonly setup: Setup;
  readonly edge: Edge;
  readonly stats: CardStats;
  readonly receipts: Receipts;
  readonly search: Search;
  readonly simulated: boolean;
}

/** How the window came to be looked at: found among `windows` others (null = uncounted), or named by the caller. */
export type Search = { readonly kind: 'searched'; readonly windows: number | null } | { readonly kind: 'named' };

/** `AAPL long 2024-07-01 to 2024-07-15` */
export function subject({ symbol, direction, setup }: CardFacts): string {
  return `${symbol} ${direction} ${setup.entry_date} to ${setup.exit_date}`;
}

/** `9 of 10 years` */
export function record({ receipts }: CardFacts): string {
  return `${receipts.wins} of ${plural(receipts.years_tested, 'year')}`;
}

/** How often a fair coin does as well as the record: `1.07%`. */
export function coin({ receipts }: CardFacts): string {
  const probability = 100 * coinProbability(receipts.wins, receipts.years_tested);
  return probability < 0.01 ? 'less than 0.01%' : `${probability.toFixed(2)}%`;
}

export function tooFewWins({ wins, years_tested }: Receipts): string {
  return `${wins} of ${plural(years_tested, 'year')} won is below ${Math.round(100 * NEUTRAL.winRate)}%`;
}

export function tooFewYears({ years_tested }: Receipts): string {
  return `${plural(years_tested, 'year')} tested ${years_tested === 1 ? 'is' : 'are'} fewer than ${NEUTRAL.years}`;
}
