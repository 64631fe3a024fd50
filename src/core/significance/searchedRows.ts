import { type Day, dateOf, yearOf } from '../calendar/dates';
import type { DetectionPlan } from '../detection/plan';

/**
 * The entry dates that rotations of a plan read (METHOD 9), and how many years back each occurrence lies, which selects
 * its draw. `years` elements a segment, oldest first, as in the plan.
 */
export interface SearchedRows {
  readonly plan: DetectionPlan;
  /** Years between the entry's own and each occurrence's. */
  readonly back: Int32Array;
  /** Years back that draws must cover: one more than the most years back. */
  readonly reach: number;
  /** First and last entry date that the search, its rotations or its references read. */
  readonly from: Day;
  readonly to: Day;
}

/** Most calendar days that a rotation or a reference goes back from an occurrence (METHOD 9). */
export const FARTHEST_BACK = 364;

export function searchedRows(plan: DetectionPlan): SearchedRows {
  const { segments, occurrences, request } = plan;
  const { entries, years } = request;
  const back = new Int32Array(occurrences.length);
  for (let entry = 0; entry < entries.length; entry++) {
    const entryYear = dateOf(entries[entry].day).year;
    for (let i = segments[entry] * years; i < segments[entry + 1] * years; i++)
      back[i] = entryYear - yearOf(occurrences[i]);
  }
  return {
    plan,
    back,
    reach: back.reduce((most, years) => Math.max(most, years), 0) + 1,
    from: occurrences.reduce((first, day) => Math.min(first, day), Infinity) - FARTHEST_BACK,
    to: occurrences.reduce((last, day) => Math.max(last, day), -Infinity),
  };
}
