import { tierNotes } from '../answers/predictions';
import type { MlBlock } from '../answers/shapes';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Direction } from '../core/window/window';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import type { ScanRow } from './results';

/** A setup to be predicted: the entry is today or later. */
export interface SetupToPredict {
  readonly symbol: LoadedSymbol;
  readonly market: Market;
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  /** Last day that may touch the prediction. */
  readonly asOf: Day;
}

/** The prediction model as the daily pick needs it. */
export interface PickPredictor {
  /** Hash of everything it depends on. */
  readonly version: string;
  /** As published, 4 decimals; null where it has nothing to say. Never metered. */
  predict(setup: SetupToPredict): Promise<MlBlock | null>;
}

/** The model that may speak of these prices; null when there is none. */
export type PredictorSource = (snapshot: Snapshot) => Promise<PickPredictor | null>;

/** A verified row with the model's prediction on its card. */
export function withPrediction(row: ScanRow, ml: MlBlock, modelVersion: string): ScanRow {
  const card = { ...row.card, ml, tier_notes: tierNotes(ml, row.hold, modelVersion) };
  return { ...row, mlWinProb: ml.ml_win_prob, card };
}
