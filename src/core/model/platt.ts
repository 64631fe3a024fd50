import { logit } from './features';
import { fitLogistic, sigmoid } from './logistic';

/** Calibrated probability = sigmoid(slope * z + offset), z the log odds of the uncalibrated model. */
export interface Platt {
  /** >= 0: calibration may flatten a ranking, it never reverses one. */
  readonly slope: number;
  readonly offset: number;
}

/**
 * Platt scaling (Platt 1999) with his targets (n+ + 1)/(n+ + 2) left out: thousands of rows leave them without effect.
 *
 * @param logOdds out-of-fold log odds, one element a row
 * @param rows indices to fit on
 */
export function fitPlatt(logOdds: Float64Array, won: Uint8Array, rows: Int32Array): Platt {
  const wins = rows.reduce((sum, row) => sum + won[row], 0);
  // Half an observation each way keeps the log odds finite when all won or all lost.
  const flat = { slope: 0, offset: logit((wins + 0.5) / (rows.length + 1)) };
  if (wins === 0 || wins === rows.length) return flat;
  const fit = fitLogistic({ columns: [logOdds], rows }, won, { l2: 1e-9 });
  const slope = fit.weights[0] / fit.scaling.deviation[0];
  return slope > 0 ? { slope, offset: fit.intercept - slope * fit.scaling.mean[0] } : flat;
}

/** The calibrated probability of uncalibrated log odds. */
export function calibrated({ slope, offset }: Platt, logOdds: number): number {
  return sigmoid(slope * logOdds + offset);
}
