import { type Rankable, rankingBy } from '../detection/ranking';
import { isNeutral } from '../window/bias';

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

/**
 * The daily pick: of the setups that are not neutral, the highest edge score; then the higher win probability of the
 * model; then the order of METHOD 5. Null when every one is neutral.
 */
export function choosePick<Row extends Rankable>(rows: readonly Row[]): Row | null {
  const eligible = rows.filter(({ edgeScore, evidence }) => !isNeutral(edgeScore, evidence));
  const [best] = eligible.sort(
    (a, b) => b.edgeScore - a.edgeScore || (b.mlWinProb ?? -1) - (a.mlWinProb ?? -1) || rankingBy('edge')(a, b),
  );
  return best ?? null;
}
