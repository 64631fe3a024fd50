import { type Day, dateOf, inYear, yearOf } from '../calendar/dates';
import { lastSession, type SymbolColumns } from '../detection/columns';
import type { DetectionPlan } from '../detection/plan';
import { isRounding } from '../statistics/moments';
import { keyOf, uniformAt } from '../statistics/random';
import { type Direction, holdOf, lookback, occurrenceIn, type WindowSpec } from '../window/window';
import { allocateWindows, fillWindows, type Observations, readObservations } from './observedWindows';

/** Calendar days between two offsets of a rotation: entries keep their weekday. */
export const ROTATION_STEP = 7;
/** Number of offsets that a rotation draws from, 0 included: a year of weeks. */
export const ROTATION_STEPS = 52;
/** Draws of a rotation, one a year back; more than any lookback reaches: 98 years in steps of four, and one more. */
const DRAWS_PER_ROTATION = 512;

/**
 * Weeks by which a rotation moves a lookback year back, 0..51, uniform (METHOD 9). They depend only on the
 * seed, the number of the rotation and the years back: the same for all symbols and markets, for every search over the
 * same data, and for any number of rotations.
 *
 * @param key of the seed, see `rotationKey`
 * @param rotation from 0
 * @param back years between the window's own and the one that is moved
 */
export function weeksEarlier(key: number, rotation: number, back: number): number {
  return Math.floor(uniformAt(key, rotation * DRAWS_PER_ROTATION + back) * ROTATION_STEPS);
}

/** The key of the draws from a seed. */
export function rotationKey(seed: string): number {
  return keyOf(`rotation|${seed}`);
}

/**
 * The seed of all published rotations. METHOD 9 seeds by the data version so that equal data give equal p-values; a
 * constant seed does so too, and a bar after as-of, which changes the data version, changes no number (METHOD 1).
 */
export const PUBLISHED_SEED = 'published';

/** The draws of many rotations, made once: searches and cards over the same data look them up. */
export interface Draws {
  readonly rotations: number;
  /** Years back that have draws: 0..`reach` - 1. */
  readonly reach: number;
  /** Weeks earlier, `reach` elements a rotation, in memory that the worker threads share. */
  readonly weeks: Uint8Array;
}

/** @param key see `rotationKey`; @param reach one more than the most years back */
export function drawRotations(key: number, rotations: number, reach: number): Draws {
  const weeks = new Uint8Array(new SharedArrayBuffer(rotations * reach));
  for (let rotation = 0; rotation < rotations; rotation++)
    for (let back = 0; back < reach; back++) weeks[rotation * reach + back] = weeksEarlier(key, rotation, back);
  return { rotations, reach, weeks };
}

/** Local alias: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;

/** Fewest observed years for the strength of a window (METHOD 9). */
export const FEWEST_OBSERVED = 5;

/**
 * The strongest of a rotation in which a symbol has no window with enough observed years, as of one listed shortly before its
 * oldest lookback year. There is nothing to compare a window with, so that such a rotation does not count for its p-value:
 * counted as one that the window beats, it would make chance look like evidence.
 */
export const UNOBSERVED = -Infinity;

/**
 * z of METHOD 9: how far a window beats its own symbol's drift, in units of the risk that was taken in it, with the
 * realised variance of Andersen, Bollerslev, Diebold and Labys (2003). Positive speaks for a long trade, negative for a
 * short.
 *
 * @param n years observed
 * @param sum of their long returns, as fractions
 * @param variance sum of their realised variances
 * @param drift m_h: mean long return of the same hold over the reference entries, as a fraction
 * @returns null with fewer than five years; 0 where the price never moved, and where it grows by the same share each day,
 *   so that all windows differ only by rounding
 */
export function strengthOf(n: number, sum: number, variance: number, drift: number): number | null {
  if (n < FEWEST_OBSERVED) return null;
  // sqrt(n) * (sum / n - drift) / sqrt(variance / n)
  const excess = sum - n * drift;
  return variance > 0 && !isRounding(excess, n * (1 + Math.abs(drift))) ? excess / Math.sqrt(variance) : 0;
}

