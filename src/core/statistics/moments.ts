/**
 * Statistics of one number a year (METHOD 2). Every function takes percent returns, none rounds, and each sums from
 * the oldest year to the newest, so that the kernel and the oracle agree to the last bit.
 */

/** Arithmetic mean; NaN without values. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** Middle value, or the midpoint of the two middle values; NaN without values. */
export function median(values: ArrayLike<number>): number {
  const sorted = new Float64Array(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** Sample standard deviation (n - 1), two passes; null for fewer than two values. */
export function sampleDeviation(values: ArrayLike<number>): number | null {
  if (values.length < 2) return null;
  const centre = mean(values);
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] - centre) * (values[i] - centre);
  return Math.sqrt(squares / (values.length - 1));
}

/** Relative rounding error of a ratio of prices, with a margin of some hundred times. */
const ROUNDING = 1e-13;

/** Whether a difference is no more than the rounding of its terms. @param size of the terms, > 0 */
export function isRounding(difference: number, size: number): boolean {
  return Math.abs(difference) <= ROUNDING * size;
}

/** `a - b`, both percent returns; 0 where they differ only by rounding. */
export function excessOver(a: number, b: number): number {
  return isRounding(a - b, 100 + Math.abs(a)) ? 0 : a - b;
}

/**
 * mean / deviation: one observation a year, risk-free 0, not annualised. The ratio is 0 with one year or a
 * deviation of 0, since the specification requires a number and not null. Returns that differ only by rounding, as those
 * of a price that grows by the same share each day, have no deviation either.
 */
export function sharpeRatio(centre: number, deviation: number | null): number {
  if (deviation === null) return 0;
  return isRounding(deviation, 100 + Math.abs(centre)) ? 0 : centre / deviation;
}

/**
 * Growth is capped at this factor: a fifty-fold move in two days, as a missed split makes it, overflows a double when it
 * is spread over a year.
 */
const MOST_GROWTH = 1e13;

/** 100 * (product(1 + r/100) - 1), at most 1e15; -100 once any single return wipes the stake out. */
export function cumulativeReturn(returns: ArrayLike<number>): number {
  const growth = growthFactor(returns);
  return growth === null ? -100 : 100 * (Math.min(growth, MOST_GROWTH) - 1);
}

/** Growth per year held, as if reinvested all year, percent. @param days sum of the windows' calendar days */
export function annualizedReturn(returns: ArrayLike<number>, days: number): number {
  const growth = growthFactor(returns);
  return growth === null ? -100 : 100 * (Math.min(growth ** (365 / days), MOST_GROWTH) - 1);
}

function growthFactor(returns: ArrayLike<number>): number | null {
  let growth = 1;
  for (let i = 0; i < returns.length; i++) {
    const factor = 1 + returns[i] / 100;
    if (factor <= 0) return null;
    growth *= factor;
  }
  return growth;
}

/** A mean with a standard error that allows for correlation within clusters. */
export interface ClusteredMean {
  readonly count: number;
  readonly clusters: number;
  readonly mean: number;
  /** Null with fewer than two clusters. */
  readonly standardError: number | null;
}

/**
 * Mean of values that come in clusters, such as returns of one month, which share their market. The error is the
 * cluster-robust one of a mean with the small-sample factor m/(m - 1) (Cameron and Miller 2015, section II).
 *
 * @returns null without values
 */
export function clusteredMean(
  values: readonly { readonly cluster: string; readonly value: number }[],
): ClusteredMean | null {
  const count = values.length;
  if (count === 0) return null;
  const mean = values.reduce((sum, { value }) => sum + value, 0) / count;
  const sums = new Map<string, number>();
  for (const { cluster, value } of values) sums.set(cluster, (sums.get(cluster) ?? 0) + value - mean);
  const clusters = sums.size;
  const squares = [...sums.values()].reduce((sum, s) => sum + s * s, 0);
  const standardError = clusters < 2 ? null : Math.sqrt((squares * clusters) / (clusters - 1)) / count;
  return { count, clusters, mean, standardError };
}

/**
 * The correctly rounded sum: exact in the reals, rounded once, so that neither the order of the terms nor splitting one
 * in halves can change a bit. Plain addition would let the order in which a basket is written decide its last digits.
 *
 * Shewchuk, Adaptive Precision Floating-Point Arithmetic (1997), as in Python's `math.fsum`.
 *
 * @param terms finite, and of a sum that does not overflow
 */
export function exactSum(terms: Iterable<number>): number {
  // Non-overlapping, ascending in magnitude, never zero: together they are the exact sum so far.
  const partials: number[] = [];
  for (const term of terms) {
    let carry = term;
    let kept = 0;
    for (const partial of partials) {
      const [large, small] = Math.abs(carry) < Math.abs(partial) ? [partial, carry] : [carry, partial];
      const high = large + small;
      const low = small - (high - large);
      if (low !== 0) partials[kept++] = low;
      carry = high;
    }
    partials.length = kept;
    if (carry !== 0) partials.push(carry);
  }
  return roundOnce(partials);
}

function roundOnce(partials: readonly number[]): number {
  let at = partials.length - 1;
  if (at < 0) return 0;
  let high = partials[at];
  let low = 0;
  while (at > 0 && low === 0) {
    const before = high;
    at -= 1;
    high = before + partials[at];
    low = partials[at] - (high - before);
  }
  // Exactly halfway between two doubles, the rest decides: ties-to-even must not be applied to what is no tie.
  if (at > 0 && low !== 0 && Math.sign(low) === Math.sign(partials[at - 1])) {
    const nudged = high + 2 * low;
    if (2 * low === nudged - high) return nudged;
  }
  return high;
}
