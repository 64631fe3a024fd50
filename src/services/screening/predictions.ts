import type { Clock } from '../../clock';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { isPredicted, type MlOutcome, type ModelFacts } from '../../core/model/absence';
import type { RecordedTrial } from '../../core/model/inputTrial';
import { type Model, mayTilt } from '../../core/model/predict';
import { MODEL_CODE } from '../../core/model/settings';
import { MAX_TILT } from '../../core/window/edge';
import type { Direction } from '../../core/window/window';
import type { Engine } from '../../engine/engine';
import type { LoadedSymbol, Snapshot } from '../../engine/snapshot';
import type { PredictInput, Predictor } from '../../engine/tasks/evidence';
import { refOf } from '../../engine/tasks/thread';
import type { ModelStore } from '../../storage/computedResults';

/** A setup to predict. The lookback and thresholds of a request do not affect a prediction. */
export interface PredictionItem {
  readonly symbol: LoadedSymbol;
  readonly market: Market;
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  /** Last day whose data the prediction may use; the day before the entry if that is earlier. */
  readonly asOf: Day;
}

/** A model over one snapshot of prices. */
export interface ServingModel {
  readonly version: string;
  readonly model: Model;
  /** Whether the model was trained on exactly the prices in service. */
  readonly isCurrent: boolean;
  /** The facts about the model that its predictions carry. */
  readonly facts: ModelFacts;
  /** Whether it may move edge_score (METHOD 6): it has proven skill. */
  readonly tilts: boolean;
  /** The prediction for a setup, or the reason why there is none. Deterministic. */
  predict(item: PredictionItem): Promise<MlOutcome>;
}

/** The model as the daily pick uses it, without any allowance (SPEC 4.14). */
export type PickPredictor = Pick<ServingModel, 'version' | 'predict'>;

/** The model that applies to these prices; null when there is none. */
export type PredictorSource = (snapshot: Snapshot) => Promise<PickPredictor | null>;

interface PredictionDeps {
  readonly models: ModelStore;
  readonly engine: Pick<Engine, 'run'>;
  readonly clock: Clock;
}

/** The key of one prediction, the same in every market. A prediction is charged once a day. */
export function itemKey({ symbol, entry, hold, direction }: Omit<PredictionItem, 'market' | 'asOf'>): string {
  return [symbol.symbol, entry, hold, direction].join('|');
}

/** The model in service. Follows the database: one stored by another process is used by the next request. */
export class Predictions {
  private cachedVersion: { readonly key: string; readonly version: string | null } | null = null;
  private model: Model | null = null;
  private cachedTrial: { readonly key: string; readonly recorded: RecordedTrial | null } | null = null;

  constructor(private readonly deps: PredictionDeps) {}

  /**
   * The model over a snapshot; null while there is no model. A model of simulated prices serves simulated ones only,
   * and a model that was trained on outcomes later than today (the setting NOW) is not used.
   */
  async over(snapshot: Snapshot): Promise<ServingModel | null> {
    const today = this.deps.clock.today();
    const version = await this.versionFor(snapshot, today);
    if (version === null) return null;
    const model = await this.modelOf(version);
    if (model === null) return null;
    return servingModel(model, snapshot, today, this.deps.engine);
  }

  /** The last trial of model inputs on prices of this kind, and whether it used exactly these; null without any. */
  async trialOver({
    simulated,
    dataVersion,
  }: Snapshot): Promise<{ recorded: RecordedTrial; isCurrent: boolean } | null> {
    const { models, clock } = this.deps;
    const through = clock.today();
    const key = [await models.revision(), simulated, through].join(' ');
    if (this.cachedTrial?.key !== key)
      this.cachedTrial = { key, recorded: await models.lastTrial({ simulated, through }) };
    const { recorded } = this.cachedTrial;
    return recorded && { recorded, isCurrent: recorded.dataVersion === dataVersion };
  }

  private async versionFor({ simulated, dataVersion }: Snapshot, through: Day): Promise<string | null> {
    const { models } = this.deps;
    const key = [await models.revision(), simulated, dataVersion, through].join(' ');
    if (this.cachedVersion?.key === key) return this.cachedVersion.version;
    const version = await models.versionFor({ simulated, dataVersion, codeVersion: MODEL_CODE, through });
    this.cachedVersion = { key, version };
    return version;
  }

  private async modelOf(version: string): Promise<Model | null> {
    if (this.model?.version === version) return this.model;
    this.model = await this.deps.models.find(version);
    return this.model;
  }
}

function servingModel(model: Model, snapshot: Snapshot, today: Day, engine: PredictionDeps['engine']): ServingModel {
  const facts = modelFacts(model);
  return {
    version: model.version,
    model,
    facts,
    tilts: mayTilt(model),
    isCurrent: model.dataVersion === snapshot.dataVersion,
    async predict(item) {
      const predictor = threadPredictor({ model, facts }, today);
      const input = { predictor, setups: [requestedPrediction(item)] };
      const [outcome] = await engine.run('predict', input, { account: 'model' });
      return outcome;
    },
  };
}

function modelFacts({ version, settings, card }: Model): ModelFacts {
  const beatsBaseRate = card.evaluation?.skill.base_rate.significant ?? null;
  return { version, lookbackYears: settings.lookbackYears, beatsBaseRate };
}

/** The part of a model that threads need to predict. @param serving null = there is no model */
export function threadPredictor(serving: Pick<ServingModel, 'model' | 'facts'> | null, today: Day): Predictor {
  if (serving === null) return { model: null, facts: null, today };
  const { fits, platt, reference, settings } = serving.model;
  return { model: { fits, platt, reference, settings }, facts: serving.facts, today };
}

/** An item as the message of a task. */
export function requestedPrediction({ symbol, market, ...setup }: PredictionItem): PredictInput['setups'][number] {
  return { ...setup, symbol: refOf(symbol), gapLimit: market.gapLimit, mlEligible: market.mlEligible };
}

/**
 * Points by which the model in service moves the edge_score of a setup (METHOD 6): from -10 for the least likely of its
 * reference setups to +10 for the likeliest; 0 without a model, without proven skill, or without a prediction.
 */
export function edgeTilt(model: Pick<ServingModel, 'tilts'> | null, outcome: MlOutcome): number {
  return model?.tilts && isPredicted(outcome) ? ((outcome.prediction.score - 50) / 50) * MAX_TILT : 0;
}
