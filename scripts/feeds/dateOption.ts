import { type Day, parseIso } from '../../src/core/calendar/dates';

/** The value of an option that is a date. @throws Error saying what is accepted */
export function dateOption(text: string): Day {
  const day = parseIso(text);
  if (day === null) throw new Error(`'${text}' is no date: YYYY-MM-DD`);
  return day;
}
