/**
 * Calendar dates as integer day numbers: days since 1970-01-01, proleptic Gregorian, no time zone anywhere.
 * `Date` appears only inside `Date.UTC`, so the process time zone cannot leak in.
 */
export type Day = number;

const MS_PER_DAY = 86_400_000;
const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;

export interface CalendarDate {
  readonly year: number;
  /** 1..12 */
  readonly month: number;
  /** 1..31 */
  readonly day: number;
}

/** Day number of a date; months and days outside their range carry over as in `Date.UTC`. */
export function dayOf(year: number, month: number, day: number): Day {
  return Date.UTC(year, month - 1, day) / MS_PER_DAY;
}

/** The calendar date of a day number. */
export function dateOf(day: Day): CalendarDate {
  const date = new Date(day * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function yearOf(day: Day): number {
  return new Date(day * MS_PER_DAY).getUTCFullYear();
}

/** `YYYY-MM-DD`. */
export function toIso(day: Day): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

export function toIsoOrNull(day: Day | null): string | null {
  return day === null ? null : toIso(day);
}

/** Parses `YYYY-MM-DD`; null when the text has another form or names a day that does not exist (2026-02-30). */
export function parseIso(text: string): Day | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return toIso(day) === text ? day : null;
}

/** Parses `YYYY-MM-DD` that is known to be valid; throws RangeError otherwise. */
export function fromIso(text: string): Day {
  const day = parseIso(text);
  if (day === null) throw new RangeError(`not a calendar date: ${text}`);
  return day;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** The same month and day in `year`; Feb 29 becomes Mar 1 in common years (METHOD 1), which is what `Date.UTC` carries over to. */
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
