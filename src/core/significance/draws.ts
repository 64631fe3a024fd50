import { weeksEarlier } from './rotation';

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
