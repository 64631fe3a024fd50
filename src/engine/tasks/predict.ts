import type { Day } from '../../core/calendar/dates';
import { exclusionOf, type MlOutcome, type ModelFacts } from '../../core/model/absence';
import { featuresOf } from '../../core/model/features';
import { type Model, predict as predictionOf } from '../../core/model/predict';
import type { Bars } from '../../core/window/bars';
import type { Direction } from '../../core/window/window';
import { CorruptPricesError } from '../../storage/errors';
import type { SymbolRef, Thread } from './thread';

/** The model in service and the day, as input of predictions. */
export interface Predictor {
  /** The parts of the model in service that a prediction needs; null without a model. */
  readonly model: Pick<Model, 'fits' | 'platt' | 'reference' | 'settings'> | null;
  readonly facts: ModelFacts | null;
  readonly today: Day;
}

/** A setup to predict, independent of a request's lookback and threshold. */
export interface RequestedPrediction {
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  /** Last day that may touch the prediction; the day before the entry if that is earlier. */
  readonly asOf: Day;
  readonly gapLimit: number;
  readonly mlEligible: boolean;
}

export interface PredictInput {
  readonly predictor: Predictor;
  readonly setups: readonly (RequestedPrediction & { readonly symbol: SymbolRef })[];
}

/** The prediction of each setup, or why there is none, in their order. */
export async function predict({ predictor, setups }: PredictInput, thread: Thread): Promise<MlOutcome[]> {
  const barsOf = await thread.read(setups.map(({ symbol }) => symbol));
  return setups.map((setup) => predicted(predictor, barsOf(setup.symbol), setup));
}

/** The prediction of one setup. */
export function predicted(
  { model, facts, today }: Predictor,
  bars: Bars | CorruptPricesError,
  { entry, hold, direction, asOf, gapLimit, mlEligible }: RequestedPrediction,
): MlOutcome {
  const excluded = exclusionOf({ mlEligible, hold, entry }, today);
  if (excluded !== null) return excluded;
  if (model === null || facts === null) return { reason: 'no_model' };
  if (bars instanceof CorruptPricesError) return { reason: 'unreadable' };
  const setup = { entry, hold, direction, asOf: Math.min(asOf, entry - 1) };
  const features = featuresOf(bars, setup, gapLimit, model.settings);
  if (typeof features === 'string') return { reason: features };
  return { prediction: predictionOf(model, features), model: facts };
}
