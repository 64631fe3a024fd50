import { dayOf } from '../calendar/dates';
import { type Design, fitLogistic, fitRidge, type LinearFit, linearAtRow } from './logistic';
import { calibrated, fitPlatt, type Platt } from './platt';
import { type Rows, rowsByYear, rowsWhere } from './rows';
import type { ModelSettings } from './settings';

/** Everything that is fitted, on the same rows. */
export interface Fits {
  readonly win: LinearFit;
  /** In units of volatility * sqrt(hold). */
  readonly returns: LinearFit;
  readonly mfe: LinearFit;
}

/**
 * Out-of-fold predictions, one element a row of `rows` in every array, NaN where there is none. Only the `tested` rows
 * have a calibrated one: before them come the years that calibration itself needed.
 */
export interface WalkForward extends WinForward {
  /** Indices of the rows with calibrated predictions, ascending. */
  readonly tested: Int32Array;
  /** Win rate of a tested row's direction in the training rows of its fold. */
  baseRate(row: number): number;
  /** Predicted return of a tested row, percent. */
  predReturn(row: number): number;
  /** The baseline's return for a tested row: the mean of the direction in the training rows, scaled to the row, percent. */
  baseReturn(row: number): number;
}

/** Fits on all rows. @param buffers buffers, which the result does not refer to */
export function fitAll(rows: Rows, settings: ModelSettings, buffers: WalkForwardBuffers): Fits {
  const { l2 } = settings;
  const design: Design = { columns: rows.features, rows: rowsWhere(rows.count, () => true, buffers.train) };
  return {
    win: fitLogistic(design, rows.won, { l2 }),
    returns: fitRidge(design, scaled(rows.returnPct, rows, buffers.target), l2),
    mfe: fitRidge(design, scaled(rows.mfePct, rows, buffers.target), l2),
  };
}

/** Out-of-fold probabilities of a win; NaN where there is none. One element a row in both arrays. */
export interface WinForward {
  /** The years that are predicted, ascending. */
  readonly years: readonly number[];
  /** Log odds of the model fitted on the years before, uncalibrated. */
  readonly logOdds: Float64Array;
  /** Calibrated. */
  readonly probability: Float64Array;
}

export interface ForwardOptions {
  /** @param share done, 0..1 */
  readonly onProgress?: (share: number) => void;
  /** Rows to fit and calibrate on; every row is predicted. */
  readonly mayFit?: RowFilter;
  /** Buffers of an earlier call; by default new ones. */
  readonly buffers?: WalkForwardBuffers;
  /** Arrays to write the result to; by default new ones. */
  readonly into?: Pick<WinForward, 'logOdds' | 'probability'>;
}

/**
 * Expanding walk-forward prediction of the win. Test year t is predicted by a model fitted on rows whose hold was over
 * before Jan 1 of t, then calibrated by Platt scaling fitted on the out-of-fold predictions of earlier years whose hold
 * was over by then too: no row, and no calibration, has seen a day of the year it is tested on.
 *
 * @param columns inputs to use: the features, some of them, or more
 */
export function winForward(
  rows: Rows,
  columns: readonly Float64Array[],
  settings: ModelSettings,
  { onProgress = () => {}, mayFit = () => true, buffers = walkForwardBuffers(rows), into }: ForwardOptions = {},
): WinForward {
  const logOdds = into?.logOdds.fill(Number.NaN) ?? empty(rows);
  const probability = into?.probability.fill(Number.NaN) ?? empty(rows);
  const predicted: number[] = [];
  const all = rowsWhere(rows.count, () => true, buffers.train);
  const years = yearsOf(rows, all);
  let start: LinearFit | undefined;
  for (const [position, year] of years.entries()) {
    onProgress(position / years.length);
    const train = trainedOn(rows, year, mayFit, buffers.train);
    if (position < settings.minTrainYears || train.length < settings.minFitRows) continue;
    start = fitLogistic({ columns, rows: train }, rows.won, { l2: settings.l2, start });
    const test = rowsWhere(rows.count, (row) => rows.year[row] === year);
    for (const row of test) logOdds[row] = linearAtRow(start, columns, row);
    const platt = calibration(rows, logOdds, year, settings, mayFit, buffers.calibration);
    if (platt === null) continue;
    for (const row of test) probability[row] = calibrated(platt, logOdds[row]);
    predicted.push(year);
  }
  onProgress(1);
  return { years: predicted, logOdds, probability };
}

