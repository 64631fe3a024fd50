/**
 * Calendar dates as integer day numbers: days since 1970-01-01, proleptic Gregorian, no time zone anywhere. All of it is
 * arithmetic: a request converts thousands of them, and `Date` costs ten times as much.
 */
export type Day = number;

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { floor } = Math;
const { isInteger } = Number;

/** Milliseconds of a UTC day, which has no daylight saving. */
export const DAY_MS = 86_400_000;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

export interface CalendarDate {
  readonly year: number;
  /** 1..12 */
  readonly month: number;
  /** 1..31 */
  readonly day: number;
}

/** Days of 400, 100 and 4 years that begin on March 1, so that a leap day is the last day of its year. */
const DAYS_OF_400_YEARS = 146_097;
const DAYS_OF_100_YEARS = 36_524;
const DAYS_OF_4_YEARS = 1_461;
/** 0000-03-01. */
const EPOCH = -719_468;

/** Day number of a date; months and days outside their range carry over. */
export function dayOf(year: number, month: number, day: number): Day {
  // Months since March of year 0.
  const months = 12 * year + month - 3;
  const marchYear = floor(months / 12);
  const leapDays = floor(marchYear / 4) - floor(marchYear / 100) + floor(marchYear / 400);
  return EPOCH + 365 * marchYear + leapDays + daysBefore(months - 12 * marchYear) + day - 1;
}

/** Days from March 1 to the first of a month. @param month from March, 0..11 */
function daysBefore(month: number): number {
  return floor((153 * month + 2) / 5);
}

/** The calendar date of a day number. */
export function dateOf(day: Day): CalendarDate {
  const { year, dayOfYear } = marchDate(day);
  const month = floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - daysBefore(month) + 1;
  return month < 10 ? { year, month: month + 3, day: date } : { year: year + 1, month: month - 9, day: date };
}

export function yearOf(day: Day): number {
  const { year, dayOfYear } = marchDate(day);
  return dayOfYear < daysBefore(10) ? year : year + 1;
}

/** The year that began last March 1, and the days since. */
function marchDate(day: Day): { year: number; dayOfYear: number } {
  const days = day - EPOCH;
  const era = floor(days / DAYS_OF_400_YEARS);
  const ofEra = days - era * DAYS_OF_400_YEARS;
  // Leap days so far in the era; without them every year has 365 days.
  const leapDays =
    floor(ofEra / (DAYS_OF_4_YEARS - 1)) - floor(ofEra / DAYS_OF_100_YEARS) + floor(ofEra / (DAYS_OF_400_YEARS - 1));
  const yearOfEra = floor((ofEra - leapDays) / 365);
  const dayOfYear = ofEra - 365 * yearOfEra - floor(yearOfEra / 4) + floor(yearOfEra / 100);
  return { year: 400 * era + yearOfEra, dayOfYear };
}

/** `YYYY-MM-DD`. @throws RangeError unless the day is an integer */
export function toIso(date: Day): string {
  if (!isInteger(date)) throw new RangeError(`not a day number: ${date}`);
  const { year, month, day } = dateOf(date);
  return `${`${year}`.padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

export function toIsoOrNull(day: Day | null): string | null {
  return day === null ? null : toIso(day);
}

/** Parses `YYYY-MM-DD`; null when the text has another form or names a day that does not exist (2026-02-30). */
export function parseIso(text: string): Day | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const day = dayOf(+match[1], +match[2], +match[3]);
  return toIso(day) === text ? day : null;
}

/** Parses a valid `YYYY-MM-DD`. @throws RangeError for any other text */
export function fromIso(text: string): Day {
  const day = parseIso(text);
  if (day === null) throw new RangeError(`not a calendar date: ${text}`);
  return day;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** The same month and day in `year`; Feb 29 becomes Mar 1 in common years (METHOD 1), which is what it carries over to. */
export function inYear(date: { month: number; day: number }, year: number): Day {
  return dayOf(year, date.month, date.day);
}

/** 0 = Sunday .. 6 = Saturday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isWeekend(day: Day): boolean {
  const weekday = weekdayOf(day);
  return weekday === 0 || weekday === 6;
}

/** The same day `count` months later, clipped to the month's last day (Jan 31 + 1 month = Feb 28 or 29). */
export function addMonths(day: Day, count: number): Day {
  const { year, month, day: dom } = dateOf(day);
  const lastOfTarget = dateOf(dayOf(year, month + count + 1, 0)).day;
  return dayOf(year, month + count, Math.min(dom, lastOfTarget));
}

/** A validated date parameter, `YYYY-MM-DD`. */
export function optionalDay(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : fromIso(text);
}
