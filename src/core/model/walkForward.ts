import { dayOf } from '../calendar/dates';
import { type Design, type LinearFit, linearAtRow } from './linear';
import { fitLogistic } from './logistic';
import { calibrated, fitPlatt, type Platt } from './platt';
import { fitRidge } from './ridge';
import { countWhere, type Rows, rowsWhere } from './rows';
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
  /** Mean of the direction in the training rows, in units of volatility * sqrt(hold), as percent: of a tested row. */
  baseReturn(row: number): number;
}

/** Fits on all rows. @param room what a walk-forward over them was computed in */
export function fitAll(rows: Rows, settings: ModelSettings, room: WalkForwardBuffers): Fits {
  const { l2 } = settings;
  const design: Design = { columns: rows.features, rows: rowsWhere(rows.count, () => true, room.train) };
  return {
    win: fitLogistic(design, rows.won, { l2 }),
    returns: fitRidge(design, scaled(rows.returnPct, rows, room.target), l2),
    mfe: fitRidge(design, scaled(rows.mfePct, rows, room.target), l2),
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

export interface ForwardOptions {
  /** @param share done, 0..1 */
  readonly onProgress?: (share: number) => void;
  /** Rows to fit and calibrate on; every row is predicted. */
  readonly mayFit?: RowFilter;
  /** What an earlier one was computed in. */
  readonly room?: WalkForwardBuffers;
  /** Where the result is written, if not to new arrays. */
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
  { onProgress = () => {}, mayFit = () => true, room = walkForwardBuffers(rows), into }: ForwardOptions = {},
): WinForward {
  const logOdds = into?.logOdds.fill(Number.NaN) ?? empty(rows);
  const probability = into?.probability.fill(Number.NaN) ?? empty(rows);
  const folds: Fold[] = [];
  const years = yearsOf(
    rows,
    rowsWhere(rows.count, () => true, room.train),
  );
  let start: LinearFit | undefined;
  for (const [position, year] of years.entries()) {
    onProgress(position / years.length);
    const train = trainedOn(rows, year, mayFit, room.train);
    if (position < settings.minTrainYears || train.length < settings.minFitRows) continue;
    start = fitLogistic({ columns, rows: train }, rows.won, { l2: settings.l2, start });
    const test = rowsWhere(rows.count, (row) => rows.year[row] === year);
    for (const row of test) logOdds[row] = linearAtRow(start, columns, row);
    const platt = calibration(rows, logOdds, year, settings, mayFit, room.known);
    if (platt === null) continue;
    for (const row of test) probability[row] = calibrated(platt, logOdds[row]);
    const before = countWhere(rows.count, (row) => rows.year[row] < year && mayFit(row));
    folds.push({ year, trainRows: train.length, purged: before - train.length, testRows: test.length, platt });
  }
  onProgress(1);
  return { folds, logOdds, probability };
}

/**
 * Memory that a walk-forward needs until it is done, one element a row in every array. Given to the next one, it is not
 * taken again: there are a million rows, and some fifty years of them.
 */
export interface WalkForwardBuffers {
  /** Rows that a fold trains on, and that its calibration knows. */
  readonly train: Int32Array;
  readonly known: Int32Array;
  /** What a ridge regression is fitted to. */
  readonly target: Float64Array;
}

export function walkForwardBuffers({ count }: Rows): WalkForwardBuffers {
  return { train: new Int32Array(count), known: new Int32Array(count), target: new Float64Array(count) };
}

/** The same of everything that is predicted, with the baselines known to each fold. */
export function walkForward(
  rows: Rows,
  settings: ModelSettings,
  onProgress: (share: number) => void = () => {},
  room = walkForwardBuffers(rows),
): WalkForward {
  const win = winForward(rows, rows.features, settings, { onProgress, room });
  const baseRate = empty(rows);
  const predReturn = empty(rows);
  /** By year, of shorts and longs. */
  const means = new Map<number, readonly number[]>();
  const returnTarget = scaled(rows.returnPct, rows, room.target);
  for (const { year } of win.folds) {
    const train = trainedOn(rows, year, () => true, room.train);
    const test = rowsWhere(rows.count, (row) => rows.year[row] === year);
    const design: Design = { columns: rows.features, rows: train };
    const returns = fitRidge(design, returnTarget, settings.l2);
    for (const row of test) predReturn[row] = linearAtRow(returns, rows.features, row) * rows.scale[row];
    const { rate, mean } = baseline(rows, train, returnTarget);
    for (const row of test) baseRate[row] = rate[rows.isLong[row]];
    means.set(year, mean);
  }
  const tested = rowsWhere(rows.count, (row) => !Number.isNaN(win.probability[row]));
  const baseReturn = (row: number) => means.get(rows.year[row])![rows.isLong[row]] * rows.scale[row];
  return { ...win, tested, baseRate, predReturn, baseReturn };
}

type RowFilter = (row: number) => boolean;

/** Rows whose hold was over before the year opens. @param room as of `rowsWhere` */
export function trainedOn(rows: Rows, year: number, mayFit: RowFilter = () => true, room?: Int32Array): Int32Array {
  const opens = dayOf(year, 1, 1);
  return rowsWhere(rows.count, (row) => rows.end[row] < opens && mayFit(row), room);
}

/** The calibration that is known when a year opens, or null while there is too little to fit it on. */
function calibration(
  rows: Rows,
  logOdds: Float64Array,
  year: number,
  settings: ModelSettings,
  mayFit: RowFilter,
  room: Int32Array,
): Platt | null {
  const known = trainedOn(rows, year, (row) => mayFit(row) && !Number.isNaN(logOdds[row]), room);
  if (known.length < settings.minFitRows) return null;
  const years = yearsOf(rows, known).length;
  if (years < settings.minCalibrationYears) return null;
  return fitPlatt({ logOdds, won: rows.won, year: rows.year, rows: known }, settings.calibrationPriorYears);
}

/** What knowing only the direction predicts, of shorts and longs: the win rate, and the mean of the target. */
function baseline(rows: Rows, train: Int32Array, target: Float64Array): Record<'rate' | 'mean', readonly number[]> {
  const count = [0, 0];
  const wins = [0, 0];
  const sum = [0, 0];
  for (const row of train) {
    count[rows.isLong[row]] += 1;
    wins[rows.isLong[row]] += rows.won[row];
    sum[rows.isLong[row]] += target[row];
  }
  return {
    rate: count.map((n, side) => (wins[side] + 1) / (n + 2)),
    mean: count.map((n, side) => (n === 0 ? 0 : sum[side] / n)),
  };
}

function empty({ count }: Rows): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}

/** Percent in units of the row's scale. @param to where it is written */
function scaled(percent: Float64Array, { count, scale }: Rows, to: Float64Array): Float64Array {
  for (let row = 0; row < count; row++) to[row] = percent[row] / scale[row];
  return to;
}

/** Entry years that occur, ascending. @param among indices ascending by year */
function yearsOf({ year }: Rows, among: Int32Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < among.length; i++) {
    if (i === 0 || year[among[i]] !== found[found.length - 1]) found.push(year[among[i]]);
  }
  return found;
}
