import { addMonths, type Day } from '../calendar/dates';
import { type Bars, barsThrough, upperBound } from './bars';

/** A symbol's latest close against earlier ones; percent, not direction-aware (METHOD 2). Null without enough data. */
export interface Trend {
  /** Last close against the close nearest one month back. */
  readonly return1m: number | null;
  /** Last close against the average of the latest 200 closes, itself included. */
  readonly long: number | null;
  /** `long` 21 sessions earlier. */
  readonly longPrevious: number | null;
  /** Last close against the average of the latest 50 closes. */
  readonly short: number | null;
  readonly shortPrevious: number | null;
}

const LONG_SESSIONS = 200;
const SHORT_SESSIONS = 50;
/** About a month of sessions. */
const SESSIONS_BACK = 21;

/**
 * The trend block of a symbol's statistics as of a day.
 *
 * @param gapLimit calendar days: the one-month return needs a close within this distance of one month back
 */
export function trendOf(bars: Bars, asOf: Day, gapLimit: number): Trend {
  const history = barsThrough(bars, asOf);
  const closes = positiveCloses(history.close);
  const now = closes.length - 1;
  return {
    return1m: monthReturn(history.day, closes, gapLimit),
    long: distance(closes, now, LONG_SESSIONS),
    longPrevious: distance(closes, now - SESSIONS_BACK, LONG_SESSIONS),
    short: distance(closes, now, SHORT_SESSIONS),
    shortPrevious: distance(closes, now - SESSIONS_BACK, SHORT_SESSIONS),
  };
}

/** The closes with each non-positive one replaced by the one before (METHOD 1); NaN until the first positive one. */
function positiveCloses(close: Float64Array): Float64Array {
  let last = NaN;
  return close.map((value) => {
    if (value > 0) last = value;
    return last;
  });
}

/** 100 * (close / average - 1) at session `at`; null when the average would reach before the first close. */
function distance(closes: Float64Array, at: number, sessions: number): number | null {
  const first = at - sessions + 1;
  if (first < 0 || Number.isNaN(closes[first])) return null;
  let sum = 0;
  for (let i = first; i <= at; i++) sum += closes[i];
  return 100 * (closes[at] / (sum / sessions) - 1);
}

function monthReturn(day: Int32Array, closes: Float64Array, gapLimit: number): number | null {
  const now = day.length - 1;
  if (now < 1) return null;
  const target = addMonths(day[now], -1);
  const after = upperBound(day, target - 1);
  const before = after - 1;
  // Nearest session; of two equally near, the earlier.
  const nearest = before >= 0 && target - day[before] <= day[after] - target ? before : after;
  if (nearest === now || Math.abs(day[nearest] - target) > gapLimit || Number.isNaN(closes[nearest])) return null;
  return 100 * (closes[now] / closes[nearest] - 1);
}
