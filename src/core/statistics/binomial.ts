/** Longest lookback (SPEC 8.5). */
const MOST_TRIES = 98;

/**
 * P(X >= wins) for X binomial(n, p), 0..1: how often luck alone does as well as a record of `wins` in `n` years, when any
 * date wins with probability `p` (METHOD 7). Summed from the rarest outcome up.
 *
 * @throws RangeError unless 0 <= wins <= n <= 98 and 0 <= p <= 1
 */
export function binomialTail(wins: number, n: number, p: number): number {
  if (!Number.isInteger(n) || n < 0 || n > MOST_TRIES) throw new RangeError(`binomial: n is ${n}, accepted is 0..98`);
  if (!Number.isInteger(wins) || wins < 0 || wins > n)
    throw new RangeError(`binomial: wins is ${wins}, accepted is 0..${n}`);
  if (!(p >= 0 && p <= 1)) throw new RangeError(`binomial: p is ${p}, accepted is 0..1`);
  let ways = 1;
  let sum = 0;
  for (let k = n; k >= wins; k--) {
    sum += ways * p ** k * (1 - p) ** (n - k);
    ways = (ways * k) / (n - k + 1);
  }
  return Math.min(1, sum);
}
