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
