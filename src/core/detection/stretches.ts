import type { Day } from '../calendar/dates';
import type { DetectionPlan } from './plan';

/** Pairs of first and last day that a plan may look at, ascending: for exits, and for the sessions of entries. */
export function stretchesOf({ occurrences, request }: DetectionPlan): { exits: Day[]; sessions: Day[] } {
  // Of numbers, typed arrays are sorted without being asked how: a year's entries occur on thousands of days.
  const days = occurrences.slice().sort();
  // The entry session, and the day after it.
  const wait = request.gapLimit + 1;
  return { exits: stretched(days, Math.max(request.maxHold - 1, wait)), sessions: stretched(days, wait) };
}

/** From each of ascending days to the one so many days later; stretches that meet are one. */
function stretched(days: Int32Array, reach: number): Day[] {
  const pairs: Day[] = [];
  for (let i = 0, end = Number.NEGATIVE_INFINITY; i < days.length; i++) {
    const day = days[i];
    if (day > end) pairs.push(day, day + reach);
    else pairs[pairs.length - 1] = day + reach;
    end = day + reach;
  }
  return pairs;
}
