import { formatInTimeZone } from 'date-fns-tz';
import { type Day, dateOf, dayOf, yearOf } from './core/calendar/dates';
import type { CalendarName } from './core/calendar/market';
import { nyseClosingMinute } from './core/calendar/sessions';

/**
 * The only source of "now". "Today" is the date in New York, the market year its calendar year (METHOD 8). No
 * process time zone can leak in: the zone's offset is asked of date-fns-tz and everything else is integer arithmetic.
 */

const NEW_YORK = 'America/New_York';
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 86_400_000;
/** A bar is final at 18:00 New York time of its day (METHOD 1). */
const FINAL_HOUR = 18;
/** In markets that trade every day it is final at 00:30 UTC of the next day. */
const DAILY_FINAL_MINUTE = 30;

export interface Clock {
  /** This instant. */
  now(): Date;
  /** The date in New York. */
  today(): Day;
  /** The calendar year of `today()`. */
  marketYear(): number;
  /** The newest calendar day, session or not, whose bar is final (METHOD 1). */
  lastFinalDay(calendar: CalendarName): Day;
  /** Whether a date lies in the market year, or is tomorrow at the New Year boundary (SPEC 9.4, METHOD 8). */
  acceptsDate(day: Day): boolean;
}

/** A clock that stands still until it is told to move: for tests. */
export interface FixedClock extends Clock {
  set(instant: Date | string): void;
}

export function systemClock(): Clock {
  return clockOf(() => new Date());
}

/** A clock that shows `instant` now and runs on from there (the setting NOW). */
export function clockStartingAt(instant: Date | string): Clock {
  const ahead = instantOf(instant).getTime() - Date.now();
  return clockOf(() => new Date(Date.now() + ahead));
}

export function fixedClock(instant: Date | string): FixedClock {
  let shown = instantOf(instant);
  const set = (next: Date | string) => {
    shown = instantOf(next);
  };
  return { ...clockOf(() => new Date(shown)), set };
}

function clockOf(now: () => Date): Clock {
  const today = () => newYorkDay(now());
  return {
    now,
    today,
    marketYear: () => yearOf(today()),
    lastFinalDay: (calendar) => lastFinalDay(calendar, now()),
    acceptsDate: (day) => acceptsDate(day, today()),
  };
}

function instantOf(instant: Date | string): Date {
  const parsed = new Date(instant);
  if (Number.isNaN(parsed.getTime())) throw new RangeError(`not an instant: ${String(instant)}`);
  return parsed;
}

/** The date in New York at an instant. */
export function newYorkDay(instant: Date): Day {
  return Math.floor(newYorkWallTime(instant) / MS_PER_DAY);
}

/** The instant at which a wall in New York shows a minute of a day; for times of day that no change of clocks repeats. */
export function newYorkInstant(day: Day, minute: number): Date {
  const wall = day * MS_PER_DAY + minute * MS_PER_MINUTE;
  // Winter's offset finds the hour to ask for, except within an hour of the change itself.
  const near = new Date(wall + 5 * MS_PER_HOUR);
  return new Date(wall - offsetMinutes(near) * MS_PER_MINUTE);
}

/** The instant at which an NYSE session closes. */
export function nyseClose(session: Day): Date {
  return newYorkInstant(session, nyseClosingMinute(session));
}

/** The newest calendar day whose bar is final at an instant: at 18:00 New York of its day, `daily` 00:30 UTC of the next. */
export function lastFinalDay(calendar: CalendarName, instant: Date): Day {
  if (calendar === 'daily')
    return Math.floor((instant.getTime() - DAILY_FINAL_MINUTE * MS_PER_MINUTE) / MS_PER_DAY) - 1;
  return Math.floor((newYorkWallTime(instant) - FINAL_HOUR * MS_PER_HOUR) / MS_PER_DAY);
}

/** Whether `day` lies in today's market year, or today is Dec 31 and it is the next day (METHOD 8). */
export function acceptsDate(day: Day, today: Day): boolean {
  const year = yearOf(today);
  return yearOf(day) === year || (day === today + 1 && today === dayOf(year, 12, 31));
}

/** The years whose dates are accepted today, for messages: the market year, and Jan 1 of the next on Dec 31. */
export function acceptedDates(today: Day): { first: Day; last: Day } {
  const { year, month, day } = dateOf(today);
  const last = dayOf(year, 12, 31);
  return { first: dayOf(year, 1, 1), last: month === 12 && day === 31 ? last + 1 : last };
}

/** Milliseconds since 1970-01-01T00:00 as a clock on a New York wall shows them. */
function newYorkWallTime(instant: Date): number {
  return instant.getTime() + offsetMinutes(instant) * MS_PER_MINUTE;
}

const offsetMemo = { hour: Number.NaN, minutes: 0 };

/** New York's offset from UTC. Zones change theirs on whole UTC hours there, so one look-up serves an hour of requests. */
function offsetMinutes(instant: Date): number {
  const hour = Math.floor(instant.getTime() / MS_PER_HOUR);
  if (hour !== offsetMemo.hour) {
    const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(formatInTimeZone(instant, NEW_YORK, 'xxx'))!;
    offsetMemo.minutes = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    offsetMemo.hour = hour;
  }
  return offsetMemo.minutes;
}
