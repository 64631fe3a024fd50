import { type CalendarDate, type Day, dateOf, inYear } from '../calendar/dates';
import { type Bars, firstAtOrAfter, lastAtOrBefore } from './bars';

export type Direction = 'long' | 'short';

/** `consecutive` years, the cycle position of the entry's own year (`pe`), or a fixed position: pe0 = election year. */
export type Cycle = 'consecutive' | 'pe' | 'pe0' | 'pe1' | 'pe2' | 'pe3';

/** A calendar window: its dates, and the past years that it is tested on (METHOD 1). */
export interface WindowSpec {
  /** First calendar day of the window in its own year. */
  readonly entry: Day;
  /** Last calendar day, inclusive: entry + hold - 1. */
  readonly end: Day;
  /** N latest occurrences to look at, 5..98. */
  readonly years: number;
  readonly cycle: Cycle;
  /** Nothing after this day touches any number. */
  readonly asOf: Day;
  /**
   * Set for a preset, which fixes both dates by the calendar. The occurrence of the window's own year counts once it is over.
   */
  readonly preset?: PresetDates;
}

export interface MonthDay {
  readonly month: number;
  readonly day: number;
}

/**
 * How an occurrence ends: the day before a date (February: before Mar 1), or on one. It starts on the date of the window's
 * entry, or the day after a date: the rest of a year to date. Feb 29 is Mar 1 in common years (METHOD 3).
 */
export type PresetDates = ({ readonly endsBefore: MonthDay } | { readonly endsOn: MonthDay }) & {
  readonly startsAfter?: MonthDay;
};

/** One past occurrence of a window, by calendar alone. */
export interface Occurrence {
  /** Year of the entry: the label of the observation. */
  readonly year: number;
  readonly entry: Day;
  readonly end: Day;
}

/** An occurrence that was traded: P0 at the entry session's close, P1 at the exit session's. */
export interface Trade {
  /** Index of the entry session in the bars. */
  readonly entryIndex: number;
  /** Index of the exit session in the bars. */
  readonly exitIndex: number;
}

/** Calendar days of the window in its own year; entry day is day 1 (SPEC 2.6). */
export function holdOf(window: { entry: Day; end: Day }): number {
  return window.end - window.entry + 1;
}

/** Position in the US presidential cycle: 0 = election year, 1 post-election, 2 midterm, 3 pre-election. */
export function cyclePosition(year: number): 0 | 1 | 2 | 3 {
  return (((year % 4) + 4) % 4) as 0 | 1 | 2 | 3;
}

/** The cycle position that `cycle` requests, or null for consecutive years. */
export function requestedPosition(cycle: Cycle, ownYear: number): 0 | 1 | 2 | 3 | null {
  if (cycle === 'consecutive') return null;
  return cycle === 'pe' ? cyclePosition(ownYear) : (Number(cycle.slice(2)) as 0 | 1 | 2 | 3);
}

/** The latest year up to `latest` at the position that `cycle` requests, and the years from one such year to the next (METHOD 3). */
export function latestInCycle(cycle: Cycle, ownYear: number, latest: number): { year: number; step: number } {
  const position = requestedPosition(cycle, ownYear);
  if (position === null) return { year: latest, step: 1 };
  let year = latest;
  while (cyclePosition(year) !== position) year -= 1;
  return { year, step: 4 };
}

/** The window as it falls in the entry year `year`. */
export function occurrenceIn(window: WindowSpec, year: number): Occurrence {
  return occurrenceOf(window, dateOf(window.entry), year);
}

function occurrenceOf(window: WindowSpec, entryDate: CalendarDate, year: number): Occurrence {
  const { preset } = window;
  const entry = preset?.startsAfter ? inYear(preset.startsAfter, year) + 1 : inYear(entryDate, year);
  if (!preset) return { year, entry, end: entry + holdOf(window) - 1 };
  const sameYear = presetEnd(preset, year);
  return { year, entry, end: sameYear >= entry ? sameYear : presetEnd(preset, year + 1) };
}

function presetEnd(preset: PresetDates, year: number): Day {
  return 'endsOn' in preset ? inYear(preset.endsOn, year) : inYear(preset.endsBefore, year) - 1;
}

/**
 * The lookback: the N latest entry years before the window's own year whose nominal end is at or before as-of, by
 * calendar alone; in a cycle, steps of four years (METHOD 1). Oldest first. Years without prices are still listed.
 */
export function lookback(window: WindowSpec): Occurrence[] {
  const entryDate = dateOf(window.entry);
  const ownYear = entryDate.year;
  const latest = latestInCycle(window.cycle, ownYear, window.preset ? ownYear : ownYear - 1);
  const { step } = latest;
  let { year } = latest;
  while (occurrenceOf(window, entryDate, year).end > window.asOf) year -= step;
  return Array.from({ length: window.years }, (_, i) =>
    occurrenceOf(window, entryDate, year - step * (window.years - 1 - i)),
  );
}

/**
 * The trade of one occurrence, or null when the year is missing (METHOD 1): no bar on or before the entry date, no
 * session within the gap limit after it, no bar on or after the nominal end, a halt longer than the gap limit between
 * two sessions inside, a price that is not positive, or an exit session that is not after the entry session or lies
 * more than the gap limit before the nominal end.
 *
 * @param bars sessions up to as-of; later ones must already be cut off (`barsThrough`)
 * @param gapLimit calendar days
 */
export function tradeOf(bars: Bars, occurrence: Occurrence, gapLimit: number): Trade | null {
  const outcome = tradeOrReason(bars, occurrence, gapLimit);
  return typeof outcome === 'string' ? null : outcome;
}

/** Why a lookback year is missing (METHOD 1). */
export type MissingReason =
  | 'prices begin after the entry date'
  | 'prices end before the exit date'
  | 'no session soon after the entry date'
  | 'no session after the entry session'
  | 'no session soon before the exit date'
  | 'a price is not positive'
  | 'trading was halted inside the window';

/** The trade of one occurrence, or why the year is missing: see `tradeOf`. */
export function tradeOrReason(bars: Bars, occurrence: Occurrence, gapLimit: number): Trade | MissingReason {
  const sessions = bars.day.length;
  if (sessions === 0 || bars.day[0] > occurrence.entry) return 'prices begin after the entry date';
  if (bars.day[sessions - 1] < occurrence.end) return 'prices end before the exit date';
  const entryIndex = firstAtOrAfter(bars, occurrence.entry);
  const exitIndex = lastAtOrBefore(bars, occurrence.end);
  if (bars.day[entryIndex] - occurrence.entry > gapLimit) return 'no session soon after the entry date';
  if (exitIndex <= entryIndex) return 'no session after the entry session';
  if (occurrence.end - bars.day[exitIndex] > gapLimit) return 'no session soon before the exit date';
  if (!(bars.close[entryIndex] > 0) || !(bars.close[exitIndex] > 0)) return 'a price is not positive';
  for (let i = entryIndex; i < exitIndex; i++)
    if (bars.day[i + 1] - bars.day[i] > gapLimit) return 'trading was halted inside the window';
  return { entryIndex, exitIndex };
}

/** Calendar days of a window: SPEC 4.13 and METHOD 1. */
export const SHORTEST_DAYS = 2;
export const LONGEST_DAYS = 366;
