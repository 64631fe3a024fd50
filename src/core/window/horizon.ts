import { type Day, dayOf, yearOf } from '../calendar/dates';
import type { WindowSpec } from './window';

/** How long a basket is held: calendar days with the entry as day 1, to the year's end, or a custom number of days. */
export type Horizon = '30' | '60' | '90' | 'eoy' | 'custom';

/** Calendar days of a window: SPEC 4.13 and METHOD 1. */
export const SHORTEST_DAYS = 2;
export const LONGEST_DAYS = 366;

/**
 * The window of a horizon that starts on a day. `eoy` fixes both dates, as the preset `year_end` does; all others fix
 * the number of days.
 *
 * @param customDays days of `custom`, which needs them; an end date is `end - start + 1` days
 * @throws RangeError when the window is shorter or longer than 2..366 days
 */
export function horizonWindow(
  horizon: Horizon,
  start: Day,
  customDays: number | null,
): Pick<WindowSpec, 'entry' | 'end' | 'preset'> {
  if (horizon === 'eoy') {
    const end = checked(start, dayOf(yearOf(start), 12, 31));
    return { entry: start, end, preset: { endsBefore: { month: 1, day: 1 } } };
  }
  const days = horizon === 'custom' ? customDays : Number(horizon);
  if (days === null) throw new RangeError('horizon custom needs days or end_date');
  return { entry: start, end: checked(start, start + days - 1) };
}

function checked(start: Day, end: Day): Day {
  const days = end - start + 1;
  if (days >= SHORTEST_DAYS && days <= LONGEST_DAYS) return end;
  throw new RangeError(`the window is ${days} calendar days long, accepted is ${SHORTEST_DAYS}..${LONGEST_DAYS}`);
}
