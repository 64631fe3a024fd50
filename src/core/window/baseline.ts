import { dayOf } from '../calendar/dates';
import { CONFIDENCE_LEVEL, studentT } from '../statistics/intervals';
import { mean } from '../statistics/moments';
import { type Closes, closesThrough, upperBound } from './bars';
import { directedReturn, type Evidence } from './evidence';
import { type Direction, holdOf, lookback, type WindowSpec } from './window';

/** The record of any entry date: p0 and m0 of METHOD 6, neither clipped nor rounded. */
export interface Baseline {
  /** Number of windows. */
  readonly windows: number;
  /** Share that ended above 0 in the direction of the trade, 0..1; null without windows. */
  readonly positiveShare: number | null;
  /** Mean return in the direction of the trade, percent; null without windows. */
  readonly mean: number | null;
}

/**
 * The baseline of a window: every session of the symbol in the lookback's entry years as an entry date, the same hold
 * and direction, observed by the rule of METHOD 1 (`tradeOf`) and complete by as-of. A cycle counts its own years only.
 *
 * One forward sweep: entry, exit and the latest halt only ever move on, so that it costs O(sessions) whatever the hold.
 *
 * @param gapLimit calendar days without a session that end an observation
 * @param years whose sessions count, each once; by default those of the lookback
 */
export function baselineOf(
  closes: Closes,
  window: WindowSpec,
  direction: Direction,
  gapLimit: number,
  years: readonly number[] = lookback(window).map(({ year }) => year),
): Baseline {
  const { day, close } = closesThrough(closes, window.asOf);
  const hold = holdOf(window);
  const sessions = day.length;
  const lastEntry = sessions === 0 ? -Infinity : day[sessions - 1] - hold + 1;
  let windows = 0;
  let positive = 0;
  let sum = 0;
  for (const year of years) {
    const before = Math.min(lastEntry + 1, dayOf(year + 1, 1, 1));
    let exit = upperBound(day, dayOf(year, 1, 1) - 1);
    // Index of the latest session <= exit that follows a halt: a window is whole when it enters at or after it.
    let resumed = exit;
    for (let entry = exit; entry < sessions && day[entry] < before; entry++) {
      if (exit < entry) exit = entry;
      const end = day[entry] + hold - 1;
      while (exit + 1 < sessions && day[exit + 1] <= end) {
        exit += 1;
        if (day[exit] - day[exit - 1] > gapLimit) resumed = exit;
      }
      const isWhole = exit > entry && resumed <= entry && end - day[exit] <= gapLimit;
      if (!isWhole || !(close[entry] > 0) || !(close[exit] > 0)) continue;
      const gained = directedReturn(close[entry], close[exit], direction);
      windows += 1;
      if (gained > 0) positive += 1;
      sum += gained;
    }
  }
  return windows === 0
    ? { windows, positiveShare: null, mean: null }
    : { windows, positiveShare: positive / windows, mean: sum / windows };
}

/** How far the years of a window beat its symbol's drift m0 (METHOD 6). Percent, in the direction of the trade. */
export interface Excess {
  /** mean - m0: also the round trip cost at which the record is no better than the drift (METHOD 10). */
  readonly mean: number;
  /** 95 % interval of the mean by Student's t, n - 1 degrees of freedom; null with fewer than two years. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** Mean over the earlier half of the years and over the later one; a middle year is left out of both. Null for one year. */
  readonly halves: { readonly earlier: number; readonly later: number } | null;
}

/** The excess of each year, oldest first. @param drift m0, percent */
export function excessOf(
  { observations, mean: centre, deviation }: Pick<Evidence, 'observations' | 'mean' | 'deviation'>,
  drift: number,
): Excess {
  const n = observations.length;
  const half = Math.floor(n / 2);
  const excess = observations.map(({ returnPct }) => returnPct - drift);
  const reach = deviation === null ? null : (studentT(CONFIDENCE_LEVEL, n - 1) * deviation) / Math.sqrt(n);
  return {
    mean: centre - drift,
    interval: reach === null ? null : { low: centre - drift - reach, high: centre - drift + reach },
    halves: half === 0 ? null : { earlier: mean(excess.slice(0, half)), later: mean(excess.slice(n - half)) },
  };
}
