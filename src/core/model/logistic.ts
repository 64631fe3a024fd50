/** Small dense linear algebra on row-major matrices. Every sum runs in index order, so that the same rows give the same bits. */

/** Rows to fit on: one array a feature, and which rows count, in order. */
export interface Design {
  /** One element a row in every column. */
  readonly columns: readonly Float64Array[];
  /** Indices of the rows that count, ascending. */
  readonly rows: Int32Array;
}

/** Mean and standard deviation (n) of each column over the rows that count. */
export interface Scaling {
  readonly mean: readonly number[];
  /** 1 for a column that never changes, so that dividing by it is harmless. */
  readonly deviation: readonly number[];
}

export function scalingOf({ columns, rows }: Design): Scaling {
  if (rows.length === 0) throw new RangeError('cannot scale 0 rows, at least 1 is needed');
  const mean: number[] = [];
  const deviation: number[] = [];
  for (const column of columns) {
    let sum = 0;
    for (let i = 0; i < rows.length; i++) sum += column[rows[i]];
    const centre = sum / rows.length;
    let squares = 0;
    for (let i = 0; i < rows.length; i++) squares += (column[rows[i]] - centre) * (column[rows[i]] - centre);
    const spread = Math.sqrt(squares / rows.length);
    mean.push(centre);
    deviation.push(spread > 1e-12 * Math.max(1, Math.abs(centre)) ? spread : 1);
  }
  return { mean, deviation };
}

/** A linear function of unscaled inputs: intercept + sum of weight * (x - mean) / deviation. */
export interface LinearFit {
  readonly intercept: number;
  /** Per standard deviation of the input. */
  readonly weights: readonly number[];
  readonly scaling: Scaling;
}

/** Value of a fit at unscaled inputs. */
export function linearAt({ intercept, weights, scaling }: LinearFit, values: readonly number[]): number {
  let sum = intercept;
  for (let j = 0; j < weights.length; j++) sum += (weights[j] * (values[j] - scaling.mean[j])) / scaling.deviation[j];
  return sum;
}

/** Values of a fit at row `row` of the columns. */
export function linearAtRow(fit: LinearFit, columns: readonly Float64Array[], row: number): number {
  const { weights, scaling } = fit;
  let sum = fit.intercept;
  for (let j = 0; j < weights.length; j++) {
    sum += (weights[j] * (columns[j][row] - scaling.mean[j])) / scaling.deviation[j];
  }
  return sum;
}

/**
 * Solves A x = b for a symmetric positive definite A (row-major, size n*n) by Cholesky's decomposition.
 *
 * @throws RangeError when A is not positive definite
 */
export function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= lower[i * n + k] * lower[j * n + k];
      if (i !== j) lower[i * n + j] = sum / lower[j * n + j];
      else if (sum > 0) lower[i * n + i] = Math.sqrt(sum);
      else throw new RangeError(`matrix is not positive definite: pivot ${i} is ${sum}`);
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i * n + k] * x[k];
    x[i] /= lower[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] -= lower[k * n + i] * x[k];
    x[i] /= lower[i * n + i];
  }
  return x;
}

/**
 * Ridge regression: minimises mean squared error / 2 + l2/2 * sum of squared weights on standardised inputs; the intercept is
 * free (Hoerl & Kennard 1970). Closed form: (Z'Z/n + l2 I) w = Z'(y - mean y)/n.
 *
 * @param target one element a row of the columns
 * @throws RangeError without rows
 */
export function fitRidge(design: Design, target: Float64Array, l2: number): LinearFit {
  const { columns, rows } = design;
  const scaling = scalingOf(design);
  const width = columns.length;
  const gram = new Float64Array(width * width);
  const moment = new Float64Array(width);
  const z = new Float64Array(width);
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += target[rows[i]];
  const centre = sum / rows.length;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    for (let j = 0; j < width; j++) z[j] = (columns[j][row] - scaling.mean[j]) / scaling.deviation[j];
    for (let j = 0; j < width; j++) {
      moment[j] += z[j] * (target[row] - centre);
      for (let k = 0; k <= j; k++) gram[j * width + k] += z[j] * z[k];
    }
  }
  for (let j = 0; j < width; j++) {
    moment[j] /= rows.length;
    for (let k = 0; k <= j; k++) gram[j * width + k] /= rows.length;
    gram[j * width + j] += l2 + 1e-12;
  }
  return { intercept: centre, weights: Array.from(solveSymmetric(gram, moment)), scaling };
}

