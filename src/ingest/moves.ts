import { type Day, toIso } from '../core/calendar/dates';
import { shown } from './priceRange';

/** Share of the old price a move must exceed to be flagged (DESIGN 6). */
const LARGE_MOVE = 0.6;
/** Splits that happen; 3:2 is left out, since a fall by a third has too many other causes. */
const SPLITS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 16, 20, 25, 30, 40, 50, 100];
/** How near the ratio of two closes must be to a split's: the session's own move is in it. */
const SPLIT_TOLERANCE = 0.03;
/** Companies split high prices: a halved price below this is a cheap stock that fell. */
const LOWEST_SPLIT_PRICE = 10;

/** Calendar days within which an opposite move shows that a fall was no split. */
const DAYS_UNTIL_UNDONE = 10;

/** A close against the one before, and what it looks like. */
export interface Move {
  readonly day: Day;
  readonly kind: 'jump' | 'split_like';
  readonly detail: string;
  readonly up: boolean;
  /** Whether it is the trace of a forward split that the file has not been adjusted for. */
  readonly forwardSplit: boolean;
}

/**
 * Judges the step from one close to the next. A missed split shows as a ratio near 1:n with the whole bar on the new level, which
 * tells it from a crash during the session.
 *
 * @returns null for an ordinary move, and where a price is not positive
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

/** Why a series with several traces of splits counts as unadjusted; null when it does not. */
export function unadjustedDetail(moves: readonly Move[]): string | null {
  const splits = moves.filter((move) => move.forwardSplit && !moves.some((other) => undoes(other, move)));
  if (splits.length < 2) return null;
  const [first] = splits;
  return `${splits.length} moves look like splits, the first on ${toIso(first.day)} (${first.detail})`;
}

/** A price that comes back within days was a typing error of the vendor's, not a split. */
function undoes(other: Move, split: Move): boolean {
  return other.up && Math.abs(other.day - split.day) <= DAYS_UNTIL_UNDONE;
}
