/** Local alias: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;

/** Fewest observed years for the strength of a window (METHOD 9). */
export const FEWEST_OBSERVED = 5;

/**
 * z of METHOD 9: how far a window beats its own symbol's drift, in units of the risk that was taken in it, with the
 * realised variance of Andersen, Bollerslev, Diebold and Labys (2003). Positive speaks for a long trade, negative for a
 * short.
 *
 * @param n years observed
 * @param sum of their long returns, as fractions
 * @param variance sum of their realised variances
 * @param drift m_h: mean long return of the same hold over the reference entries, as a fraction
 * @returns null with fewer than five years; 0 where the price never moved
 */
export function strengthOf(n: number, sum: number, variance: number, drift: number): number | null {
  if (n < FEWEST_OBSERVED) return null;
  // sqrt(n) * (sum / n - drift) / sqrt(variance / n)
  return variance > 0 ? (sum - n * drift) / Math.sqrt(variance) : 0;
}

/** m_h of METHOD 9: mean of the observed returns of the reference entries; null when none was observed. */
export function driftOf(returns: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < returns.length; i++) {
    if (isMissing(returns[i])) continue;
    sum += returns[i];
    count += 1;
  }
  return count === 0 ? null : sum / count;
}
