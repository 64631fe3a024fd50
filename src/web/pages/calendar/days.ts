/** Calendar arithmetic on dates YYYY-MM-DD, without a clock and without time zones. */

import { DAY_MS } from '../../ui/format';

const instantOf = (date: string) => Date.parse(`${date}T00:00:00Z`);
const dateAt = (instant: number) => new Date(instant).toISOString().slice(0, 10);

export function plusDays(date: string, days: number): string {
  return dateAt(instantOf(date) + days * DAY_MS);
}

/** The same day of a later month, or its last where it has no such day. */
export function plusMonths(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateAt(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** Weeks of dates, Monday to Sunday, that hold all days of a span; the days around it too. */
export function weeksOf(from: string, to: string): string[][] {
  const monday = plusDays(from, -((new Date(instantOf(from)).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (let start = monday; start <= to; start = plusDays(start, 7))
    weeks.push(Array.from({ length: 7 }, (_, day) => plusDays(start, day)));
  return weeks;
}

/** Of texts as `YYYY-MM-DD..YYYY-MM-DD`; null for what is none. */
export function spanOf(text: string): { readonly from: string; readonly to: string } | null {
  const [, from, to] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? [];
  if (from === undefined || to === undefined || from > to) return null;
  return Number.isNaN(instantOf(from)) || Number.isNaN(instantOf(to)) ? null : { from, to };
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export function monthName(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}
