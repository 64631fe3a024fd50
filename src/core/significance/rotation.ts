import { keyOf, uniformAt } from '../statistics/random';

/** Calendar days between two offsets of a rotation: entries keep their weekday. */
export const ROTATION_STEP = 7;
/** Number of offsets that a rotation draws from, 0 included: a year of weeks. */
export const ROTATION_STEPS = 52;
/** Draws of a rotation, one a year back; more than any lookback reaches: 98 years in steps of four, and one more. */
export const DRAWS_PER_ROTATION = 512;

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
