import { dayOf } from '../calendar/dates';
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
export interface WalkForward extends WinForward {
  /** Indices of the rows with calibrated predictions, ascending. */
  readonly tested: Int32Array;
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

/** Out-of-fold probabilities of a win; NaN where there is none. One element a row in both arrays. */
export interface WinForward {
  readonly folds: readonly Fold[];
  /** Log odds of the model fitted on the years before, uncalibrated. */
  readonly logOdds: Float64Array;
  /** Calibrated. */
  readonly probability: Float64Array;
}

/**
 * Expanding walk-forward prediction of the win. Test year t is predicted by a model fitted on rows whose hold was over
 * before Jan 1 of t, then calibrated by Platt scaling fitted on the out-of-fold predictions of earlier years whose hold
 * was over by then too: no row, and no calibration, has seen a day of the year it is tested on.
 *
 * @param columns inputs to use: the features, some of them, or more
 * @param onProgress share done, 0..1
 * @param mayFit rows to fit and calibrate on; every row is predicted
 */
export function winForward(
  rows: Rows,
  columns: readonly Float64Array[],
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
  mayFit: RowFilter = () => true,
): WinForward {
  const logOdds = new Float64Array(rows.count).fill(Number.NaN);
  const probability = new Float64Array(rows.count).fill(Number.NaN);
  const folds: Fold[] = [];
  const years = yearsOf(
    rows,
    rowsWhere(rows.count, () => true),
  );
  let start: LinearFit | undefined;
  for (const [position, year] of years.entries()) {
    onProgress(position / years.length);
    const train = trainedOn(rows, year, mayFit);
    if (position < settings.minTrainYears || train.length < settings.minFitRows) continue;
    start = fitLogistic({ columns, rows: train }, rows.won, { l2: settings.l2, start });
    const test = rowsWhere(rows.count, (row) => rows.year[row] === year);
    for (const row of test) logOdds[row] = linearAtRow(start, columns, row);
    const platt = calibration(rows, logOdds, year, settings, mayFit);
    if (platt === null) continue;
    for (const row of test) probability[row] = calibrated(platt, logOdds[row]);
    const before = rowsWhere(rows.count, (row) => rows.year[row] < year && mayFit(row)).length;
    folds.push({ year, trainRows: train.length, purged: before - train.length, testRows: test.length, platt });
  }
  onProgress(1);
  return { folds, logOdds, probability };
}

/** The same of everything that is predicted, with the baselines known to each fold. */
export function walkForward(
  rows: Rows,
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
): WalkForward {
  const win = winForward(rows, rows.features, settings, onProgress);
  const out: Outcomes = {
    baseRate: empty(rows),
    predReturn: empty(rows),
    predMfe: empty(rows),
    baseReturn: empty(rows),
  };
  const returnTarget = scaled(rows.returnPct, rows);
  const mfeTarget = scaled(rows.mfePct, rows);
  for (const { year } of win.folds) {
    const train = trainedOn(rows, year);
    const test = rowsWhere(rows.count, (row) => rows.year[row] === year);
    const design: Design = { columns: rows.features, rows: train };
    const returns = fitRidge(design, returnTarget, settings.l2);
    const mfe = fitRidge(design, mfeTarget, settings.l2);
    for (const row of test) {
      out.predReturn[row] = linearAtRow(returns, rows.features, row) * rows.scale[row];
      out.predMfe[row] = Math.max(0, out.predReturn[row], linearAtRow(mfe, rows.features, row) * rows.scale[row]);
    }
    baseline(rows, train, test, returnTarget, out);
  }
  return { ...win, ...out, tested: rowsWhere(rows.count, (row) => !Number.isNaN(win.probability[row])) };
}

type RowFilter = (row: number) => boolean;

/** Rows whose hold was over before the year opens. */
export function trainedOn(rows: Rows, year: number, mayFit: RowFilter = () => true): Int32Array {
  const opens = dayOf(year, 1, 1);
  return rowsWhere(rows.count, (row) => rows.end[row] < opens && mayFit(row));
}

/** The calibration that is known when a year opens, or null while there is too little to fit it on. */
function calibration(
  rows: Rows,
  logOdds: Float64Array,
  year: number,
  settings: ModelSettings,
  mayFit: RowFilter,
): Platt | null {
  const known = trainedOn(rows, year, (row) => mayFit(row) && !Number.isNaN(logOdds[row]));
  if (known.length < settings.minFitRows) return null;
  const years = yearsOf(rows, known).length;
  if (years < settings.minCalibrationYears) return null;
  return fitPlatt({ logOdds, won: rows.won, year: rows.year, rows: known }, settings.calibrationPriorYears);
}

type Outcomes = Pick<WalkForward, 'baseRate' | 'predReturn' | 'predMfe' | 'baseReturn'>;

/** What knowing only the direction predicts. */
function baseline(rows: Rows, train: Int32Array, test: Int32Array, returns: Float64Array, out: Outcomes): void {
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

function empty({ count }: Rows): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}

/** Percent in units of the row's scale. */
function scaled(percent: Float64Array, { scale }: Rows): Float64Array {
  return percent.map((value, row) => value / scale[row]);
}

/** Entry years that occur, ascending. @param among indices ascending by year */
function yearsOf({ year }: Rows, among: Int32Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < among.length; i++) {
    if (i === 0 || year[among[i]] !== found[found.length - 1]) found.push(year[among[i]]);
  }
  return found;
}
