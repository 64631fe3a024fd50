import { nthSession } from './calendars';
import { addMonths, type Day, parseIso, toIso } from './dates';

/** Days a scan considers entering on, both ends included. */
export interface DateRange {
  readonly start: Day;
  readonly end: Day;
}

/** An explicit window may end at most this many days after its start. */
const LONGEST_SCAN_WINDOW = 366;

const ACCEPTED = `'now', 'next_2_weeks', 'next_month' or 'YYYY-MM-DD..YYYY-MM-DD'`;

/**
 * The days that `window` of GET /scan means (SPEC 4.1, DESIGN 5): `now` = today through the 10th NYSE session from
 * today, `next_2_weeks` = 14 days, `next_month` = up to the day before the same date of the next month.
 * The caller checks that the start lies in the market year.
 *
 * @returns the range, or a sentence that says what is wrong and what is accepted
 */
export function resolveScanWindow(text: string, today: Day): DateRange | { readonly fault: string } {
  if (text === 'now') return { start: today, end: nthSession('nyse', today, 10) };
  if (text === 'next_2_weeks') return { start: today, end: today + 13 };
  if (text === 'next_month') return { start: today, end: addMonths(today, 1) - 1 };
  const parts = text.split('..');
  const [start, end] = parts.map(parseIso);
  if (parts.length !== 2 || start === null || end === null) {
    return { fault: `window must be ${ACCEPTED} with dates that exist; got '${text}'` };
  }
  if (end < start) return { fault: `window must not end before it starts; got '${text}'` };
  if (end > start + LONGEST_SCAN_WINDOW) {
    const latest = toIso(start + LONGEST_SCAN_WINDOW);
    return {
      fault: `window must end at most ${LONGEST_SCAN_WINDOW} days after its start, here ${latest}; got '${text}'`,
    };
  }
  return { start, end };
}

/** `A..B`, the form used in answers. */
export function printRange(range: DateRange): string {
  return `${toIso(range.start)}..${toIso(range.end)}`;
}
