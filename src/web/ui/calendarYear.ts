/** Days of a year as the charts lay them out: 0 = January 1, by the month and day of the calendar. */
const MONTH_STARTS = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** So many places a year has: February 29 keeps its own, years without it leave it out. */
export const PLACES = 366;

/** The place of a date YYYY-MM-DD in any year. */
export function placeOf(date: string): number {
  return MONTH_STARTS[Number(date.slice(5, 7)) - 1] + Number(date.slice(8, 10)) - 1;
}

export const monthTicks: readonly { readonly at: number; readonly name: string }[] = MONTH_STARTS.map((at, month) => ({
  at,
  name: MONTHS[month],
}));

/** What a span of dates covers of the year, in two pieces where it passes its end. */
export function spanOf(from: string, to: string): { readonly from: number; readonly to: number }[] {
  const [start, end] = [placeOf(from), placeOf(to) + 1];
  const whole = Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > 1;
  if (from.slice(0, 4) === to.slice(0, 4)) return [{ from: start, to: end }];
  if (whole || end >= start) return [{ from: 0, to: PLACES }];
  return [
    { from: start, to: PLACES },
    { from: 0, to: end },
  ];
}
