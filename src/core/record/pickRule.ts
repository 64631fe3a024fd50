import type { Day } from '../calendar/dates';
import { type Rankable, rankingBy } from '../detection/ranking';
import { LUCK, type Significance } from '../significance/significance';
import { isNeutral } from '../window/bias';
import type { Direction } from '../window/window';

/** Markets, holds and lookback of the daily pick's scan: `GET /scan` with these parameters gives the same cards. */
export const PICK_SCAN = {
  window: 'now',
  minHold: 10,
  maxHold: 90,
  years: 10,
  cycle: 'consecutive',
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
 * Whether a setup may be picked: not neutral, and luck alone gives its symbol something as strong in at most one search of
 * twenty (METHOD 9).
 */
export function mayBePicked({ edgeScore, evidence, significance }: Rankable): boolean {
  return !isNeutral(edgeScore, evidence) && beatsChance(significance);
}

/** Whether shuffled calendars give the symbol something as strong in at most 5 % of tries; what is not known does not. */
export function beatsChance({ pSymbol }: Pick<Significance, 'pSymbol'>): boolean {
  return pSymbol !== null && pSymbol <= LUCK.beaten;
}

/**
 * The daily pick, the best of the pool: of the verified setups, the first 50 by detection, those that may be picked and are
 * not still open, the highest edge score; then the higher win probability of the model; then the order of METHOD 5. Null
 * when none may be.
 */
export function choosePick<Row extends Rankable>(rows: readonly Row[]): Row | null {
  const eligible = rows.filter(mayBePicked);
  const [best] = eligible.sort(
    (a, b) => b.edgeScore - a.edgeScore || (b.mlWinProb ?? -1) - (a.mlWinProb ?? -1) || rankingBy('edge')(a, b),
  );
  return best ?? null;
}
