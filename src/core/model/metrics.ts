import { CONFIDENCE_LEVEL, meanInterval, studentT } from '../statistics/intervals';

/**
 * Scores of probabilities against outcomes. `p` holds probabilities 0..1, `won` 1 or 0, one element a row each; `rows`
 * says which rows count, and sums run in its order.
 */

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { log, max, min } = Math;

/** Sorting buffer that every score reuses: a model of a million rows is scored dozens of times. */
let spare = new Float64Array(0);

function spareOf(length: number): Float64Array {
  if (spare.length < length) spare = new Float64Array(length);
  return spare.subarray(0, length);
}

/** Mean squared error of a probability (Brier 1950): lower is better, .25 for a coin. */
export function brier(p: Float64Array, won: Uint8Array, rows: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += (p[rows[i]] - won[rows[i]]) ** 2;
  return sum / rows.length;
}

/** Probabilities are held this far from 0 and 1 in the log loss, which one certain error would make infinite. */
export const LOG_LOSS_FLOOR = 0.005;

/** Negative log likelihood of one outcome, natural logarithm. @param won 1 or 0 */
export function logLossOf(p: number, won: number): number {
  const clamped = min(1 - LOG_LOSS_FLOOR, max(LOG_LOSS_FLOOR, p));
  return -log(won === 1 ? clamped : 1 - clamped);
}

/** Mean of `logLossOf`. */
export function logLoss(p: Float64Array, won: Uint8Array, rows: Int32Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += logLossOf(p[rows[i]], won[rows[i]]);
  return sum / rows.length;
}

/**
 * Area under the ROC curve: the share of (winner, loser) pairs in which the winner has the higher probability, a tie
 * counting half (Mann & Whitney 1947). Null without a winner or without a loser.
 */
export function auc(p: Float64Array, won: Uint8Array, rows: Int32Array): number | null {
  const winners = rows.reduce((sum, row) => sum + won[row], 0);
  if (winners === 0 || winners === rows.length) return null;
  const sorted = spareOf(rows.length);
  const high = sorted.subarray(0, winners);
  const low = sorted.subarray(winners);
  for (let i = 0, wins = 0; i < rows.length; i++) {
    if (won[rows[i]] === 1) high[wins++] = p[rows[i]];
    else low[i - wins] = p[rows[i]];
  }
  high.sort();
  low.sort();
  let below = 0;
  let upTo = 0;
  let pairs = 0;
  for (let i = 0; i < high.length; i++) {
    while (below < low.length && low[below] < high[i]) below += 1;
    while (upTo < low.length && low[upTo] <= high[i]) upTo += 1;
    pairs += (below + upTo) / 2;
  }
  return pairs / (high.length * low.length);
}

/** One bin of a reliability diagram. */
export interface ReliabilityBin {
  readonly count: number;
  /** Mean probability, 0..1. */
  readonly predicted: number;
  /** Share that won, 0..1. */
  readonly observed: number;
}

/** Bins of about equal size in ascending probability; equal probabilities are never parted, so there may be fewer. */
export function reliability(p: Float64Array, won: Uint8Array, rows: Int32Array, bins = 10): ReliabilityBin[] {
  const sorted = spareOf(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[i] = p[rows[i]];
  sorted.sort();
  const highest: number[] = [];
  for (let bin = 1; bin <= bins && sorted.length > 0; bin++) {
    const cut = sorted[Math.max(0, Math.ceil((bin * sorted.length) / bins) - 1)];
    if (cut !== highest[highest.length - 1]) highest.push(cut);
  }
  const count = new Float64Array(highest.length);
  const predicted = new Float64Array(highest.length);
  const wins = new Float64Array(highest.length);
  for (let i = 0; i < rows.length; i++) {
    let bin = 0;
    while (p[rows[i]] > highest[bin]) bin += 1;
    count[bin] += 1;
    predicted[bin] += p[rows[i]];
    wins[bin] += won[rows[i]];
  }
  return highest.map((_, b) => ({ count: count[b], predicted: predicted[b] / count[b], observed: wins[b] / count[b] }));
}

/** Expected calibration error: mean |predicted - observed| over the bins, weighted by size (Naeini et al. 2015). */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  let sum = 0;
  let count = 0;
  for (const bin of bins) {
    sum += bin.count * Math.abs(bin.predicted - bin.observed);
    count += bin.count;
  }
  return sum / count;
}

