import type { Day } from '../calendar/dates';
import { type Rankable, rankingBy } from '../detection/ranking';
import { isNeutral } from '../window/bias';
import type { Direction } from '../window/window';

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

/** A pick made before, as far as the next one depends on it. */
export interface EarlierPick {
  readonly symbol: string;
  readonly direction: Direction;
  /** Last calendar day of its window. */
  readonly exit: Day;
}

/**
 * Whether a setup is one that was picked and is still open: the same symbol in the same direction, whose window is not over
 * when the next one could be entered. By dates alone, so that anyone can tell from the record.
 *
 * @param start first day that may be entered on
 */
export function isStillOpen(
  { symbol, direction }: Pick<EarlierPick, 'symbol' | 'direction'>,
  earlier: readonly EarlierPick[],
  start: Day,
): boolean {
  return earlier.some((pick) => pick.symbol === symbol && pick.direction === direction && pick.exit >= start);
}

/**
 * The daily pick, the best of the pool: of the verified setups, the first 50 by detection, those that are not neutral and
 * not still open, the highest edge score; then the higher win probability of the
 * model; then the order of METHOD 5. Null when every one is neutral.
 */
export function choosePick<Row extends Rankable>(rows: readonly Row[]): Row | null {
  const eligible = rows.filter(({ edgeScore, evidence }) => !isNeutral(edgeScore, evidence));
  const [best] = eligible.sort(
    (a, b) => b.edgeScore - a.edgeScore || (b.mlWinProb ?? -1) - (a.mlWinProb ?? -1) || rankingBy('edge')(a, b),
  );
  return best ?? null;
}
