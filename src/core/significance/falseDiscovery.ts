/**
 * The smallest false discovery rate at which a window would be called among the strongest of all symbols: the step-up of
 * Benjamini and Hochberg (1995), "Controlling the false discovery rate", J. R. Stat. Soc. B 57:289-300. A window that
 * is not its symbol's strongest is ranked in the place of the strongest, so that its rate is never lower. The rate is at
 * least `chance` and never falls as `chance` rises.
 *
 * @param chance p_symbol of the window
 * @param strongest see `chancesOfStrongest`
 */
export function falseDiscoveryRate(chance: number, strongest: Float64Array): number {
  const symbols = Math.max(1, strongest.length);
  const called = countTo(strongest, chance);
  let rate = (chance * symbols) / Math.max(1, called);
  for (let i = called; i < strongest.length; i++) rate = Math.min(rate, (strongest[i] * symbols) / (i + 1));
  // Rounding must not take it below.
  return Math.max(chance, rate);
}

/** How many symbols shuffled calendars call: the mean, and the 5th and 95th percentile over the rotations. */
export interface CalledByChance {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** @param counts number of symbols that each rotation calls */
export function calledByChance(counts: Uint32Array): CalledByChance {
  const sorted = counts.slice().sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return {
    mean: sorted.reduce((sum, count) => sum + count, 0) / Math.max(1, sorted.length),
    low: at(0.05),
    high: at(0.95),
  };
}

/** Number of elements of an ascending array that are at most `value`. */
export function countTo(ascending: Float64Array, value: number): number {
  const above = ascending.findIndex((element) => element > value);
  return above < 0 ? ascending.length : above;
}
