/** Everything a model depends on besides the prices. Part of its version: change one and the version changes. */
export interface ModelSettings {
  /** Lookback of the features in consecutive years, whatever lookback a request asks for. */
  readonly lookbackYears: number;
  /** Completed years a setup needs (METHOD 5). */
  readonly minYears: number;
  /** Holds in calendar days, both ends included (SPEC 4.11). */
  readonly minHold: number;
  readonly maxHold: number;
  /** Years at the symbol's own base rate that a win rate is shrunk by. */
  readonly priorYears: number;
  /** Sessions that volatility is measured over, and the fewest accepted. */
  readonly volatilitySessions: number;
  readonly minVolatilitySessions: number;
  /** L2 penalty on standardised weights, as a share of the mean loss: rows overlap, so it grows with them. */
  readonly l2: number;
  /** Years of rows before the first fold, and years of out-of-fold predictions before the first calibrated one. */
  readonly minTrainYears: number;
  readonly minCalibrationYears: number;
  /** Years that slope 1 and offset 0 count for in the calibration. */
  readonly calibrationPriorYears: number;
  /** Rows that a fold and a calibration need at least. */
  readonly minFitRows: number;
  /** 1 = an entry every week, 2 = every second. */
  readonly everyWeeks: number;
}

export const DEFAULT_SETTINGS: ModelSettings = {
  lookbackYears: 10,
  minYears: 5,
  minHold: 10,
  maxHold: 90,
  priorYears: 75,
  volatilitySessions: 252,
  minVolatilitySessions: 60,
  l2: 0.01,
  minTrainYears: 5,
  minCalibrationYears: 5,
  calibrationPriorYears: 20,
  minFitRows: 1000,
  everyWeeks: 1,
};

/**
 * Name of the procedure that turns prices and settings into a model. Change it with any change of the numbers: it is
 * part of the model's version, and a test pins the model of a small universe to it.
 */
export const MODEL_CODE = 'seasonal-logit-2';
