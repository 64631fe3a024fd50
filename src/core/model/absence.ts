import type { Day } from '../calendar/dates';
import type { Prediction } from './predict';

/** Calendar days an exact-window prediction may cover, and days ahead its entry may lie in POST /score (SPEC 8.5). */
export const ML_HOLD = { min: 10, max: 90 } as const;
export const ML_DAYS_AHEAD = 5;

/** Why there is no prediction (SPEC 2.3, 4.11). Never an error. */
export type MlAbsence =
  | { readonly reason: 'no_model' | 'market' | 'hold' | 'entry_date' | 'past' | 'not_reached' }
  /** A daily pick of a past session: no model was fitted on the data of that time. */
  | { readonly reason: 'replay' }
  /** The request ran out of time. */
  | { readonly reason: 'time' }
  /** The symbol's prices are unusable: they ended, are too short, never move or cannot be read. */
  | { readonly reason: 'stale' | 'no_history' | 'no_volatility' | 'unreadable' }
  | { readonly reason: 'allowance'; readonly dailyLimit: number; readonly upgradeUrl: string };

/** The prediction of a setup, or why there is none. */
export type MlOutcome = MlPrediction | MlAbsence;

interface MlPrediction {
  readonly prediction: Prediction;
  readonly model: ModelFacts;
}

/** The facts published about the model behind a prediction (METHOD 9). */
export interface ModelFacts {
  readonly version: string;
  /** Completed years of the model's lookback, whatever lookback the request names. */
  readonly lookbackYears: number;
  /** Whether it beat the base rate of the direction significantly out of sample; null when it was not tested. */
  readonly beatsBaseRate: boolean | null;
}

export function isPredicted(ml: MlOutcome): ml is MlPrediction {
  return 'prediction' in ml;
}

/** Whether a prediction is missing only for want of allowance or time. */
export function isCutOff(ml: MlOutcome): boolean {
  return !isPredicted(ml) && ['allowance', 'not_reached', 'time'].includes(ml.reason);
}

/** The facts that decide, without prices, whether a setup may be predicted. */
interface PredictableSetup {
  readonly mlEligible: boolean;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly entry: Day;
}

/** Why a setup may not be predicted, judged without its prices; null when it may be. */
export function exclusionOf({ mlEligible, hold, entry }: PredictableSetup, today: Day): MlAbsence | null {
  if (!mlEligible) return { reason: 'market' };
  if (hold < ML_HOLD.min || hold > ML_HOLD.max) return { reason: 'hold' };
  return entry < today ? { reason: 'past' } : null;
}
