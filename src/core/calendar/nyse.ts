import { type Day, dayOf, fromIso, isWeekend, weekdayOf, yearOf } from './dates';

/**
 * The trading days of the New York Stock Exchange (METHOD 8), from 1962. Past sessions come from the bars; the rules
 * serve future days (entry and exit sessions, scan windows) and simulated prices.
 */

const SUNDAY = 0;
export const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** Whole days on which NYSE was shut outside its holiday rules: mourning, weather, the moon landing, 2001-09-11. */
const CLOSURES: ReadonlySet<Day> = new Set(
  [
    ['1963-11-25', '1968-02-12', '1968-04-09', '1968-07-05', '1968-11-11', '1969-02-10', '1969-03-31', '1969-07-21'],
    ['1972-12-28', '1973-01-25', '1977-07-14', '1985-09-27', '1994-04-27'],
    ['2001-09-11', '2001-09-12', '2001-09-13', '2001-09-14'],
    ['2004-06-11', '2007-01-02', '2012-10-29', '2012-10-30', '2018-12-05', '2025-01-09'],
  ]
    .flat()
    .map(fromIso),
);

/**
 * From 1968-06-12 to the year's end NYSE stayed shut on Wednesdays to catch up with its paperwork, except in weeks
 * that had another holiday.
 */
const PAPERWORK = { first: fromIso('1968-06-12'), last: fromIso('1968-12-31'), weekday: 3 };
const PAPERWORK_OPEN: ReadonlySet<Day> = new Set(
  ['1968-07-03', '1968-09-04', '1968-11-06', '1968-11-13', '1968-11-27'].map(fromIso),
);

/** Memo of `nyseHolidays` by year. */
const holidayMemo = new Map<number, ReadonlySet<Day>>();

/** NYSE's full-day holidays that fall in a calendar year, without one-off closures. */
export function nyseHolidays(year: number): ReadonlySet<Day> {
  const memoised = holidayMemo.get(year);
  if (memoised) return memoised;
  const holidays = new Set(holidayRules(year));
  holidayMemo.set(year, holidays);
  return holidays;
}

function holidayRules(year: number): Day[] {
  const newYear = dayOf(year, 1, 1);
  const days = [
    // A Saturday New Year is not moved to the Friday, which closes the old year's books.
    weekdayOf(newYear) === SUNDAY ? newYear + 1 : newYear,
    year >= 1971 ? nthWeekday(year, 2, MONDAY, 3) : observed(dayOf(year, 2, 22)),
    easterSunday(year) - 2,
    memorialDay(year),
    observed(dayOf(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    thanksgiving(year),
    observed(dayOf(year, 12, 25)),
  ];
  if (year >= 1998) days.push(nthWeekday(year, 1, MONDAY, 3));
  if (year >= 2022) days.push(observed(dayOf(year, 6, 19)));
  // Election Day: every year to 1968, then in presidential years to 1980.
  if (year <= 1968 || (year <= 1980 && year % 4 === 0)) days.push(nthWeekday(year, 11, MONDAY, 1) + 1);
  return days;
}

function memorialDay(year: number): Day {
  if (year >= 1971) return lastWeekday(year, 5, MONDAY);
  // The Saturday of 1970 was not moved: prices exist for that Friday.
  return year === 1970 ? dayOf(1970, 5, 30) : observed(dayOf(year, 5, 30));
}

/** Saturday moves to Friday, Sunday to Monday. */
function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return day - 1;
  return weekday === SUNDAY ? day + 1 : day;
}

export function nthWeekday(year: number, month: number, weekday: number, n: number): Day {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
}

export function lastWeekday(year: number, month: number, weekday: number): Day {
  const last = dayOf(year, month + 1, 0);
  return last - ((weekdayOf(last) - weekday + 7) % 7);
}

function thanksgiving(year: number): Day {
  return nthWeekday(year, 11, THURSDAY, 4);
}

/** Western Easter by the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, ch. 8). */
export function easterSunday(year: number): Day {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const leapCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - leapCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const march = epact + toSunday - 7 * late + 22;
  return dayOf(year, 3, march);
}

function isPaperworkWednesday(day: Day): boolean {
  const inside = day >= PAPERWORK.first && day <= PAPERWORK.last;
  return inside && weekdayOf(day) === PAPERWORK.weekday && !PAPERWORK_OPEN.has(day);
}

/** Whether NYSE trades on a day. */
export function isNyseSession(day: Day): boolean {
  return !isWeekend(day) && !nyseHolidays(yearOf(day)).has(day) && !CLOSURES.has(day) && !isPaperworkWednesday(day);
}

/** NYSE sessions that close at 13:00: the day after Thanksgiving, Dec 24 and Jul 3 when they are sessions (METHOD 8). */
export function isHalfDay(day: Day): boolean {
  const year = yearOf(day);
  const early = day === thanksgiving(year) + 1 || day === dayOf(year, 12, 24) || day === dayOf(year, 7, 3);
  return early && isNyseSession(day);
}

/** Minute of the New York day at which an NYSE session closes: 16:00, on half days 13:00 (METHOD 8). */
export function nyseClosingMinute(session: Day): number {
  return isHalfDay(session) ? 13 * 60 : 16 * 60;
}
