import { type Day, fromIso } from '../core/calendar/dates';

/** A validated date parameter, `YYYY-MM-DD`. */
export function optionalDay(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : fromIso(text);
}
