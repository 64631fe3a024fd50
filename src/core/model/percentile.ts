/**
 * ml_score is a percentile in a frozen reference: the out-of-fold probabilities of one model version, thinned to
 * ascending order statistics. It never depends on the request.
 */

/** Order statistics kept: a score moves in steps of a tenth of a point. */
const MOST_KEPT = 1000;

/**
 * Order statistics at the middle of equal shares: the (i + 1/2)/K quantile for i = 0..K-1.
 *
 * @throws RangeError without probabilities
 */
export function referenceOf(probabilities: Float64Array): number[] {
  if (probabilities.length === 0) throw new RangeError('a reference needs at least 1 probability, got 0');
  const sorted = probabilities.slice().sort();
  const kept = Math.min(MOST_KEPT, sorted.length);
  return Array.from({ length: kept }, (_, i) => sorted[Math.floor(((i + 0.5) * sorted.length) / kept)]);
}

/** Share of the reference below a probability, ties counting half, 0..100. @param reference ascending */
export function percentileIn(reference: readonly number[], probability: number): number {
  const below = countWhile(reference, (kept) => kept < probability);
  const upTo = countWhile(reference, (kept) => kept <= probability);
  return (50 * (below + upTo)) / reference.length;
}

/** Length of the leading part of an array for which `matches` is true. */
function countWhile(sorted: readonly number[], matches: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (matches(sorted[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
