import { type Day, dateOf, dayOf, fromIso, isWeekend, weekdayOf, yearOf } from './dates';
import { easterSunday, isNyseSession, lastWeekday, MONDAY, nthWeekday, nyseClosingMinute, nyseHolidays } from './nyse';

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

/** Years with closures; in others every weekday counts as a session. Past sessions are known from bars (METHOD 8). */
const FIRST_YEAR = 2000;
const LAST_YEAR = 2045;

/** Royal days on which London was shut, and the ordinary holidays that were moved to them. */
const ROYAL_DAYS = [
  ...['2002-06-03', '2002-06-04', '2011-04-29', '2012-06-04', '2012-06-05', '2020-05-08'],
  ...['2022-06-02', '2022-06-03', '2022-09-19', '2023-05-08'],
].map(fromIso);
const MOVED_TO_THEM = new Set(['2002-05-27', '2012-05-28', '2020-05-04', '2022-05-30'].map(fromIso));

/** Holidays in India that follow the moon. */
const MOON_HOLIDAYS = [
  ...['2023-03-07', '2023-03-30', '2023-04-04', '2023-06-29', '2023-09-19', '2023-10-24', '2023-11-14', '2023-11-27'],
  ...['2024-01-22', '2024-03-08', '2024-03-25', '2024-04-11', '2024-04-17', '2024-05-20', '2024-06-17', '2024-07-17'],
  ...['2024-11-01', '2024-11-15', '2024-11-20'],
  ...['2025-02-26', '2025-03-14', '2025-03-31', '2025-04-10', '2025-08-27', '2025-10-21', '2025-10-22', '2025-11-05'],
  ...['2026-01-15', '2026-03-03', '2026-03-26', '2026-03-31', '2026-05-28', '2026-06-26', '2026-09-14', '2026-10-20'],
  ...['2026-11-10', '2026-11-24'],
].map(fromIso);

/**
 * Days on which exchanges stay shut besides weekends.
 *
 * - `lse`: London Stock Exchange, "Business days", which are the bank holidays of England and Wales (gov.uk/bank-holidays).
 * - `europe`: the six days on which Euronext and Xetra are both shut, as is the euro's payment system (European Central
 *   Bank, "TARGET closing days", from 2002). They differ on Whit Monday, December 24 and December 31.
 * - `tsx`: Toronto Stock Exchange, "Trading hours and holidays": Ontario's holidays with the Civic Holiday, without Easter
 *   Monday and Remembrance Day. Family Day exists since 2008.
 * - `nse`: National Stock Exchange of India: the fixed holidays of Maharashtra for every year. Those that follow the moon
 *   are known for the years that the exchange has announced (circulars CMTR54757, CMTR59722 with later notices, CMTR65587,
 *   CMTR71775 with CMTR72260): a new year is added each December.
 */
export const CLOSURES: Readonly<Record<'lse' | 'europe' | 'tsx' | 'nse', ReadonlySet<Day>>> = {
  lse: new Set([...everyYear(londonHolidays).filter((day) => !MOVED_TO_THEM.has(day)), ...ROYAL_DAYS]),
  europe: new Set(
    everyYear((year) => [
      dayOf(year, 1, 1),
      easterSunday(year) - 2,
      easterSunday(year) + 1,
      dayOf(year, 5, 1),
      dayOf(year, 12, 25),
      dayOf(year, 12, 26),
    ]),
  ),
  tsx: new Set(everyYear(torontoHolidays)),
  nse: new Set([
    ...everyYear((year) => [
      dayOf(year, 1, 26),
      easterSunday(year) - 2,
      dayOf(year, 4, 14),
      dayOf(year, 5, 1),
      dayOf(year, 8, 15),
      dayOf(year, 10, 2),
      dayOf(year, 12, 25),
    ]),
    ...MOON_HOLIDAYS,
  ]),
};

function everyYear(holidaysOf: (year: number) => readonly Day[]): Day[] {
  const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, i) => FIRST_YEAR + i);
  return years.flatMap(holidaysOf);
}

function londonHolidays(year: number): Day[] {
  return [
    ...nextWeekdays([dayOf(year, 1, 1), dayOf(year, 12, 25), dayOf(year, 12, 26)]),
    easterSunday(year) - 2,
    easterSunday(year) + 1,
    nthWeekday(year, 5, MONDAY, 1),
    lastWeekday(year, 5, MONDAY),
    lastWeekday(year, 8, MONDAY),
  ];
}

function torontoHolidays(year: number): Day[] {
  const may24 = dayOf(year, 5, 24);
  // Victoria Day: the Monday before May 25.
  const victoriaDay = may24 - ((weekdayOf(may24) - MONDAY + 7) % 7);
  return [
    ...nextWeekdays([dayOf(year, 1, 1), dayOf(year, 7, 1), dayOf(year, 12, 25), dayOf(year, 12, 26)]),
    ...(year < 2008 ? [] : [nthWeekday(year, 2, MONDAY, 3)]),
    easterSunday(year) - 2,
    victoriaDay,
    nthWeekday(year, 8, MONDAY, 1),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
  ];
}

/** Moves each day that is a weekend's, or taken by the one before, to the next weekday that is not. @param days ascending */
function nextWeekdays(days: readonly Day[]): Day[] {
  const moved: Day[] = [];
  for (const holiday of days) {
    let day = holiday;
    while (isWeekend(day) || moved.includes(day)) day += 1;
    moved.push(day);
  }
  return moved;
}
