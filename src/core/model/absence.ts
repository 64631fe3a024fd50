import type { Day } from '../calendar/dates';
import type { Prediction } from './predict';

/** Calendar days an exact-window prediction may cover, and days ahead its entry may lie in POST /score (SPEC 8.5). */
export const ML_HOLD = { min: 10, max: 90 } as const;
export const ML_DAYS_AHEAD = 5;

/** Why there is no prediction (SPEC 2.3, 4.11). Never an error. */
export type MlAbsence =
  | { readonly reason: 'no_model' }
  /** Of the daily pick over past sessions: no model was fitted with what was known then. */
  | { readonly reason: 'replay' }
  | { readonly reason: 'market' }
  | { readonly reason: 'hold' }
  | { readonly reason: 'entry_date' }
  | { readonly reason: 'past' }
  | { readonly reason: 'not_reached' }
  /** The request's time was up. */
  | { readonly reason: 'time' }
  /** The symbol's own prices do not say enough: they stopped, are too short, never move or cannot be read. */
  | { readonly reason: 'stale' | 'no_history' | 'no_volatility' | 'unreadable' }
  | { readonly reason: 'allowance'; readonly dailyLimit: number; readonly upgradeUrl: string };

/** What became of a setup's prediction. */
export type MlOutcome = MlPrediction | MlAbsence;

export interface MlPrediction {
  readonly prediction: Prediction;
  readonly model: ModelFacts;
}

/** What every reader of a prediction is told of the model that made it (METHOD 9). */
export interface ModelFacts {
  readonly version: string;
  /** Completed years it looks at, whatever lookback was asked for. */
  readonly lookbackYears: number;
  /** Whether it beat the base rate of the direction significantly out of sample; null when it was not tested. */
  readonly beatsBaseRate: boolean | null;
}

export function isPredicted(ml: MlOutcome): ml is MlPrediction {
  return 'prediction' in ml;
}

/** Whether a prediction is missing that there could have been, had there been allowance or time. */
export function isCutOff(ml: MlOutcome): boolean {
  return !isPredicted(ml) && ['allowance', 'not_reached', 'time'].includes(ml.reason);
}

/** What decides, before any price, whether a setup may be predicted. */
export interface PredictableSetup {
  readonly mlEligible: boolean;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly entry: Day;
}

/** Why a setup is not predicted, as far as can be told without its prices; null when it may be. */
export function exclusionOf({ mlEligible, hold, entry }: PredictableSetup, today: Day): MlAbsence | null {
  if (!mlEligible) return { reason: 'market' };
  if (hold < ML_HOLD.min || hold > ML_HOLD.max) return { reason: 'hold' };
  return entry < today ? { reason: 'past' } : null;
}
