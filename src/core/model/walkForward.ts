import { dayOf } from '../dates';
import { type Design, type LinearFit, linearAtRow } from './linear';
import { fitLogistic } from './logistic';
import { calibrated, fitPlatt, type Platt } from './platt';
import { fitRidge } from './ridge';
import { type Rows, rowsWhere } from './rows';
import type { ModelSettings } from './settings';

/** Everything that is fitted, on the same rows. */
export interface Fits {
  readonly win: LinearFit;
  /** In units of volatility * sqrt(hold). */
  readonly returns: LinearFit;
  readonly mfe: LinearFit;
}

/** One test year: what it was fitted on. */
export interface Fold {
  readonly year: number;
  readonly trainRows: number;
  /** Rows entered before the year and still open in it: left out of the training. */
  readonly purged: number;
  readonly testRows: number;
  readonly platt: Platt;
}

/**
 * Out-of-fold predictions, one element a row of `rows` in every array, NaN where there is none. Only the `tested` rows
 * have a calibrated one: before them come the years that calibration itself needed.
 */
export interface WalkForward {
  readonly folds: readonly Fold[];
  /** Indices of the rows with calibrated predictions, ascending. */
  readonly tested: Int32Array;
  /** Log odds of the model fitted on the years before, uncalibrated. */
  readonly logOdds: Float64Array;
  /** Calibrated probability of a win. */
  readonly probability: Float64Array;
  /** Win rate of the direction in the training rows of the fold. */
  readonly baseRate: Float64Array;
  /** Percent. */
  readonly predReturn: Float64Array;
  readonly predMfe: Float64Array;
  /** Mean of the direction in the training rows, in units of volatility * sqrt(hold), as percent. */
  readonly baseReturn: Float64Array;
}

/** Fits on the given rows. @param start an earlier fit to start from, which only saves steps */
export function fitAll(rows: Rows, on: Int32Array, settings: ModelSettings, start?: LinearFit): Fits {
  const design: Design = { columns: rows.features, rows: on };
  return {
    win: fitLogistic(design, rows.won, { l2: settings.l2, start }),
    returns: fitRidge(design, scaled(rows.returnPct, rows), settings.l2),
    mfe: fitRidge(design, scaled(rows.mfePct, rows), settings.l2),
  };
}

/**
 * Expanding walk-forward evaluation. Test year t is predicted by a model fitted on rows whose hold was over before
 * Jan 1 of t, then calibrated by Platt scaling fitted on the out-of-fold predictions of earlier years whose hold was
 * over by then too: no row, and no calibration, has seen a day of the year it is tested on.
 *
 * @param onProgress share done, 0..1
 */
export function walkForward(
  rows: Rows,
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
): WalkForward {
  const out = blank(rows.count);
  const targets = { returns: scaled(rows.returnPct, rows), mfe: scaled(rows.mfePct, rows) };
  const years = yearsOf(rows);
  const folds: Fold[] = [];
  let start: LinearFit | undefined;
  for (const [position, year] of years.entries()) {
    const opens = dayOf(year, 1, 1);
    const train = rowsWhere(rows.count, (row) => rows.end[row] < opens);
    onProgress(position / years.length);
    if (position < settings.minTrainYears || train.length < settings.minFitRows) continue;
    const test = rowsWhere(rows.count, (row) => rows.year[row] === year);
    const design: Design = { columns: rows.features, rows: train };
    const win = fitLogistic(design, rows.won, { l2: settings.l2, start });
    start = win;
    for (const row of test) out.logOdds[row] = linearAtRow(win, rows.features, row);
    const platt = calibration(rows, out.logOdds, opens, settings);
    if (platt === null) continue;
    const returns = fitRidge(design, targets.returns, settings.l2);
    const mfe = fitRidge(design, targets.mfe, settings.l2);
    predict(rows, test, { returns, mfe }, platt, out);
    baseline(rows, train, test, targets.returns, out);
    const before = rowsWhere(rows.count, (row) => rows.year[row] < year).length;
    folds.push({ year, trainRows: train.length, purged: before - train.length, testRows: test.length, platt });
  }
  onProgress(1);
  return { ...out, folds, tested: rowsWhere(rows.count, (row) => !Number.isNaN(out.probability[row])) };
}

/** The calibration that is known when a year opens, or null while there is too little to fit it on. */
function calibration(rows: Rows, logOdds: Float64Array, opens: number, settings: ModelSettings): Platt | null {
  const known = rowsWhere(rows.count, (row) => rows.end[row] < opens && !Number.isNaN(logOdds[row]));
  if (known.length < settings.minFitRows) return null;
  const years = rows.year[known[known.length - 1]] - rows.year[known[0]] + 1;
  return years < settings.minCalibrationYears ? null : fitPlatt(logOdds, rows.won, known);
}

type Predictions = Omit<WalkForward, 'folds' | 'tested'>;

function predict(
  rows: Rows,
  test: Int32Array,
  { returns, mfe }: Pick<Fits, 'returns' | 'mfe'>,
  platt: Platt,
  out: Predictions,
): void {
  for (const row of test) {
    out.probability[row] = calibrated(platt, out.logOdds[row]);
    out.predReturn[row] = linearAtRow(returns, rows.features, row) * rows.scale[row];
    out.predMfe[row] = Math.max(0, out.predReturn[row], linearAtRow(mfe, rows.features, row) * rows.scale[row]);
  }
}

/** What knowing only the direction predicts. */
function baseline(rows: Rows, train: Int32Array, test: Int32Array, returns: Float64Array, out: Predictions): void {
  const count = [0, 0];
  const wins = [0, 0];
  const sum = [0, 0];
  for (const row of train) {
    count[rows.isLong[row]] += 1;
    wins[rows.isLong[row]] += rows.won[row];
    sum[rows.isLong[row]] += returns[row];
  }
  for (const row of test) {
    const side = rows.isLong[row];
    out.baseRate[row] = (wins[side] + 1) / (count[side] + 2);
    out.baseReturn[row] = count[side] === 0 ? 0 : (sum[side] / count[side]) * rows.scale[row];
  }
}

function blank(count: number): Predictions {
  const empty = () => new Float64Array(count).fill(Number.NaN);
  return {
    logOdds: empty(),
    probability: empty(),
    baseRate: empty(),
    predReturn: empty(),
    predMfe: empty(),
    baseReturn: empty(),
  };
}

/** Percent in units of the row's scale. */
function scaled(percent: Float64Array, { scale }: Rows): Float64Array {
  return percent.map((value, row) => value / scale[row]);
}

/** Entry years that occur, ascending. */
export function yearsOf({ year }: Rows): number[] {
  return [...new Set(year)].sort((a, b) => a - b);
}
