import { yearOf } from '../core/calendar/dates';
import { askedPosition, type WindowSpec } from '../core/window/window';

/** The lookback as answers print it, always a string (SPEC 9.3): `10`, in cycles `8 pe2` with the position meant. */
export function lookbackLabel({ years, cycle, entry }: Pick<WindowSpec, 'years' | 'cycle' | 'entry'>): string {
  const position = askedPosition(cycle, yearOf(entry));
  return position === null ? String(years) : `${years} pe${position}`;
}
