import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { CALENDARS, type CalendarName } from './core/calendar/calendars';
import { DAY_MS, type Day, dateOf, dayOf, toIso, yearOf } from './core/calendar/dates';
import { nyseClosingMinute } from './core/calendar/nyse';

// Prices, picks and limits take the time from here only. "Today" is the date in New York, and the market year its calendar
// year (METHOD 8). The time zone of the process has no influence: only the offset of New York is used, and integer arithmetic.

const NEW_YORK = 'America/New_York';
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;

/** Elapsed time, independent of the date: for time limits, pauses and caches. */
export interface Timer {
  /** Milliseconds, monotonic. */
  elapsed(): number;
  /** Calls `then` after `ms` milliseconds. @returns a function that cancels the call */
  after(ms: number, then: () => void): () => void;
}

export interface Clock extends Timer {
  now(): Date;
  /** The current time for counters (`Moment` of src/storage/counters.ts). */
  moment(): { readonly now: number; readonly ahead: number | null };
  /** The date in New York. */
  today(): Day;
  /** The calendar year of `today()`. */
  marketYear(): number;
  /** The newest calendar day, session or not, whose bar is final (METHOD 1). */
  lastFinalDay(calendar: CalendarName): Day;
  /** The first day, session or not, that has not closed: today until the close, then the next day. */
  firstOpenDay(calendar: CalendarName): Day;
  /** Whether a date lies in the market year, or is tomorrow at the New Year boundary (SPEC 9.4, METHOD 8). */
  acceptsDate(day: Day): boolean;
}

/** A clock that starts at `start` and runs (the setting NOW); null = the real time. */
export function runningClock(start: Date | null): Clock {
  const ahead = start === null ? 0 : start.getTime() - Date.now();
  return { ...clockShowing(() => new Date(Date.now() + ahead), ahead), ...MACHINE_TIMER };
}

/** The monotonic timer of the machine. */
export const MACHINE_TIMER: Timer = {
  elapsed: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still; its timer runs. */
export function stoppedClock(instant: Date): Clock {
  return { ...clockShowing(() => new Date(instant), null), ...MACHINE_TIMER };
}

/** @param ahead offset from the machine's clock, milliseconds; null = the clock stands still */
export function clockShowing(now: () => Date, ahead: number | null): Omit<Clock, keyof Timer> {
  const today = () => newYorkDay(now());
  return {
    now,
    moment: () => ({ now: now().getTime(), ahead }),
    today,
    marketYear: () => yearOf(today()),
    lastFinalDay: (calendar) => lastFinalDay(calendar, now()),
    firstOpenDay: (calendar) => firstOpenDay(calendar, now()),
    acceptsDate: (day) => acceptsDate(day, today()),
  };
}

/** The date in New York at an instant. */
export function newYorkDay(instant: Date): Day {
  return Math.floor(newYorkWallTime(instant) / DAY_MS);
}

/** The instant of a minute of the day in New York. The time must not be one that a change to winter time repeats. */
export function newYorkInstant(day: Day, minute: number): Date {
  const timeOfDay = new Date(minute * MS_PER_MINUTE).toISOString().slice(11, 16);
  return fromZonedTime(`${toIso(day)}T${timeOfDay}`, NEW_YORK);
}

/** The instant at which an NYSE session closes. */
export function nyseClose(session: Day): Date {
  return newYorkInstant(session, nyseClosingMinute(session));
}

/** The date at an instant, in the time zone of a calendar. */
export function calendarDay(calendar: CalendarName, instant: Date): Day {
  return Math.floor(wallTime(calendar, instant) / DAY_MS);
}

/** The newest calendar day whose bar is final at an instant (METHOD 1). */
export function lastFinalDay(calendar: CalendarName, instant: Date): Day {
  const { finalAfterHours } = CALENDARS[calendar];
  return Math.floor((wallTime(calendar, instant) - finalAfterHours * MS_PER_HOUR) / DAY_MS);
}

/** See `Clock.firstOpenDay`. */
function firstOpenDay(calendar: CalendarName, instant: Date): Day {
  const time = wallTime(calendar, instant);
  const day = Math.floor(time / DAY_MS);
  return time - day * DAY_MS < CALENDARS[calendar].closingMinute(day) * MS_PER_MINUTE ? day : day + 1;
}

/** Whether `day` lies in today's market year, or today is Dec 31 and it is the next day (METHOD 8). */
export function acceptsDate(day: Day, today: Day): boolean {
  const { first, last } = acceptedDates(today);
  return day >= first && day <= last;
}

/** The dates accepted today, for messages: the market year, and on Dec 31 also the next day. */
export function acceptedDates(today: Day): { first: Day; last: Day } {
  const { year, month, day } = dateOf(today);
  const last = dayOf(year, 12, 31);
  return { first: dayOf(year, 1, 1), last: month === 12 && day === 31 ? last + 1 : last };
}

/** Milliseconds from 1970-01-01T00:00 to an instant, both in local time of a calendar. */
function wallTime(calendar: CalendarName, instant: Date): number {
  return CALENDARS[calendar].zone === 'utc' ? instant.getTime() : newYorkWallTime(instant);
}

/** As `wallTime`, in New York. */
function newYorkWallTime(instant: Date): number {
  return instant.getTime() + newYorkOffset(instant);
}

/**
 * Formats the offset as `GMT-05:00`. In date-fns-tz, getTimezoneOffset is wrong for some hours around a change of clocks, and
 * formatInTimeZone loads 300 modules.
 */
const OFFSET_FORMAT = new Intl.DateTimeFormat('en-US', { timeZone: NEW_YORK, timeZoneName: 'longOffset' });

/** The last hour and its offset. Formatting takes 20 microseconds, and a request needs the date several times. */
const memo = { hour: Number.NaN, offset: 0 };

/** New York's offset from UTC, milliseconds. Clocks change there on whole UTC hours, so one look-up serves an hour. */
function newYorkOffset(instant: Date): number {
  const hour = Math.floor(instant.getTime() / MS_PER_HOUR);
  if (hour !== memo.hour) {
    memo.hour = hour;
    const { value: offset } = OFFSET_FORMAT.formatToParts(instant).find(({ type }) => type === 'timeZoneName')!;
    memo.offset = -Date.parse(`1970-01-01T00:00${offset.slice('GMT'.length)}`);
  }
  return memo.offset;
}