/**
 * Scratch buffers of a walk-forward, one element a row in every array. Calls that follow one another share them: there
 * are a million rows and some fifty folds.
 */
interface WalkForwardBuffers {
  /** Rows that a fold trains on, and rows that it calibrates on. */
  readonly train: Int32Array;
  readonly calibration: Int32Array;
  /** Target of a ridge regression. */
  readonly target: Float64Array;
}

export function walkForwardBuffers({ count }: Rows): WalkForwardBuffers {
  return { train: new Int32Array(count), calibration: new Int32Array(count), target: new Float64Array(count) };
}

/** `winForward` with the predicted returns and the baselines of each fold. */
export function walkForward(
  rows: Rows,
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
  buffers = walkForwardBuffers(rows),
): WalkForward {
  const win = winForward(rows, rows.features, settings, { onProgress, buffers });
  // A few numbers a fold: as arrays with an element a row they would take 16 MB a million rows.
  const folds = new Map<number, Baseline & { readonly returns: LinearFit }>();
  const returnTarget = scaled(rows.returnPct, rows, buffers.target);
  for (const year of win.years) {
    const train = trainedOn(rows, year, () => true, buffers.train);
    const returns = fitRidge({ columns: rows.features, rows: train }, returnTarget, settings.l2);
    folds.set(year, { returns, ...baseline(rows, train, returnTarget) });
  }
  const foldOf = (row: number) => folds.get(rows.year[row])!;
  return {
    ...win,
    tested: rowsWhere(rows.count, (row) => !Number.isNaN(win.probability[row])),
    baseRate: (row) => foldOf(row).rate[rows.isLong[row]],
    predReturn: (row) => linearAtRow(foldOf(row).returns, rows.features, row) * rows.scale[row],
    baseReturn: (row) => foldOf(row).mean[rows.isLong[row]] * rows.scale[row],
  };
}

type RowFilter = (row: number) => boolean;

/** Rows whose hold was over before Jan 1 of the year. @param buffer buffer, see `rowsWhere` */
export function trainedOn(rows: Rows, year: number, mayFit: RowFilter = () => true, buffer?: Int32Array): Int32Array {
  const opens = dayOf(year, 1, 1);
  return rowsWhere(rows.count, (row) => rows.end[row] < opens && mayFit(row), buffer);
}

/** The calibration fitted on predictions that were over before the year; null while there are too few. */
function calibration(
  rows: Rows,
  logOdds: Float64Array,
  year: number,
  settings: ModelSettings,
  mayFit: RowFilter,
  buffer: Int32Array,
): Platt | null {
  const past = trainedOn(rows, year, (row) => mayFit(row) && !Number.isNaN(logOdds[row]), buffer);
  if (past.length < settings.minFitRows) return null;
  const years = yearsOf(rows, past).length;
  if (years < settings.minCalibrationYears) return null;
  return fitPlatt({ logOdds, won: rows.won, year: rows.year, rows: past }, settings.calibrationPriorYears);
}

/** By direction (shorts, then longs): the win rate and the mean of the target in the training rows. */
type Baseline = Readonly<Record<'rate' | 'mean', readonly number[]>>;

function baseline(rows: Rows, train: Int32Array, target: Float64Array): Baseline {
  const count = [0, 0];
  const wins = [0, 0];
  const sum = [0, 0];
  for (const row of train) {
    count[rows.isLong[row]] += 1;
    wins[rows.isLong[row]] += rows.won[row];
    sum[rows.isLong[row]] += target[row];
  }
  return {
    rate: count.map((n, direction) => (wins[direction] + 1) / (n + 2)),
    mean: count.map((n, direction) => (n === 0 ? 0 : sum[direction] / n)),
  };
}

function empty({ count }: Rows): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}

/** Percent in units of the row's scale. @param to buffer for the result */
function scaled(percent: Float64Array, { count, scale }: Rows, to: Float64Array): Float64Array {
  for (let row = 0; row < count; row++) to[row] = percent[row] / scale[row];
  return to;
}

/** Entry years that occur, ascending. @param among indices ascending by year */
function yearsOf({ year }: Rows, among: Int32Array): number[] {
  return rowsByYear({ year }, among).map(([row]) => year[row]);
}
