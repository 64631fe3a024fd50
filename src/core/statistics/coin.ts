/** Longest lookback (SPEC 8.5). */
const MOST_TOSSES = 98;

/**
 * P(at least `wins` heads in `n` tosses of a fair coin), 0..1: what a win rate proves by itself (METHOD 7). The count
 * of favourable outcomes is summed in whole numbers and divided once.
 *
 * @throws RangeError unless 0 <= wins <= n <= 98
 */
export function coinProbability(wins: number, n: number): number {
  if (!Number.isInteger(n) || n < 0 || n > MOST_TOSSES) throw new RangeError(`coin: n is ${n}, accepted is 0..98`);
  if (!Number.isInteger(wins) || wins < 0 || wins > n)
    throw new RangeError(`coin: wins is ${wins}, accepted is 0..${n}`);
  let favourable = 0n;
  let ways = 1n;
  for (let heads = n; heads >= wins; heads--) {
    favourable += ways;
    ways = (ways * BigInt(heads)) / BigInt(n - heads + 1);
  }
  return Number(favourable) / 2 ** n;
}
