import { median } from '../statistics/moments';

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { isNaN: isMissing } = Number;

/** Fewest observed years for the strength of a window and for the deviation of a reference (METHOD 9). */
export const FEWEST_OBSERVED = 5;

/** Returns of the same symbol and hold over the whole year before each lookback year's first entry (METHOD 9). */
export interface Reference {
  /** m_h: mean of all observed returns, as fractions. */
  readonly mean: number;
  /** s0_h: median over the reference entries of the sample deviation across years; null where none has five years. */
  readonly deviation: number | null;
}

/**
 * z of METHOD 9: how far a window beats its own symbol's drift. Positive speaks for a long trade, negative for a short.
 *
 * @param n years observed
 * @param sum of their long returns, as fractions
 * @param squares sum of the squared returns
 * @returns null with fewer than five years, without a reference, or where nothing ever varied
 */
export function strengthOf(n: number, sum: number, squares: number, reference: Reference): number | null {
  if (n < FEWEST_OBSERVED || reference.deviation === null) return null;
  const mean = sum / n;
  // One pass, as in the kernel: rounding may leave the difference a hair below zero.
  const deviation = Math.sqrt(Math.max(0, squares - sum * mean) / (n - 1));
  const scale = deviation + reference.deviation;
  return scale > 0 ? (Math.sqrt(n) * (mean - reference.mean)) / scale : null;
}

/**
 * The reference of a hold.
 *
 * @param returns long returns as fractions, `entries` elements a lookback year, one for each reference entry j; NaN = missing
 * @returns null when no return was observed
 */
export function referenceOf(returns: Float64Array, entries: number): Reference | null {
  let sum = 0;
  let count = 0;
  const deviations: number[] = [];
  for (let j = 0; j < entries; j++) {
    let n = 0;
    let entrySum = 0;
    for (let at = j; at < returns.length; at += entries) {
      if (isMissing(returns[at])) continue;
      n += 1;
      entrySum += returns[at];
      sum += returns[at];
    }
    count += n;
    if (n < FEWEST_OBSERVED) continue;
    // `sampleDeviation` of the observed returns.
    const centre = entrySum / n;
    let squares = 0;
    for (let at = j; at < returns.length; at += entries)
      if (!isMissing(returns[at])) squares += (returns[at] - centre) * (returns[at] - centre);
    deviations.push(Math.sqrt(squares / (n - 1)));
  }
  if (count === 0) return null;
  return { mean: sum / count, deviation: deviations.length === 0 ? null : median(deviations) };
}
