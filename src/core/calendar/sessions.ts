import { CALENDARS, type CalendarName } from './calendars';
import type { Day } from './dates';

/** Whether the market trades on a day. */
export function isSession(calendar: CalendarName, day: Day): boolean {
  return CALENDARS[calendar].isSession(day);
}

/** The first session on or after a day. */
export function nextSession(calendar: CalendarName, day: Day): Day {
  let session = day;
  while (!isSession(calendar, session)) session += 1;
  return session;
}

/** The last session on or before a day. */
export function previousSession(calendar: CalendarName, day: Day): Day {
  let session = day;
  while (!isSession(calendar, session)) session -= 1;
  return session;
}

/** Every session from `from` through `to`, both included; none when `to` is before `from`. */
export function sessionsBetween(calendar: CalendarName, from: Day, to: Day): Day[] {
  const sessions: Day[] = [];
  for (let day = from; day <= to; day++) if (isSession(calendar, day)) sessions.push(day);
  return sessions;
}

/**
 * The n-th session counted from a day, which is itself number 1 when it is a session: the scan's `now` ends at
 * `nthSession('nyse', today, 10)`.
 *
 * @throws RangeError unless n is a whole number of at least 1
 */
export function nthSession(calendar: CalendarName, from: Day, n: number): Day {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`n counts sessions from 1, got ${n}`);
  let session = nextSession(calendar, from);
  for (let count = 1; count < n; count++) session = nextSession(calendar, session + 1);
  return session;
}
