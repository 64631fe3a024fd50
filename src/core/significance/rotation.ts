import { keyOf, uniformAt } from '../statistics/random';

/** Calendar days between two offsets of a rotation: entries keep their weekday. */
export const ROTATION_STEP = 7;
/** Offsets a rotation draws from, 0 among them: a year of weeks. */
export const ROTATION_STEPS = 52;
/** Years back that draws are told apart by; more than any lookback reaches: 98 years in steps of four, and one more. */
export const DRAWS_PER_ROTATION = 512;

/**
 * How many weeks earlier a lookback year lies in a rotation, 0..51, uniform (METHOD 9). It depends on nothing but the
 * seed, the number of the rotation and the years back: the same for all symbols and markets, for every search over the
 * same data, and however many rotations are made.
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
 * The seed of everything the service publishes, one for all data. METHOD 9 seeds by the data version so that the same data
 * give the same p; a seed that is always the same does so too, and keeps what METHOD 1 promises besides: a bar after as-of,
 * which makes another data version, touches no number.
 */
export const PUBLISHED_SEED = 'published';

/** The draws of many rotations, made once: searches and cards over the same data look them up. */
export interface Draws {
  readonly rotations: number;
  /** Years back that have draws: 0..`reach` - 1. */
  readonly reach: number;
  /** Weeks earlier, `reach` elements a rotation. In shared memory: threads that measure windows are handed it. */
  readonly weeks: Uint8Array;
}

/** @param key see `rotationKey`; @param reach one more than the most years back asked for */
export function drawRotations(key: number, rotations: number, reach: number): Draws {
  const weeks = new Uint8Array(new SharedArrayBuffer(rotations * reach));
  for (let rotation = 0; rotation < rotations; rotation++)
    for (let back = 0; back < reach; back++) weeks[rotation * reach + back] = weeksEarlier(key, rotation, back);
  return { rotations, reach, weeks };
}
