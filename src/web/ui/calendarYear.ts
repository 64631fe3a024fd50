/** First day of each month in a leap year; January 1 is day 0. */
const MONTH_STARTS = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The charts lay out a leap year: in other years, the position of February 29 stays empty. */
export const DAYS_IN_YEAR = 366;

/** Position of a date YYYY-MM-DD in a leap year, from 0. */
export function dayOfYear(date: string): number {
  return MONTH_STARTS[Number(date.slice(5, 7)) - 1] + Number(date.slice(8, 10)) - 1;
}

export const monthTicks: readonly { readonly at: number; readonly name: string }[] = MONTH_STARTS.map((at, month) => ({
  at,
  name: MONTHS[month],
}));

/** The days of the year between two dates; two spans when they cross the end of the year. */
export function yearSpans(from: string, to: string): { readonly from: number; readonly to: number }[] {
  const [start, end] = [dayOfYear(from), dayOfYear(to) + 1];
  const whole = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > 1;
  if (from.slice(0, 4) === to.slice(0, 4)) return [{ from: start, to: end }];
  if (whole || end >= start) return [{ from: 0, to: DAYS_IN_YEAR }];
  return [
    { from: start, to: DAYS_IN_YEAR },
    { from: 0, to: end },
  ];
}
