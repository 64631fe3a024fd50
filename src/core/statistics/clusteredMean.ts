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
