/** Shown instead of a missing value. */
const NONE = '–';
const MINUS = '−';

/** Milliseconds of a UTC day. */
export const DAY_MS = 86_400_000;

/** With a sign: `+3.1 %`. */
export function percent(value: number | null | undefined, decimals = 1): string {
  if (value === null || value === undefined) return NONE;
  const text = Math.abs(value).toFixed(decimals);
  const sign = Number(text) === 0 ? '' : value > 0 ? '+' : MINUS;
  return `${sign}${text} %`;
}

/** A share of 0 to 1 as percent: `70 %`. */
export function share(value: number | null | undefined, decimals = 0): string {
  return value === null || value === undefined ? NONE : `${(value * 100).toFixed(decimals)} %`;
}

export function number(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined) return NONE;
  return value.toFixed(decimals).replace('-', MINUS);
}

/** With separators of thousands: `12,345`. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : value.toLocaleString('en-US');
}

/** A probability or p-value: `0.12`, `0.031`, `< 0.001`. */
export function chance(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return value < 0.001 ? '< 0.001' : value.toFixed(value < 0.1 ? 3 : 2);
}

/** `1 record`, `2 records` */
export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** Milliseconds since 1970 at the start of a date YYYY-MM-DD, UTC. */
export function utcMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** English name of the weekday of a date YYYY-MM-DD; empty for an invalid date. */
export function weekday(date: string): string {
  return WEEKDAYS[new Date(utcMs(date)).getUTCDay()] ?? '';
}

/** Time of day in the browser's time zone: `15:04:32`. */
export function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB');
}
