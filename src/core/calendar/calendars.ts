import { CLOSURES } from './closures';
import { type Day, dateOf, isWeekend, yearOf } from './dates';
import { isNyseSession, nyseClosingMinute, nyseHolidays } from './nyse';

/** The trading days of a market, and when each one's bar is final. */
interface TradingCalendar {
  isSession(day: Day): boolean;
  /** Whether Saturdays and Sundays are ordinary sessions. */
  readonly tradesOnWeekends: boolean;
  /** Time zone in which a trading day begins at midnight. */
  readonly zone: 'new-york' | 'utc';
  /** Hours after that midnight from which the bar of the day changes no more (METHOD 1). */
  readonly finalAfterHours: number;
  /** Minute of the day, in that zone, at which a session has closed; sessions of other countries by their latest in the year. */
  closingMinute(session: Day): number;
  /** Whether closing auctions are priced in whole cents. */
  readonly closesInCents: boolean;
}

/**
 * The calendar of each exchange, or group of them, that a market names (seeds/markets.json). A market of several
 * exchanges is shut only when all its main ones are: a position can be entered on any day on which one of them trades.
 * The bars say which past days were sessions (METHOD 8); these rules are for days to come.
 *
 * - `nyse`: stocks, funds, sectors and indices of the United States.
 * - `tsx`: Toronto. `lse`: London. `nse`: India's National Stock Exchange, whose holidays by the moon are known only
 *   for the years it has announced.
 * - `europe`: the days on which Euronext and Xetra are both shut. Xetra is shut on Dec 24 and 31 besides, Zurich on
 *   some days more.
 * - `asia`: New Year's Day, the one day on which Tokyo, Hong Kong, Seoul, Taipei and Singapore are all shut. Golden Week
 *   shuts Tokyo alone and the lunar New Year everything but Tokyo.
 * - `cme`: futures of CME and ICE, those on government bonds too. On a holiday of NYSE their screens are open for some
 *   hours, but the trade belongs to the next day and nothing is settled: there is no close to enter or leave at, and
 *   real files have no bar. They trade on NYSE's days of mourning. Eurex has Europe's holidays instead.
 * - `currencies`: banks quote Monday to Friday except Christmas and New Year; bars that files hold for these two days
 *   are quotations without trade.
 * - `daily`: coins.
 */
export type CalendarName = 'nyse' | 'tsx' | 'lse' | 'europe' | 'asia' | 'nse' | 'cme' | 'currencies' | 'daily';

/** Monday to Friday without the days that `isClosed` names; final at 18:00 New York time, as METHOD 1 has it. @param closes New York time */
function weekdays(isClosed: (day: Day) => boolean, closes: `${number}:${number}`): TradingCalendar {
  const [hour, minute] = closes.split(':').map(Number);
  return {
    isSession: (day) => !isWeekend(day) && !isClosed(day),
    tradesOnWeekends: false,
    zone: 'new-york',
    finalAfterHours: 18,
    closingMinute: () => 60 * hour + minute,
    closesInCents: false,
  };
}

export const CALENDARS: Readonly<Record<CalendarName, TradingCalendar>> = {
  nyse: {
    isSession: isNyseSession,
    tradesOnWeekends: false,
    zone: 'new-york',
    finalAfterHours: 18,
    closingMinute: nyseClosingMinute,
    closesInCents: true,
  },
  tsx: weekdays((day) => CLOSURES.tsx.has(day), '16:00'),
  lse: weekdays((day) => CLOSURES.lse.has(day), '12:35'),
  europe: weekdays((day) => CLOSURES.europe.has(day), '12:35'),
  asia: weekdays((day) => isDate(day, 1, 1), '4:10'),
  nse: weekdays((day) => CLOSURES.nse.has(day), '6:00'),
  cme: weekdays((day) => nyseHolidays(yearOf(day)).has(day), '17:00'),
  currencies: weekdays((day) => isDate(day, 1, 1) || isDate(day, 12, 25), '17:00'),
  daily: {
    isSession: () => true,
    tradesOnWeekends: true,
    zone: 'utc',
    finalAfterHours: 24.5,
    closingMinute: () => 24 * 60,
    closesInCents: false,
  },
};

function isDate(day: Day, month: number, dayOfMonth: number): boolean {
  const date = dateOf(day);
  return date.month === month && date.day === dayOfMonth;
}

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
