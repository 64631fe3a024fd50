/** Numbers and dates as the pages write them. A value that there is none of is a dash. */
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

/** Thousands apart: `12,345`. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : value.toLocaleString('en-US');
}

/** A chance; small ones as what they are at most: `0.03`, `< 0.001`. */
export function chance(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return value < 0.001 ? '< 0.001' : value.toFixed(value < 0.1 ? 3 : 2);
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Of a date YYYY-MM-DD; empty for what is none. */
export function weekday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return WEEKDAYS[day] ?? '';
}

/** Time of day of the browser's place: `15:04:32`. */
export function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB');
}
