import { mean, sampleDeviation } from './moments';

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
