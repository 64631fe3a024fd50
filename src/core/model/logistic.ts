import { type Design, type LinearFit, type Scaling, scalingOf, solveSymmetric } from './linear';

/** 1 / (1 + e^-z), without overflow. */
export function sigmoid(z: number): number {
  if (z >= 0) return 1 / (1 + Math.exp(-z));
  const e = Math.exp(z);
  return e / (1 + e);
}

/** ln(1 + e^z), without overflow: the loss of predicting log odds z for a 0. */
export function softplus(z: number): number {
  return z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z));
}

export interface LogisticOptions {
  /** Penalty l2/2 * sum of squared weights on the mean loss; the intercept is free. */
  readonly l2: number;
  /** Where to start; the optimum is unique, so this only saves steps. */
  readonly start?: { readonly intercept: number; readonly weights: readonly number[] };
  /** Fit on inputs as they come instead of standardised ones. */
  readonly unscaled?: boolean;
}

const MAX_STEPS = 100;
const MAX_HALVINGS = 40;
/** Largest change of a weight at which the optimum counts as reached. */
const TOLERANCE = 1e-10;

/**
 * Logistic regression with an L2 penalty, by Newton's method (iteratively reweighted least squares; Hastie,
 * Tibshirani, Friedman, The Elements of Statistical Learning, 4.4.1) with step halving.
 *
 * @param won one element a row of the columns: 1 or 0
 * @throws RangeError without rows, or Error when it does not converge
 */
export function fitLogistic(design: Design, won: Uint8Array, options: LogisticOptions): LinearFit {
  const width = design.columns.length;
  const scaling = options.unscaled ? unitScaling(width) : scalingOf(design);
  let weights = new Float64Array(width + 1);
  if (options.start) weights.set([options.start.intercept, ...options.start.weights]);
  let loss = lossAt(design, scaling, won, weights, options.l2);
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = newtonStep(design, scaling, won, weights, options.l2);
    let share = 1;
    let next = weights;
    let nextLoss = loss;
    for (let halving = 0; ; halving++) {
      next = weights.map((w, j) => w - share * move[j]);
      nextLoss = lossAt(design, scaling, won, next, options.l2);
      // Near the optimum rounding alone may raise the loss by a few units in the last place.
      if (nextLoss <= loss + 1e-12 * Math.abs(loss) || halving === MAX_HALVINGS) break;
      share /= 2;
    }
    const change = share * move.reduce((most, m) => Math.max(most, Math.abs(m)), 0);
    weights = next;
    loss = nextLoss;
    if (change < TOLERANCE) return { intercept: weights[0], weights: Array.from(weights.subarray(1)), scaling };
  }
  throw new Error(`logistic regression did not converge in ${MAX_STEPS} steps on ${design.rows.length} rows`);
}

/** Mean log loss plus penalty. */
function lossAt(design: Design, scaling: Scaling, won: Uint8Array, weights: Float64Array, l2: number): number {
  const { columns, rows } = design;
  const { mean, deviation } = scaling;
  let sum = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    let z = weights[0];
    for (let j = 0; j < columns.length; j++) z += (weights[j + 1] * (columns[j][row] - mean[j])) / deviation[j];
    sum += softplus(z) - (won[row] === 1 ? z : 0);
  }
  let penalty = 0;
  for (let j = 1; j < weights.length; j++) penalty += weights[j] * weights[j];
  return sum / rows.length + (l2 / 2) * penalty;
}

/** Inverse Hessian times gradient. */
function newtonStep(
  design: Design,
  scaling: Scaling,
  won: Uint8Array,
  weights: Float64Array,
  l2: number,
): Float64Array {
  const { columns, rows } = design;
  const { mean, deviation } = scaling;
  const size = weights.length;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const x = new Float64Array(size);
  x[0] = 1;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    let z = weights[0];
    for (let j = 1; j < size; j++) {
      x[j] = (columns[j - 1][row] - mean[j - 1]) / deviation[j - 1];
      z += weights[j] * x[j];
    }
    const p = sigmoid(z);
    const residual = p - won[row];
    const curvature = p * (1 - p);
    for (let j = 0; j < size; j++) {
      gradient[j] += residual * x[j];
      for (let k = 0; k <= j; k++) hessian[j * size + k] += curvature * x[j] * x[k];
    }
  }
  for (let j = 0; j < size; j++) {
    gradient[j] = gradient[j] / rows.length + (j > 0 ? l2 * weights[j] : 0);
    for (let k = 0; k <= j; k++) hessian[j * size + k] /= rows.length;
    // A sliver of ridge keeps the step defined when a column never changes and there is no penalty.
    hessian[j * size + j] += (j > 0 ? l2 : 0) + 1e-12;
  }
  return solveSymmetric(hessian, gradient);
}

function unitScaling(width: number): Scaling {
  return { mean: new Array<number>(width).fill(0), deviation: new Array<number>(width).fill(1) };
}