/** m_h of METHOD 9: mean of the observed returns of the reference entries; null when none was observed. */
export function driftOf(returns: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    if (isMissing(returns[i])) continue;
    sum += returns[i];
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/**
 * A_y of METHOD 9: the first entry date of a search, as many years back as the lookback year of a window is. In a search
 * over New Year it is that of the same season.
 *
 * @param first first entry date of the search in its own year
 * @param back years between the window's own and its lookback year
 */
export function referenceDate(first: Day, back: number): Day {
  const date = dateOf(first);
  return inYear(date, date.year - back);
}

/**
 * The entry dates that rotations of a plan read (METHOD 9), and how many years back each occurrence lies, which selects
 * its draw. `years` elements a segment, oldest first, as in the plan.
 */
export interface SearchedRows {
  /** Years between the entry's own and each occurrence's. */
  readonly back: Int32Array;
  /**
   * `referenceDate` of the years of every lookback that occurs, `years` elements each, oldest first. A window late in a
   * search, or a long one, may look back from an earlier year than the first.
   */
  readonly references: Int32Array;
  /** By segment: which of those lookbacks it has. */
  readonly lookbacks: Int32Array;
  /** Years back that draws must cover: one more than the most years back. */
  readonly reach: number;
  /** First and last entry date that the search, its rotations or its references read. */
  readonly from: Day;
  readonly to: Day;
}

/** Most calendar days that a rotation or a reference goes back from an occurrence (METHOD 9). */
export const FARTHEST_BACK = 364;

export function searchedRows(plan: DetectionPlan): SearchedRows {
  const { segments, minHold, occurrences, request } = plan;
  const { entries, years } = request;
  const back = new Int32Array(occurrences.length);
  for (let entry = 0; entry < entries.length; entry++) {
    const entryYear = dateOf(entries[entry].day).year;
    for (let i = segments[entry] * years; i < segments[entry + 1] * years; i++)
      back[i] = entryYear - yearOf(occurrences[i]);
  }
  // Lookbacks have the same number of years and the same step, so that the latest year tells them apart.
  const latestBack = (segment: number) => back[(segment + 1) * years - 1];
  const lookbackOf = new Map<number, number>();
  const references: Day[] = [];
  const lookbacks = minHold.map((_, segment) => {
    const known = lookbackOf.get(latestBack(segment));
    if (known !== undefined) return known;
    const ofSegment = back.subarray(segment * years, (segment + 1) * years);
    references.push(...Array.from(ofSegment, (yearsBack) => referenceDate(entries[0].day, yearsBack)));
    lookbackOf.set(latestBack(segment), lookbackOf.size);
    return lookbackOf.size - 1;
  });
  const days = [...references, ...occurrences];
  return {
    back,
    references: Int32Array.from(references),
    lookbacks,
    reach: back.reduce((most, years) => Math.max(most, years), 0) + 1,
    from: days.reduce((first, day) => Math.min(first, day), Infinity) - FARTHEST_BACK,
    to: days.reduce((last, day) => Math.max(last, day), -Infinity),
  };
}

/** A window that a search found. */
export interface FoundWindow {
  readonly symbol: SymbolColumns;
  readonly window: WindowSpec;
  readonly direction: Direction;
  /** First entry date of the search. */
  readonly searchEntry: Day;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
}

/** The strength of one window and its rotations (METHOD 9). */
export interface WindowStrength {
  /** In the direction of the trade: positive = beyond the symbol's own drift. */
  readonly z: number;
  /** Number of rotations in which the window has enough observed years, and of those with at least this z; see `chanceOf`. */
  readonly rotations: number;
  readonly exceeding: number;
  /** m_h: mean long return of the same hold on any date, as a fraction; z measures the excess over it. */
  readonly drift: number;
}

/**
 * z of a window, and the numbers of rotations that have the same window and in which it reaches this z.
 *
 * @param draws that reach as far back as the oldest of the years
 * @param years observed years of a named window, when several symbols share them; by default those of its lookback
 * @returns null with fewer than five observed years, or where no reference entry is observed
 */
export function windowStrength(
  { symbol, window, direction, searchEntry, gapLimit }: FoundWindow,
  draws: Draws,
  years?: readonly number[],
): WindowStrength | null {
  const last = lastSession(symbol.columns, symbol.index, window.asOf);
  if (last === null) return null;
  const occurrences = years?.map((year) => occurrenceIn(window, year)) ?? lookback(window);
  const ownYear = yearOf(window.entry);
  const references = occurrences.map(({ year }) => referenceDate(searchEntry, ownYear - year));
  const firsts = occurrences.map((occurrence) => ({ entry: occurrence.entry, hold: holdOf(occurrence) }));
  const hold = holdOf(window);
  const entries = [...occurrences.map(({ entry }) => entry), ...references];
  const windows = allocateWindows(
    Math.min(...entries) - FARTHEST_BACK,
    Math.max(...entries),
    Math.max(hold, ...firsts.map((first) => first.hold)),
  );
  fillWindows(windows, symbol.columns, symbol.index, last, gapLimit);
  const farthest = references.map((reference) => ({ entry: reference - FARTHEST_BACK, hold }));
  const drift = driftOf(readObservations(windows, farthest, ROTATION_STEPS, ROTATION_STEP).returns);
  if (drift === null) return null;
  const rotated = {
    observations: readObservations(windows, firsts, ROTATION_STEPS, -ROTATION_STEP),
    back: Int32Array.from(occurrences, ({ year }) => ownYear - year),
    drift,
    sign: direction === 'long' ? 1 : -1,
  };
  const z = strengthAt(rotated, new Uint8Array(1 + Math.max(0, ...rotated.back)), 0);
  return z === null ? null : { z, ...countRotations(rotated, draws, z), drift };
}

/** The observations of a window at every week that a rotation may move one of its years to. */
interface RotatedWindow {
  /** By year and weeks earlier, `ROTATION_STEPS` elements a year. */
  readonly observations: Observations;
  /** Years between the window's own and each. */
  readonly back: Int32Array;
  /** m_h. */
  readonly drift: number;
  /** 1 = long, -1 = short. */
  readonly sign: number;
}

/**
 * z of the window, in the direction of the trade, with each year moved by the weeks that `drawn` has for it from `row` on;
 * null with fewer than five observed years.
 */
function strengthAt(
  { observations: { returns, variances }, back, drift, sign }: RotatedWindow,
  drawn: Uint8Array,
  row: number,
): number | null {
  let n = 0;
  let sum = 0;
  let variance = 0;
  for (let k = 0; k < back.length; k++) {
    const at = k * ROTATION_STEPS + drawn[row + back[k]];
    if (isMissing(returns[at])) continue;
    n += 1;
    sum += returns[at];
    variance += variances[at];
  }
  const z = strengthOf(n, sum, variance, drift);
  // Not -0 for a short of strength 0.
  return z === null || sign === 1 ? z : 0 - z;
}

/** Number of rotations that have a z, and of those whose z is at least `least`. */
function countRotations(window: RotatedWindow, draws: Draws, least: number) {
  let rotations = 0;
  let exceeding = 0;
  for (let rotation = 0; rotation < draws.rotations; rotation++) {
    const z = strengthAt(window, draws.weeks, rotation * draws.reach);
    if (z === null) continue;
    rotations += 1;
    if (z >= least) exceeding += 1;
  }
  return { rotations, exceeding };
}
