/** Calendar arithmetic on dates YYYY-MM-DD, without a clock and without time zones. */

import { DAY_MS, utcMs } from '../../ui/format';

const dateAt = (instant: number) => new Date(instant).toISOString().slice(0, 10);

export function plusDays(date: string, days: number): string {
  return dateAt(utcMs(date) + days * DAY_MS);
}

/** The same day of another month, or the last day of a shorter month. */
export function plusMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateAt(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** The weeks, Monday to Sunday, that contain the days of a span. */
export function weeksOf(from: string, to: string): string[][] {
  const monday = plusDays(from, -((new Date(utcMs(from)).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (let start = monday; start <= to; start = plusDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => plusDays(start, day)));
  return weeks;
}

/** Parses `YYYY-MM-DD..YYYY-MM-DD`; null for any other text. */
export function parseSpan(text: string): { readonly from: string; readonly to: string } | null {
  const [, from, to] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || from > to) return null;
  return Number.isNaN(utcMs(from)) || Number.isNaN(utcMs(to)) ? null : { from, to };
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function monthName(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}
