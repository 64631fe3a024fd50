import { DAY_MS, type Day, dayOf } from '../core/calendar/dates';

const DASH = 45;
const POINT = 46;
const SLASH = 47;
const ZERO = 48;

/** Encodes a date whose order of day and month is not known yet: PAIR + year*10000 + first*100 + second. */
const PAIR = 1_000_000_000;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const YMD = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[T ])/;
const PAIRED = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?=$|[T ])/;
const DAY_MONTH_NAME = /^(?:[A-Za-z]{3},? )?(\d{1,2})[-/ ]([A-Za-z]{3})[a-z]*[-/, ]+(\d{4})(?=$|[T ])/;
const MONTH_NAME_DAY = /^(?:[A-Za-z]{3},? )?([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?=$|[T ])/;
const EPOCH = /^-?\d{9,19}(\.0*)?$/;

export type DateOrder = 'day-first' | 'month-first';

/**
 * Reads the dates of one file in any of these forms: year-month-day, yyyymmdd, month names, epoch seconds to nanoseconds, and day
 * and month as numbers, whose order depends on the whole file (`resolveDays`). The date of a timestamp is used as written, since
 * vendors stamp daily bars with local midnight at the exchange.
 */
export class FileDates {
  /** A first number above 12 was seen. */
  private dayFirst = false;
  /** A second number above 12 was seen. */
  private monthFirst = false;
  private memoMonth = -1;
  private memoStart = 0;
  private memoLength = 0;

  /** The day in bytes[from, to), or a pair (`isPair`); NaN if it is not a date. */
  read(bytes: Buffer, from: number, to: number): number {
    const separator = bytes[from + 4];
    const iso = to - from >= 10 && (separator === DASH || separator === SLASH || separator === POINT);
    if (
      iso &&
      bytes[from + 7] === separator &&
      (to - from === 10 || bytes[from + 10] === 32 || bytes[from + 10] === 84)
    ) {
      const year = digits(bytes, from, 4);
      const month = digits(bytes, from + 5, 2);
      const day = digits(bytes, from + 8, 2);
      return this.day(year, month, day);
    }
    return this.readText(bytes.toString('latin1', from, to));
  }

  /** The order shown by numbers above 12; `mixed` if they contradict each other, null if there are none. */
  order(): DateOrder | 'mixed' | null {
    if (this.dayFirst && this.monthFirst) return 'mixed';
    if (this.dayFirst) return 'day-first';
    return this.monthFirst ? 'month-first' : null;
  }

  /** Day number; NaN if there is no such day. The last month is cached, since rows of a file are mostly in sequence. */
  private day(year: number, month: number, day: number): number {
    const key = year * 12 + month;
    if (key !== this.memoMonth) {
      if (!(year >= 1600 && year <= 2400 && month >= 1 && month <= 12)) return Number.NaN;
      this.memoMonth = key;
      this.memoStart = dayOf(year, month, 1);
      this.memoLength = dayOf(year, month + 1, 1) - this.memoStart;
    }
    return day >= 1 && day <= this.memoLength ? this.memoStart + day - 1 : Number.NaN;
  }

  private readText(text: string): number {
    if (/^\d{8}$/.test(text)) return this.day(+text.slice(0, 4), +text.slice(4, 6), +text.slice(6));
    if (EPOCH.test(text)) return Math.floor(epochMs(Number(text)) / DAY_MS);
    const ymd = YMD.exec(text);
    if (ymd) return this.day(+ymd[1], +ymd[2], +ymd[3]);
    const pair = PAIRED.exec(text);
    if (pair) return this.pair(+pair[1], +pair[2], +pair[3]);
    const [day, name, year] = DAY_MONTH_NAME.exec(text)?.slice(1) ?? swapped(MONTH_NAME_DAY.exec(text)) ?? [];
    return name === undefined ? Number.NaN : this.day(+year, MONTHS.indexOf(name.toLowerCase()) + 1, +day);
  }

  private pair(first: number, second: number, year: number): number {
    const asDayFirst = this.day(year, second, first);
    const asMonthFirst = this.day(year, first, second);
    if (Number.isNaN(asDayFirst) && Number.isNaN(asMonthFirst)) return Number.NaN;
    if (first > 12) this.dayFirst = true;
    if (second > 12) this.monthFirst = true;
    return PAIR + year * 10_000 + first * 100 + second;
  }
}

/** Whether a result of `read` is a date whose order of day and month is not known yet. */
export function isPair(value: number): boolean {
  return value >= PAIR;
}

/** The day of a pair in an order; NaN if there is no such day. */
export function dayOfPair(value: number, order: DateOrder): Day {
  const year = Math.floor((value - PAIR) / 10_000);
  const first = Math.floor((value % 10_000) / 100);
  const second = value % 100;
  const [month, day] = order === 'day-first' ? [second, first] : [first, second];
  const result = dayOf(year, month, day);
  return month <= 12 && day <= dayOf(year, month + 1, 1) - dayOf(year, month, 1) ? result : Number.NaN;
}

/**
 * The order of day and month in pairs without a number above 12: the order in which the dates run in one direction and span fewer
 * days. Null if the dates do not show it.
 */
export function orderByChronology(pairs: readonly number[]): DateOrder | null {
  if (pairs.length < 2) return null;
  const dayFirst = spread(pairs.map((pair) => dayOfPair(pair, 'day-first')));
  const monthFirst = spread(pairs.map((pair) => dayOfPair(pair, 'month-first')));
  if (dayFirst === monthFirst) return null;
  return dayFirst < monthFirst ? 'day-first' : 'month-first';
}

/** Days between the first and the last date if all run in one direction; otherwise infinity. */
function spread(days: readonly Day[]): number {
  const steps = days.slice(1).map((day, i) => day - days[i]);
  const oneWay = steps.every((step) => step > 0) || steps.every((step) => step < 0);
  return oneWay ? Math.abs(days[days.length - 1] - days[0]) : Number.POSITIVE_INFINITY;
}

function digits(bytes: Buffer, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) {
    const digit = bytes[i] - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Converts seconds, milliseconds, microseconds or nanoseconds, distinguished by their magnitude, to milliseconds. */
function epochMs(value: number): number {
  const size = Math.abs(value);
  if (size < 1e11) return value * 1000;
  if (size < 1e14) return value;
  return size < 1e17 ? value / 1e3 : value / 1e6;
}

function swapped(match: RegExpExecArray | null): string[] | undefined {
  return match ? [match[2], match[1], match[3]] : undefined;
}
