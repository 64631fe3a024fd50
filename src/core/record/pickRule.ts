import type { Bias } from '../../answers/patternCard';
import { type Rankable, rankingBy } from '../detection/ranking';

/** Markets, holds and lookback of the daily pick's scan: `GET /scan` with these parameters gives the same cards. */
export const PICK_SCAN = {
  window: 'now',
  minHold: 10,
  maxHold: 90,
  years: 10,
  cycle: 'consecutive',
  minWins: 'default',
} as const;

/** Hour of New York from which a session's pick is made: long before any close. */
export const PICK_HOUR = 10;

/** What the choice looks at. */
export interface PickCandidate extends Rankable {
  readonly card: { readonly bias: Bias };
}

/**
 * The daily pick: of the cards that are not neutral, the highest edge score; then the higher win probability of the
 * model; then the order of METHOD 5. Null when every card is neutral.
 */
export function choosePick<Row extends PickCandidate>(rows: readonly Row[]): Row | null {
  const eligible = rows.filter(({ card }) => card.bias !== 'neutral');
  const [best] = eligible.sort(
    (a, b) => b.edgeScore - a.edgeScore || (b.mlWinProb ?? -1) - (a.mlWinProb ?? -1) || rankingBy('edge')(a, b),
  );
  return best ?? null;
}
