import { type Day, fromIso } from '../core/calendar/dates';

/** A date as the contract lets it through, `YYYY-MM-DD`. */
export function dayAsked(text: string | undefined): Day | undefined {
  return text === undefined ? undefined : fromIso(text);
}
