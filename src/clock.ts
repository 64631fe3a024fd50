import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { CALENDARS, type CalendarName } from './core/calendar/calendars';
import { DAY_MS, type Day, dateOf, dayOf, toIso, yearOf } from './core/calendar/dates';
import { nyseClosingMinute } from './core/calendar/nyse';

/**
 * The only source of "now". "Today" is the date in New York, the market year its calendar year (METHOD 8). No
 * process time zone can leak in: the zone's offset is asked of date-fns-tz and everything else is integer arithmetic.
 */

const NEW_YORK = 'America/New_York';
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;

/** Time that passes, whatever date it is: for budgets, pauses and what is kept for a while. */
export interface Timer {
  /** Milliseconds that only grow. */
  elapsed(): number;
  /** Calls `then` after so many milliseconds. @returns calls it off */
  after(ms: number, then: () => void): () => void;
}

export interface Clock extends Timer {
  /** This instant. */
  now(): Date;
  /** This instant as things are counted by (storage, `Moment`). */
  moment(): { readonly now: number; readonly ahead: number | null };
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
  /** Moves the date and the time of day; no time passes. */
  set(instant: Date | string): void;
  /** Lets milliseconds pass: whatever is due is called, earliest first. The date stays. */
  pass(ms: number): void;
}

/** A clock that shows `start` now and runs on from there (the setting NOW); null = the real time. */
export function runningClock(start: Date | null): Clock {
  const ahead = start === null ? 0 : start.getTime() - Date.now();
  return { ...clockShowing(() => new Date(Date.now() + ahead), ahead), ...MACHINE_TIMER };
}

/** The real time. */
export const MACHINE_TIMER: Timer = {
  elapsed: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export function fixedClock(instant: Date | string): FixedClock {
  let shown = parseInstant(instant);
  const set = (next: Date | string) => {
    shown = parseInstant(next);
  };
  return { ...clockShowing(() => new Date(shown), null), ...fixedTimer(), set };
}

function fixedTimer(): Timer & Pick<FixedClock, 'pass'> {
  // Not 0, which caches take for no time at all.
  let elapsed = 1;
  const waiting = new Set<{ readonly due: number; readonly then: () => void }>();
  return {
    elapsed: () => elapsed,
    after(ms, then) {
      const one = { due: elapsed + ms, then };
      waiting.add(one);
      return () => waiting.delete(one);
    },
    pass(ms) {
      elapsed += ms;
      const due = [...waiting].filter((one) => one.due <= elapsed).sort((a, b) => a.due - b.due);
      for (const one of due) {
        // What was due before may have called it off.
        if (waiting.delete(one)) one.then();
      }
    },
  };
}

/** @param ahead milliseconds of the machine's clock; null = it stands still */
function clockShowing(now: () => Date, ahead: number | null): Omit<Clock, keyof Timer> {
  const today = () => newYorkDay(now());
  return {
    now,
    moment: () => ({ now: now().getTime(), ahead }),
    today,
    marketYear: () => yearOf(today()),
    lastFinalDay: (calendar) => lastFinalDay(calendar, now()),
    acceptsDate: (day) => acceptsDate(day, today()),
  };
}

function parseInstant(instant: Date | string): Date {
  const parsed = new Date(instant);
  if (Number.isNaN(parsed.getTime())) throw new RangeError(`not an instant: ${String(instant)}`);
  return parsed;
}

/** The date in New York at an instant. */
export function newYorkDay(instant: Date): Day {
  return Math.floor(newYorkWallTime(instant) / DAY_MS);
}

/** The instant at which a wall clock in New York shows a minute of a day; for times of day that no change of clocks repeats. */
export function newYorkInstant(day: Day, minute: number): Date {
  const timeOfDay = new Date(minute * MS_PER_MINUTE).toISOString().slice(11, 16);
  return fromZonedTime(`${toIso(day)}T${timeOfDay}`, NEW_YORK);
}

/** The instant at which an NYSE session closes. */
export function nyseClose(session: Day): Date {
  return newYorkInstant(session, nyseClosingMinute(session));
}

/** The date at an instant where a calendar's trading days begin. */
export function calendarDay(calendar: CalendarName, instant: Date): Day {
  return Math.floor(wallTime(calendar, instant) / DAY_MS);
}

/** The newest calendar day whose bar is final at an instant (METHOD 1). */
export function lastFinalDay(calendar: CalendarName, instant: Date): Day {
  const { finalAfterHours } = CALENDARS[calendar];
  return Math.floor((wallTime(calendar, instant) - finalAfterHours * MS_PER_HOUR) / DAY_MS);
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

/** Milliseconds since 1970-01-01T00:00 as a wall clock shows them where a calendar's trading days begin. */
function wallTime(calendar: CalendarName, instant: Date): number {
  return CALENDARS[calendar].zone === 'utc' ? instant.getTime() : newYorkWallTime(instant);
}

/** The same on a wall in New York. */
function newYorkWallTime(instant: Date): number {
  return instant.getTime() + newYorkOffset(instant);
}

/**
 * Writes an offset as `GMT-05:00`. Of date-fns-tz, getTimezoneOffset errs for some hours before and after a change of
 * clocks, and formatInTimeZone brings 300 modules.
 */
const OFFSET_FORMAT = new Intl.DateTimeFormat('en-US', { timeZone: NEW_YORK, timeZoneName: 'longOffset' });

/** The hour last asked for and its offset: a look-up costs 20 microseconds, and a request asks for the date several times. */
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
