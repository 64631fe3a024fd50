import { type Design, type LinearFit, scalingOf, solveSymmetric } from './linear';

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
