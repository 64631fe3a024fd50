import { sigmoid, solveSymmetric } from './logistic';

/** Calibrated probability = sigmoid(slope * z + offset), z the log odds of the uncalibrated model. */
export interface Platt {
  /** >= 0: calibration may flatten a ranking, it never reverses one. */
  readonly slope: number;
  readonly offset: number;
}

/** Out-of-fold log odds and their outcomes, one element a row in every array. */
interface CalibrationRows {
  readonly logOdds: Float64Array;
  readonly won: Uint8Array;
  readonly year: Int16Array;
  /** Indices of the rows to fit on, ascending by year. */
  readonly rows: Int32Array;
}

const MAX_STEPS = 100;
const TOLERANCE = 1e-12;
/** Curvature of the log loss at even odds: the information that one row carries about the offset. */
const CURVATURE = 1 / 4;

/**
 * Platt scaling (Platt 1999), shrunk to the identity. A whole year's setups rise and fall with the market, so that a
 * slope fitted on few years follows the last crash: each year counts alike, and slope 1 and offset 0 count like
 * `priorYears` further ones.
 *
 * Minimises the mean of the yearly mean log losses + priorYears/years * 1/4 * ((slope-1)^2 * mean z^2 + offset^2)/2,
 * convex in both; by Newton's method. A slope below 0 becomes 0.
 *
 * @throws RangeError without rows
 */
export function fitPlatt(data: CalibrationRows, priorYears: number): Platt {
  if (data.rows.length === 0) throw new RangeError('cannot calibrate on 0 rows, at least 1 is needed');
  const weights = yearWeights(data);
  const penalty = (CURVATURE * priorYears) / weights.years;
  const free = minimise(data, weights, penalty, 1, 0, true);
  return free.slope >= 0 ? free : minimise(data, weights, penalty, 0, free.offset, false);
}

/** The calibrated probability of uncalibrated log odds. */
export function calibrated({ slope, offset }: Platt, logOdds: number): number {
  return sigmoid(slope * logOdds + offset);
}

/** Weight of a row by its year: each year sums to the same, all years to 1. */
interface YearWeights {
  /** Year of the first weight. */
  readonly first: number;
  readonly ofYear: Float64Array;
  /** Years that have a row. */
  readonly years: number;
}

function yearWeights({ year, rows }: CalibrationRows): YearWeights {
  const first = year[rows[0]];
  const counts = new Int32Array(year[rows[rows.length - 1]] - first + 1);
  for (let i = 0; i < rows.length; i++) counts[year[rows[i]] - first] += 1;
  const years = counts.filter((count) => count > 0).length;
  return { first, ofYear: Float64Array.from(counts, (count) => 1 / (years * count)), years };
}

function minimise(
  { logOdds, won, year, rows }: CalibrationRows,
  { first, ofYear }: YearWeights,
  penalty: number,
  slope: number,
  offset: number,
  isSlopeFree: boolean,
): Platt {
  let a = slope;
  let b = offset;
  let spread = 0;
  for (let i = 0; i < rows.length; i++) spread += ofYear[year[rows[i]] - first] * logOdds[rows[i]] * logOdds[rows[i]];
  // Keeps the step defined when there is no prior and nothing to learn.
  const slopePenalty = penalty * spread + 1e-9;
  const offsetPenalty = penalty + 1e-9;
  for (let step = 0; step < MAX_STEPS; step++) {
    let gradA = slopePenalty * (a - 1);
    let gradB = offsetPenalty * b;
    let aa = slopePenalty;
    let ab = 0;
    let bb = offsetPenalty;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const z = logOdds[row];
      const p = sigmoid(a * z + b);
      const weight = ofYear[year[row] - first];
      const residual = weight * (p - won[row]);
      const curvature = weight * p * (1 - p);
      gradA += residual * z;
      gradB += residual;
      aa += curvature * z * z;
      ab += curvature * z;
      bb += curvature;
    }
    const move = isSlopeFree
      ? solveSymmetric(Float64Array.of(aa, ab, ab, bb), Float64Array.of(gradA, gradB))
      : Float64Array.of(0, gradB / bb);
    // Log odds change by at most 1 a step, which keeps Newton's method from running off where the loss is flat.
    const share = 1 / Math.max(1, Math.abs(move[0]), Math.abs(move[1]));
    a -= share * move[0];
    b -= share * move[1];
    if (Math.max(Math.abs(move[0]), Math.abs(move[1])) < TOLERANCE) return { slope: a, offset: b };
  }
  throw new Error(`Platt scaling did not converge in ${MAX_STEPS} steps on ${rows.length} rows`);
}
