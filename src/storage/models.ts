import type { Day } from '../core/calendar/dates';
import type { RecordedTrial } from '../core/model/inputTrial';
import type { Model } from '../core/model/predict';

/** Trained models by version. Old ones are kept, so that a prediction's version can always be looked up. */
export interface ModelStore {
  /** Moves whenever a model may have been stored, by any process. Cheap enough to ask on every request. */
  revision(): Promise<number>;
  /** Keeps a model. The same version is stored once: it is a hash of everything the model depends on. */
  put(model: Model, createdAt: Date): Promise<'stored' | 'unchanged'>;
  /** Version of the model to use: the one of these very prices, else the newest; null when none will do. */
  versionFor(wanted: ModelWanted): Promise<string | null>;
  /** A model by its version; null when there is none. */
  find(version: string): Promise<Model | null>;
  /** Keeps a trial of inputs in place of the one before it, of real or of simulated prices. */
  putTrial(trial: RecordedTrial): Promise<void>;
  /** The last trial; null when there is none, or it saw prices after `through`. */
  lastTrial(wanted: Pick<ModelWanted, 'simulated' | 'through'>): Promise<RecordedTrial | null>;
}

/** Which model is wanted. */
export interface ModelWanted {
  /** Whether the prices in service are the sandbox's: a model of simulated prices never speaks of real ones. */
  readonly simulated: boolean;
  /** Hash over the stored prices in service. */
  readonly dataVersion: string;
  /** Name of the procedure this program follows (`MODEL_CODE`). */
  readonly codeVersion: string;
  /** Newest day the model may have seen an outcome of: later is the future. */
  readonly through: Day;
}
