/**
 * Rounding of published numbers only: percent and ratios carry 4 decimals in the response and nowhere else
 * (METHOD 2). Filters compare what these return, ranking the unrounded value.
 */

/** 4 decimals, halves away from zero so that a short mirrors its long; never -0. @throws RangeError if not finite */
export function round4(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`cannot publish ${value}: a finite number is needed`);
  const magnitude = Math.round(Math.abs(value) * 1e4) / 1e4;
  return value < 0 && magnitude > 0 ? -magnitude : magnitude;
}

/** `round4`, with null for null. */
export function round4OrNull(value: number | null): number | null {
  return value === null ? null : round4(value);
}

/** 6 decimals, for scores of predictions: skill is a small difference of them. Never -0. */
export function round6(value: number): number {
  const rounded = Math.round(value * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}

/** `round6`, with null for null. */
export function round6OrNull(value: number | null): number | null {
  return value === null ? null : round6(value);
}
