import { type Day, toIso } from '../core/calendar/dates';
import { shown } from './priceRange';

/** Larger moves are flagged (DESIGN 6), as a share of the earlier close. */
const LARGE_MOVE = 0.6;
/** Usual split ratios. 3:2 is left out, since a fall by a third has too many other causes. */
const SPLITS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 40, 50, 100];
/** Tolerance for the ratio of two closes, which includes the move of the session itself. */
const SPLIT_TOLERANCE = 0.03;
/** Companies split high prices: below this, a halved price is a cheap stock that fell. */
const LOWEST_SPLIT_PRICE = 10;

/** Calendar days within which a rise shows that a fall was not a split. */
const REVERSAL_DAYS = 10;

/** A conspicuous move from one close to the next. */
export interface Move {
  readonly day: Day;
  readonly kind: 'jump' | 'split_like';
  readonly detail: string;
  readonly up: boolean;
  /** Whether it looks like a forward split for which the file is not adjusted. */
  readonly forwardSplit: boolean;
}

/**
 * Judges the move from one close to the next. A missed split has a ratio near 1:n and the whole bar at the new level, unlike a
 * crash during the session.
 *
 * @returns null for an ordinary move, or if a price is not positive
 */
export function judgeMove(before: number, bar: { day: Day; high: number; low: number; close: number }): Move | null {
  if (!(before > 0 && bar.close > 0)) return null;
  const ratio = bar.close / before;
  if (ratio < 1 + LARGE_MOVE && ratio > 0.6) return null;
  const split = SPLITS.find(
    (n) => Math.abs(ratio * n - 1) < SPLIT_TOLERANCE || Math.abs(ratio / n - 1) < SPLIT_TOLERANCE,
  );
  const onNewLevel = ratio < 1 ? !(bar.high > before * ratio * 1.25) : !(bar.low < before * ratio * 0.8);
  const percent = `${shown(before)} to ${shown(bar.close)}, ${ratio > 1 ? '+' : ''}${shown(100 * (ratio - 1))} %`;
  if (split !== undefined && onNewLevel) {
    const name = ratio < 1 ? `${split}:1` : `1:${split}`;
    const forwardSplit = ratio < 1 && before >= LOWEST_SPLIT_PRICE;
    return {
      day: bar.day,
      kind: 'split_like',
      detail: `${percent}, like a ${name} split`,
      up: ratio > 1,
      forwardSplit,
    };
  }
  const large = Math.abs(ratio - 1) > LARGE_MOVE;
  return large ? { day: bar.day, kind: 'jump', detail: percent, up: ratio > 1, forwardSplit: false } : null;
}

/** Why a series is considered unadjusted: two or more moves that look like splits. Null if it is not. */
export function unadjustedDetail(moves: readonly Move[]): string | null {
  const splits = moves.filter((move) => move.forwardSplit && !moves.some((other) => undoes(other, move)));
  if (splits.length < 2) return null;
  const [first] = splits;
  return `${splits.length} moves look like splits, the first on ${toIso(first.day)} (${first.detail})`;
}

/** A price that recovers within days was an error of the vendor, not a split. */
function undoes(other: Move, split: Move): boolean {
  return other.up && Math.abs(other.day - split.day) <= REVERSAL_DAYS;
}
