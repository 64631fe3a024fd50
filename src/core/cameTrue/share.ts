import { type Day, dateOf, inYear, yearOf } from '../calendar/dates';
import type { MonthSums } from './months';

/** Fewest months of a share (METHOD 10). */
export const FEWEST_MONTHS = 60;
/** Years of entries that a share as of a day looks back. */
export const SHARE_YEARS = 10;
/** Half the width of an 80 % interval, in standard errors. */
export const REACH = 1.28;

/** How much of what windows showed beyond their peers came true: 1 = all of it. */
export interface Share {
  readonly share: number;
  readonly standardError: number;
  readonly months: number;
}

/**
 * The share over some months (METHOD 10): the slope, through the origin, of the later excess on the shown excess, weighted by
 * the inverse of the realised variance. Its standard error allows for correlation within a month (Cameron and Miller 2015):
 * the root of the summed squares of the months' residual scores, over the sum of squares.
 *
 * @returns null with fewer than 60 months
 */
export function shareOf(months: readonly MonthSums[]): Share | null {
  if (months.length < FEWEST_MONTHS) return null;
  let products = 0;
  let squares = 0;
  for (const month of months) {
    products += month.products;
    squares += month.squares;
  }
  const share = products / squares;
  let scores = 0;
  for (const month of months) scores += (month.products - share * month.squares) ** 2;
  return { share, standardError: Math.sqrt(scores) / squares, months: months.length };
}

/** The share as of a day: over the months of the ten years before it whose windows were over by then. */
export function shareAsOf(months: readonly MonthSums[], asOf: Day): Share | null {
  const date = dateOf(asOf);
  const after = inYear(date, date.year - SHARE_YEARS);
  return shareOf(months.filter(({ entry, settled }) => entry > after && settled <= asOf));
}

/** A share over the entries of some years. */
export interface SharePeriod {
  /** First and last year of entries. */
  readonly from: number;
  readonly to: number;
  readonly share: Share;
}

/** First year of a decade: decades begin in years that end in 3, as in the study (METHOD 10). */
function decadeOf(entry: Day): number {
  return 10 * Math.floor((yearOf(entry) - 3) / 10) + 3;
}

/** The shares by decade of entry (1993-2002, 2003-2012, ..), oldest first; those of fewer than 60 months are left out. */
export function sharesByDecade(months: readonly MonthSums[], asOf: Day): SharePeriod[] {
  const decades = new Map<number, MonthSums[]>();
  for (const month of months) {
    if (month.settled > asOf) continue;
    const decade = decadeOf(month.entry);
    decades.set(decade, [...(decades.get(decade) ?? []), month]);
  }
  return [...decades].flatMap(([from, members]) => {
    const share = shareOf(members);
    const to = Math.min(from + 9, yearOf(members[members.length - 1].entry));
    return share === null ? [] : [{ from, to, share }];
  });
}
