import { mean, sampleDeviation } from './moments';

/** Longest lookback (SPEC 8.5). */
const MOST_TRIES = 98;

/**
 * P(X >= wins) for X binomial(n, p), 0..1: how often chance alone gives at least `wins` in `n` years, when any
 * date wins with probability `p` (METHOD 7). Summed from the rarest outcome up.
 *
 * @throws RangeError unless 0 <= wins <= n <= 98 and 0 <= p <= 1
 */
export function binomialTail(wins: number, n: number, p: number): number {
  if (!Number.isInteger(n) || n < 0 || n > MOST_TRIES) throw new RangeError(`binomial: n is ${n}, accepted is 0..98`);
  if (!Number.isInteger(wins) || wins < 0 || wins > n)
    throw new RangeError(`binomial: wins is ${wins}, accepted is 0..${n}`);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`binomial: p is ${p}, accepted is 0..1`);
  let combinations = 1;
  let sum = 0;
  for (let k = n; k >= wins; k--) {
    sum += combinations * p ** k * (1 - p) ** (n - k);
    combinations = (combinations * k) / (n - k + 1);
  }
  return Math.min(1, sum);
}

/** Two-sided 95 % quantile of the standard normal distribution. */
export const NORMAL_95 = 1.959963984540054;

/**
 * Wilson's 95 % score interval for the probability of a win (Wilson 1927), 0..1, from independent tries.
 *
 * @throws RangeError unless 0 <= wins <= n and n >= 1, in whole numbers
 */
export function wilsonInterval(wins: number, n: number): { readonly low: number; readonly high: number } {
  if (!Number.isInteger(n) || n < 1) throw new RangeError(`wilson: n is ${n}, accepted is a whole number from 1`);
  if (!Number.isInteger(wins) || wins < 0 || wins > n)
    throw new RangeError(`wilson: wins is ${wins}, accepted is a whole number 0..${n}`);
  const share = wins / n;
  const weight = (NORMAL_95 * NORMAL_95) / n;
  const centre = (share + weight / 2) / (1 + weight);
  const half = (NORMAL_95 * Math.sqrt((share * (1 - share)) / n + weight / (4 * n))) / (1 + weight);
  // Exact at the ends, where rounding would leave a trace beyond 0 or 1.
  return { low: wins === 0 ? 0 : centre - half, high: wins === n ? 1 : centre + half };
}

/** A mean and the interval that covers the true one with a confidence of 95 %, in the unit of the values. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/**
 * P(|T| <= t) of Student's t with a whole number of degrees of freedom, 0..1: finite sums, exact but for rounding.
 * Abramowitz & Stegun 26.7.3 (odd) and 26.7.4 (even), written in theta = atan(t / sqrt(df)).
 */
function centralProbability(theta: number, degrees: number): number {
  if (degrees === 1) return (2 / Math.PI) * theta;
  const odd = degrees % 2 === 1;
  const cosine = Math.cos(theta);
  let term = odd ? cosine : 1;
  let sum = term;
  for (let k = odd ? 2 : 1; k <= degrees - 3; k += 2) {
    term *= (k / (k + 1)) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
}

/**
 * The t that |T| stays within with the given probability: 2.2622 for .95 and 9 degrees of freedom.
 *
 * @param confidence 0 < confidence < 1
 * @param degrees whole number >= 1
 * @throws RangeError outside these
 */
export function studentT(confidence: number, degrees: number): number {
  if (!(confidence > 0 && confidence < 1))
    throw new RangeError(`confidence is ${confidence}, accepted is 0..1, exclusive`);
  if (!Number.isInteger(degrees) || degrees < 1)
    throw new RangeError(`degrees of freedom are ${degrees}, at least 1 is needed`);
  let low = 0;
  let high = Math.PI / 2;
  // Bisection to the last bit: the probability rises with theta.
  for (let middle = high / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (centralProbability(middle, degrees) < confidence) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

/** Confidence of every published interval of a mean, 0..1. */
export const CONFIDENCE_LEVEL = 0.95;

/**
 * Mean of a sample and the 95 % interval mean +- t * s / sqrt(n), t with n - 1 degrees of freedom.
 *
 * @returns null for fewer than two values
 */
export function meanInterval(values: readonly number[]): MeanInterval | null {
  const deviation = sampleDeviation(values);
  if (deviation === null) return null;
  const centre = mean(values);
  const reach = (studentT(CONFIDENCE_LEVEL, values.length - 1) * deviation) / Math.sqrt(values.length);
  return { mean: centre, low: centre - reach, high: centre + reach };
}
