import type { Day } from '../calendar/dates';
import { type Bars, barsThrough } from '../window/bars';
import { type Observation, observe } from '../window/evidence';
import { type Direction, lookback, type Occurrence, occurrenceIn, tradeOf, type WindowSpec } from '../window/window';

/** Fewer shared years than this rank nothing and prove nothing (SPEC 4.12). */
export const FEWEST_SHARED_YEARS = 5;

/** One leg of a comparison or basket: a symbol's prices and the direction of its position. */
export interface Leg {
  readonly bars: Bars;
  readonly direction: Direction;
  /** Calendar days without a session that end an observation (METHOD 1). */
  readonly gapLimit: number;
}

/** A year that was examined and is not shared. */
interface SkippedYear {
  readonly year: number;
  /** Indices of the legs that did not observe it. */
  readonly legs: readonly number[];
}

/** The completed years of one window that every leg observed. */
export interface SharedYears {
  /** Oldest first. */
  readonly years: readonly number[];
  /** By leg, then by shared year: `observations[leg][i]` belongs to `years[i]`. */
  readonly observations: readonly (readonly Observation[])[];
  /** Oldest first. Together with `years`, every year that was examined. */
  readonly skipped: readonly SkippedYear[];
}

/**
 * The latest `window.years` years that every leg completed. Older years fill in for years that a leg lacks, back to the
 * first day of the youngest series (SPEC 4.12).
 */
export function latestSharedYears(legs: readonly Leg[], window: WindowSpec): SharedYears {
  const known = legs.map((leg) => legThrough(leg, window.asOf));
  const dataFrom = Math.max(...legs.map(({ bars }) => dataStart(bars, window.asOf) ?? Infinity));
  const step = window.cycle === 'consecutive' ? 1 : 4;
  const [newest] = lookback({ ...window, years: 1 });
  const examined: YearOfLegs[] = [];
  let shared = 0;
  for (let year = newest.year; shared < window.years; year -= step) {
    const occurrence = occurrenceIn(window, year);
    if (occurrence.entry < dataFrom) break;
    const observed = observeAll(known, occurrence);
    if (observed.observations.every((o) => o !== null)) shared += 1;
    examined.push(observed);
  }
  return split(legs, examined.reverse());
}

/** The years of the window's own lookback (METHOD 1) that every leg completed; none is replaced by an older one. */
export function sharedLookback(legs: readonly Leg[], window: WindowSpec): SharedYears {
  const known = legs.map((leg) => legThrough(leg, window.asOf));
  return split(
    legs,
    lookback(window).map((occurrence) => observeAll(known, occurrence)),
  );
}

/** One leg's observations of some occurrences; null where the year is missing (METHOD 1). */
export function observeYears(leg: Leg, occurrences: readonly Occurrence[], asOf: Day): (Observation | null)[] {
  const known = legThrough(leg, asOf);
  return occurrences.map((occurrence) => observeOne(known, occurrence));
}

/** The leg without the bars after a day. */
function legThrough(leg: Leg, asOf: Day): Leg {
  return { ...leg, bars: barsThrough(leg.bars, asOf) };
}

interface YearOfLegs {
  readonly year: number;
  readonly observations: readonly (Observation | null)[];
}

function observeAll(legs: readonly Leg[], occurrence: Occurrence): YearOfLegs {
  return { year: occurrence.year, observations: legs.map((leg) => observeOne(leg, occurrence)) };
}

function observeOne({ bars, direction, gapLimit }: Leg, occurrence: Occurrence): Observation | null {
  const trade = tradeOf(bars, occurrence, gapLimit);
  return trade === null ? null : observe(bars, occurrence, trade, direction);
}

/** First day with a bar; null when there is none up to as-of. */
export function dataStart(bars: Bars, asOf: Day): Day | null {
  return bars.day.length === 0 || bars.day[0] > asOf ? null : bars.day[0];
}

function split(legs: readonly Leg[], examined: readonly YearOfLegs[]): SharedYears {
  const shared = examined.filter(({ observations }) => observations.every((o) => o !== null));
  const rest = examined.filter(({ observations }) => observations.some((o) => o === null));
  return {
    years: shared.map(({ year }) => year),
    observations: legs.map((_, leg) => shared.map(({ observations }) => observations[leg] as Observation)),
    skipped: rest.map(({ year, observations }) => ({
      year,
      legs: observations.flatMap((o, leg) => (o === null ? [leg] : [])),
    })),
  };
}
