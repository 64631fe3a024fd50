import type { Day } from '../calendar/dates';
import { median } from '../statistics/moments';
import type { Bars } from './bars';

/** Difference between the closes of two series on the days that both have. */
interface SeriesDifference {
  readonly shared: number;
  /** Days whose closes differ by more than `tolerance`. */
  readonly differing: number;
  /** Days of the first series that the second lacks. */
  readonly lost: number;
  /** Second over first less one, percent; null when every shared close of the first is 0. */
  readonly spread: { readonly lowest: number; readonly median: number; readonly highest: number } | null;
  /** A sample of the days, evenly spaced, with the first and the last. */
  readonly sample: readonly { readonly day: Day; readonly percent: number }[];
}

/**
 * Compares two series by their closes.
 *
 * @param tolerance relative difference up to which two closes are the same
 * @param most days of the sample, at least 2
 */
export function seriesDifference(first: Bars, second: Bars, tolerance: number, most: number): SeriesDifference {
  const days: { day: Day; percent: number }[] = [];
  let shared = 0;
  let differing = 0;
  for (let a = 0, b = 0; a < first.day.length && b < second.day.length; ) {
    const gap = first.day[a] - second.day[b];
    if (gap === 0) {
      shared += 1;
      const [was, is] = [first.close[a], second.close[b]];
      if (Math.abs(is - was) > tolerance * Math.max(Math.abs(was), Math.abs(is))) differing += 1;
      if (was !== 0) days.push({ day: first.day[a], percent: 100 * (is / was - 1) });
    }
    if (gap <= 0) a += 1;
    if (gap >= 0) b += 1;
  }
  const sorted = days.map(({ percent }) => percent).sort((a, b) => a - b);
  return {
    shared,
    differing,
    lost: first.day.length - shared,
    spread:
      sorted.length === 0 ? null : { lowest: sorted[0], median: median(sorted), highest: sorted[sorted.length - 1] },
    sample: evenly(days, most),
  };
}

/** At most `most` elements, evenly spaced, with the first and the last. */
function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]);
}
