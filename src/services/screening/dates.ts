import { acceptedDates, type Clock } from '../../clock';
import { type Day, toIso, yearOf } from '../../core/calendar/dates';
import { type Period, type PresetWindow, presetWindow } from '../../core/window/presets';
import { invalidRequest } from '../../errors';

/** Oldest year of a date parameter: no daily prices are older. */
const OLDEST_YEAR = 1900;
/** How far ahead of today a pinned entry may lie, calendar days: every entry that GET /analyze recommends is accepted. */
const PINNED_AHEAD = 366;

/** A date in the current US market year, or tomorrow at the New Year boundary (SPEC 9.4). The default is today. */
export function marketYearDay(clock: Clock, name: string, day: Day | undefined): Day {
  if (day === undefined) return clock.today();
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

/**
 * Checks the entry date of a pinned analysis: any past year with data, and up to 366 days ahead (DESIGN 5 "Analyze").
 * SPEC 4.1 rule 5 refers callers who want an exact window to this parameter; every other date obeys SPEC 9.4.
 *
 * @throws invalid_request naming the dates that are accepted today
 */
export function requireResearchDay(clock: Clock, name: string, day: Day | undefined): void {
  if (day === undefined) return;
  const last = clock.today() + PINNED_AHEAD;
  if (day <= last && yearOf(day) >= OLDEST_YEAR) return;
  throw invalidRequest(
    `${name} must lie between ${OLDEST_YEAR}-01-01 and ${toIso(last)}, ${PINNED_AHEAD} days ahead; got ${toIso(day)}`,
  );
}

/** A window by name rather than by dates. */
export interface RequestedPreset {
  readonly period?: Period;
  /** The rest of the year instead. */
  readonly reverse: boolean;
}

/** The window of `period` and `reverse`; undefined when the request has neither. @throws invalid_request */
export function requestedPreset(clock: Clock, { period, reverse }: RequestedPreset): PresetWindow | undefined {
  if (period === undefined && !reverse) return undefined;
  const preset = presetWindow(period ?? null, reverse, clock.today());
  if ('problem' in preset) throw invalidRequest(preset.message);
  return preset;
}