/** A mean with its uncertainty. Years are taken as independent of each other, rows within a year are not. */
export interface YearlyMean {
  readonly mean: number;
  /** Standard error; null for a single year. */
  readonly standardError: number | null;
  /** 95 % interval by Student's t with years - 1 degrees of freedom; null for a single year. */
  readonly low: number | null;
  readonly high: number | null;
  readonly years: number;
}

/** Fewest years that a claim of skill may rest on. */
export const MIN_SKILL_YEARS = 5;

/**
 * Mean of one number a row with a standard error by year. Rows of one week and overlapping holds are correlated, so
 * that n rows are worth far less than n: the error is that of a mean over clusters (Liang & Zeger 1986), the cluster
 * being the calendar year, with the factor G/(G - 1) for few clusters.
 *
 * @param yearOfRow ascending over `rows`
 * @throws RangeError without rows
 */
export function meanByYear(numberOf: (row: number) => number, yearOfRow: Int16Array, rows: Int32Array): YearlyMean {
  const sums: number[] = [];
  const counts: number[] = [];
  for (let i = 0; i < rows.length; ) {
    const year = yearOfRow[rows[i]];
    const from = i;
    let sum = 0;
    for (; i < rows.length && yearOfRow[rows[i]] === year; i++) sum += numberOf(rows[i]);
    sums.push(sum);
    counts.push(i - from);
  }
  return meanOfClusters(sums, counts);
}

/** `meanByYear` from each year's sum and count. Years without a row do not count as years. */
export function meanOfClusters(sums: readonly number[], counts: readonly number[]): YearlyMean {
  let total = 0;
  let count = 0;
  for (let year = 0; year < sums.length; year++) {
    total += sums[year];
    count += counts[year];
  }
  if (count === 0) throw new RangeError('cannot average 0 rows, at least 1 is needed');
  const mean = total / count;
  let squares = 0;
  for (let year = 0; year < sums.length; year++) squares += (sums[year] - counts[year] * mean) ** 2;
  const years = counts.filter((rows) => rows > 0).length;
  if (years < 2) return { mean, standardError: null, low: null, high: null, years };
  const standardError = Math.sqrt((squares * years) / (years - 1)) / count;
  const reach = studentT(CONFIDENCE_LEVEL, years - 1) * standardError;
  return { mean, standardError, low: mean - reach, high: mean + reach, years };
}

/** Mean of one number a year, each year counting alike, with its interval. */
export function meanOfYears(values: readonly number[]): YearlyMean {
  const years = values.length;
  const interval = meanInterval(values);
  if (interval === null) return { mean: values[0] ?? 0, standardError: null, low: null, high: null, years };
  const { mean, low, high } = interval;
  return { mean, standardError: (high - low) / 2 / studentT(CONFIDENCE_LEVEL, years - 1), low, high, years };
}

/** The mean in words: `0.0012 (0.0004 to 0.0020)`. */
export function intervalText(mean: Pick<YearlyMean, 'mean' | 'low' | 'high'>, digits: number): string {
  return `${mean.mean.toFixed(digits)} (${boundsText(mean, digits)})`;
}

export function boundsText({ low, high }: Pick<YearlyMean, 'low' | 'high'>, digits: number): string {
  return low === null || high === null ? 'one year: no interval' : `${low.toFixed(digits)} to ${high.toFixed(digits)}`;
}

/** Whether the interval lies above 0 and rests on at least `MIN_SKILL_YEARS`. */
export function isSignificant({ low, years }: YearlyMean): boolean {
  return low !== null && low > 0 && years >= MIN_SKILL_YEARS;
}
