import { type Day, dateOf, inYear, yearOf } from '../calendar/dates';
import type { DetectionPlan } from '../detection/plan';
import { isRounding } from '../statistics/moments';
import { keyOf, uniformAt } from '../statistics/random';

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
