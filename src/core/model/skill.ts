import { CONFIDENCE_LEVEL, meanInterval, studentT } from '../statistics/studentT';

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
