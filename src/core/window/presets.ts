import { type Day, dateOf, dayOf, yearOf } from '../calendar/dates';
import { holdOf, type MonthDay, occurrenceIn, type PresetDates, SHORTEST_DAYS, type WindowSpec } from './window';

/** Named periods of the year (SPEC 4.5, METHOD 3): months, quarters, meteorological seasons, and spans up to or from today. */
export const PERIODS = [
  ...(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const),
  ...(['q1', 'q2', 'q3', 'q4', 'spring', 'summer', 'fall', 'winter', 'ytd', 'year_end', 'buy_hold'] as const),
] as const;
export type Period = (typeof PERIODS)[number];

/** From `start` to the day before `endsBefore`; a whole year when both are the same date. */
interface Span {
  readonly start: MonthDay;
  readonly endsBefore: MonthDay;
}

/** A preset as it falls in the market year; `entry`, `end` and `preset` fit WindowSpec. */
export interface PresetWindow {
  readonly entry: Day;
  /** Inclusive. */
  readonly end: Day;
  readonly preset: PresetDates;
}

/** First month and number of months. */
const SEASONS: Record<string, readonly [firstMonth: number, months: number]> = {
  spring: [3, 3],
  summer: [6, 3],
  fall: [9, 3],
  winter: [12, 3],
  buy_hold: [1, 12],
};

/**
 * The window of a preset in the market year of `today`, labelled by the year of its entry: winter is the one that
 * starts in December of it, and may have begun already.
 *
 * `reverse` gives the rest of the year: from the day after the period's end to the day before its next start. `ytd`
 * ends on the same date in every year, `year_end` starts on it (Feb 29 is Mar 1 in common years, METHOD 3).
 *
 * @returns the window, or a sentence that says what is wrong and what is accepted
 */
export function presetWindow(
  period: Period | null,
  reverse: boolean,
  today: Day,
): PresetWindow | { readonly fault: string } {
  if (period === null) return { fault: `reverse=${reverse} needs a period: one of ${PERIODS.join(', ')}` };
  const span = spanOf(period, today);
  if (reverse && sameDate(span.start, span.endsBefore)) {
    const which = period === 'buy_hold' ? 'buy_hold' : `${period} today`;
    return { fault: `reverse=true is not accepted on period=${period}: ${which} is the whole year` };
  }
  const { start, endsBefore } = reverse ? { start: span.endsBefore, endsBefore: span.start } : span;
  const entry = dayOf(yearOf(today), start.month, start.day);
  const preset = period === 'ytd' ? datesOfYtd(monthDay(today), reverse) : { endsBefore };
  const { end } = occurrenceIn({ ...UNUSED, entry, end: entry, preset }, yearOf(today));
  if (holdOf({ entry, end }) < SHORTEST_DAYS) {
    const requested = reverse ? `period=${period} with reverse=true` : `period=${period}`;
    return { fault: `${requested} is a single day today; a window needs at least ${SHORTEST_DAYS} days` };
  }
  return { entry, end, preset };
}

/** Fields of a WindowSpec that the end of an occurrence does not depend on. */
const UNUSED: Pick<WindowSpec, 'years' | 'cycle' | 'asOf'> = { years: 1, cycle: 'consecutive', asOf: 0 };

const NEW_YEAR: MonthDay = { month: 1, day: 1 };

/** The rest of a year to Feb 28 starts on Feb 29 in leap years, that of a year to Feb 29 on Mar 2 in common ones. */
function datesOfYtd(today: MonthDay, reverse: boolean): PresetDates {
  return reverse ? { startsAfter: today, endsBefore: NEW_YEAR } : { endsOn: today };
}

function sameDate(a: MonthDay, b: MonthDay): boolean {
  return a.month === b.month && a.day === b.day;
}

function spanOf(period: Period, today: Day): Span {
  if (period === 'ytd') return { start: NEW_YEAR, endsBefore: monthDay(today + 1) };
  if (period === 'year_end') return { start: monthDay(today), endsBefore: NEW_YEAR };
  const [first, months] = monthsOf(period);
  return { start: { month: first, day: 1 }, endsBefore: { month: ((first - 1 + months) % 12) + 1, day: 1 } };
}

function monthsOf(period: Period): readonly [firstMonth: number, months: number] {
  const month = (PERIODS as readonly string[]).indexOf(period) + 1;
  if (month <= 12) return [month, 1];
  if (month <= 16) return [(month - 13) * 3 + 1, 3];
  return SEASONS[period];
}

function monthDay(day: Day): MonthDay {
  const { month, day: dayOfMonth } = dateOf(day);
  return { month, day: dayOfMonth };
}