/** Local aliases: in another context, as in tests, looking a global up costs more than the arithmetic. */
const { abs, exp, log } = Math;

/** 1 / (1 + e^-z), without overflow. */
export function sigmoid(z: number): number {
  if (z >= 0) return 1 / (1 + exp(-z));
  const e = exp(z);
  return e / (1 + e);
}

interface LogisticOptions {
  /** Penalty l2/2 * sum of squared weights on the mean loss; the intercept is free. */
  readonly l2: number;
  /** Starting point; the optimum is unique, so this only saves steps. */
  readonly start?: { readonly intercept: number; readonly weights: readonly number[] };
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
export function fitLogistic(design: Design, won: Uint8Array, { l2, start }: LogisticOptions): LinearFit {
  const scaling = scalingOf(design);
  let weights = new Float64Array(design.columns.length + 1);
  if (start) weights.set([start.intercept, ...start.weights]);
  let current = lossAt(design, scaling, won, weights, l2);
  for (let step = 0; step < MAX_STEPS; step++) {
    const move = solveSymmetric(current.hessian, current.gradient);
    let share = 1;
    let next = weights;
    let candidate = current;
    for (let halving = 0; halving <= MAX_HALVINGS; halving++) {
      next = weights.map((w, j) => w - share * move[j]);
      candidate = lossAt(design, scaling, won, next, l2);
      // Near the optimum rounding alone may raise the loss by a few units in the last place.
      if (candidate.loss <= current.loss + 1e-12 * current.loss) break;
      share /= 2;
    }
    weights = next;
    current = candidate;
    const change = share * move.reduce((most, m) => Math.max(most, Math.abs(m)), 0);
    if (change < TOLERANCE) return { intercept: weights[0], weights: Array.from(weights.subarray(1)), scaling };
  }
  throw new Error(`logistic regression did not converge in ${MAX_STEPS} steps on ${design.rows.length} rows`);
}

interface Loss {
  /** Mean log loss plus penalty. */
  readonly loss: number;
  readonly gradient: Float64Array;
  /** Lower triangle. */
  readonly hessian: Float64Array;
}

function lossAt(design: Design, scaling: Scaling, won: Uint8Array, weights: Float64Array, l2: number): Loss {
  const { columns, rows } = design;
  const { mean, deviation } = scaling;
  const size = weights.length;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const x = new Float64Array(size);
  x[0] = 1;
  let loss = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    let z = weights[0];
    for (let j = 1; j < size; j++) {
      x[j] = (columns[j - 1][row] - mean[j - 1]) / deviation[j - 1];
      z += weights[j] * x[j];
    }
    // One exponential serves the probability and ln(1 + e^z), and cannot overflow.
    const e = exp(-abs(z));
    const p = z >= 0 ? 1 / (1 + e) : e / (1 + e);
    loss += log(1 + e) + (z > 0 ? z : 0) - won[row] * z;
    const residual = p - won[row];
    const curvature = p * (1 - p);
    for (let j = 0; j < size; j++) {
      gradient[j] += residual * x[j];
      for (let k = 0; k <= j; k++) hessian[j * size + k] += curvature * x[j] * x[k];
    }
  }
  loss /= rows.length;
  for (let j = 0; j < size; j++) {
    const penalty = j > 0 ? l2 : 0;
    loss += (penalty / 2) * weights[j] * weights[j];
    gradient[j] = gradient[j] / rows.length + penalty * weights[j];
    for (let k = 0; k <= j; k++) hessian[j * size + k] /= rows.length;
    // A sliver of ridge keeps the step defined when a column never changes and there is no penalty.
    hessian[j * size + j] += penalty + 1e-12;
  }
  return { loss, gradient, hessian };
}
