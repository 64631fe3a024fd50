import { acceptedDates, type Clock } from '../clock';
import { type Day, fromIso, toIso, yearOf } from '../core/calendar/dates';
import { type Period, type PresetWindow, presetWindow } from '../core/window/presets';
import { invalidRequest } from '../errors';

/** Oldest year a date is looked up in: before it there are no daily prices anywhere. */
const OLDEST_YEAR = 1900;

/** A date in the current US market year, or tomorrow at the New Year boundary (SPEC 9.4). @throws invalid_request */
export function marketYearDay(clock: Clock, name: string, text: string | undefined): Day {
  if (text === undefined) return clock.today();
  const day = fromIso(text);
  requireMarketYear(clock, name, day);
  return day;
}

/** @throws invalid_request naming the dates that are accepted today */
export function requireMarketYear(clock: Clock, name: string, day: Day): void {
  if (clock.acceptsDate(day)) return;
  const { first, last } = acceptedDates(clock.today());
  throw invalidRequest(
    `${name} must lie in the current US market year, ${toIso(first)} to ${toIso(last)}; got ${toIso(day)}`,
  );
}

/** The entry of a pinned analysis: any past year too (DESIGN 5). @throws invalid_request */
export function researchDay(clock: Clock, name: string, text: string | undefined): Day | undefined {
  if (text === undefined) return undefined;
  const day = fromIso(text);
  const { last } = acceptedDates(clock.today());
  if (day <= last && yearOf(day) >= OLDEST_YEAR) return day;
  throw invalidRequest(`${name} must lie between ${OLDEST_YEAR}-01-01 and ${toIso(last)}; got ${text}`);
}

/** The window of `period` and `reverse`; undefined when no period is asked for. @throws invalid_request */
export function presetOf(clock: Clock, period: Period | undefined, reverse: boolean): PresetWindow | undefined {
  if (period === undefined && !reverse) return undefined;
  const preset = presetWindow(period ?? null, reverse, clock.today());
  if ('problem' in preset) throw invalidRequest(preset.message);
  return preset;
}
