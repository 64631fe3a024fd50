import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { ML_HOLD, type MlAbsence, type MlOutcome, type ModelFacts } from '../core/model/absence';
import { featuresOf } from '../core/model/features';
import type { RecordedTrial } from '../core/model/inputTrial';
import { type Model, mayTilt, predict } from '../core/model/predict';
import { MODEL_CODE } from '../core/model/settings';
import { MAX_TILT } from '../core/window/edge';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Engine } from '../engine/engine';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { CorruptPricesError } from '../storage/errors';
import type { ModelStore } from '../storage/ports';

/** A setup to be predicted. What a request's lookback or threshold says does not enter. */
export interface PredictionItem {
  readonly symbol: LoadedSymbol;
  readonly market: Market;
  readonly entry: Day;
  /** Calendar days, entry day included. */
  readonly hold: number;
  readonly direction: Direction;
  /** Last day that may touch the prediction; the day before the entry if that is earlier. */
  readonly asOf: Day;
}

/** One model over the prices of one moment. */
export interface ServingModel {
  readonly version: string;
  readonly model: Model;
  /** Whether the model was trained on the very prices in service. */
  readonly isCurrent: boolean;
  /** What the model says of a setup, or why it says nothing. The same item gives the same answer. */
  predict(item: PredictionItem): Promise<MlOutcome>;
  /** Points by which the model moves edge_score (METHOD 6): 0 unless it has proven skill and predicts the setup. */
  tilt(item: PredictionItem): Promise<number>;
  /** Whether `tilt` is ever other than 0. */
  readonly tilts: boolean;
}

/** The model as the daily pick asks it: for nobody's allowance (SPEC 4.14). */
export type PickPredictor = Pick<ServingModel, 'version' | 'predict'>;

/** The model that may speak of these prices; null when there is none. */
export type PredictorSource = (snapshot: Snapshot) => Promise<PickPredictor | null>;

export interface PredictionDeps {
  readonly models: ModelStore;
  readonly engine: Pick<Engine, 'read'>;
  readonly clock: Clock;
}

/** Names one prediction: asked for again the same day it is not charged again, in whatever market it was found. */
export function itemKey({ symbol, entry, hold, direction }: PredictionItem): string {
  return [symbol.symbol, entry, hold, direction].join('|');
}

/** Why a setup is not predicted, as far as can be told without its prices; null when it may be. */
export function exclusionOf({ market, hold, entry }: Omit<PredictionItem, 'symbol'>, today: Day): MlAbsence | null {
  if (!market.mlEligible) return { reason: 'market' };
  if (hold < ML_HOLD.min || hold > ML_HOLD.max) return { reason: 'hold' };
  return entry < today ? { reason: 'past' } : null;
}

/** The model in service. Follows the database: one stored by another process is used by the next request. */
export class Predictions {
  private known: { readonly key: string; readonly version: string | null } | null = null;
  private model: Model | null = null;
  private made: { readonly key: string; readonly serving: ServingModel } | null = null;
  private trial: { readonly key: string; readonly recorded: RecordedTrial | null } | null = null;

  constructor(private readonly deps: PredictionDeps) {}

  /**
   * The model over a snapshot; null while there is no model. A model of simulated prices serves simulated ones only,
   * and one that was trained on later outcomes than today (the setting NOW) serves nobody.
   */
  async over(snapshot: Snapshot): Promise<ServingModel | null> {
    const today = this.deps.clock.today();
    const version = await this.versionFor(snapshot, today);
    if (version === null) return null;
    const model = await this.modelOf(version);
    if (model === null) return null;
    const key = `${version} ${snapshot.version} ${today}`;
    if (this.made?.key !== key) {
      const isCurrent = model.dataVersion === snapshot.dataVersion;
      this.made = { key, serving: new CachingModel({ model, isCurrent, today, engine: this.deps.engine }) };
    }
    return this.made.serving;
  }

  /** The last trial of inputs on such prices, and whether it was on these; null while there is none. */
  async trialOver({
    simulated,
    dataVersion,
  }: Snapshot): Promise<{ recorded: RecordedTrial; isCurrent: boolean } | null> {
    const { models, clock } = this.deps;
    const through = clock.today();
    const key = [await models.revision(), simulated, through].join(' ');
    if (this.trial?.key !== key) this.trial = { key, recorded: await models.lastTrial({ simulated, through }) };
    const { recorded } = this.trial;
    return recorded && { recorded, isCurrent: recorded.dataVersion === dataVersion };
  }

  private async versionFor({ simulated, dataVersion }: Snapshot, through: Day): Promise<string | null> {
    const { models } = this.deps;
    const key = [await models.revision(), simulated, dataVersion, through].join(' ');
    if (this.known?.key === key) return this.known.version;
    const version = await models.versionFor({ simulated, dataVersion, codeVersion: MODEL_CODE, through });
    this.known = { key, version };
    return version;
  }

  private async modelOf(version: string): Promise<Model | null> {
    if (this.model?.version === version) return this.model;
    this.model = await this.deps.models.find(version);
    return this.model;
  }
}

interface CachingModelParts {
  readonly model: Model;
  readonly isCurrent: boolean;
  readonly today: Day;
  readonly engine: Pick<Engine, 'read'>;
}

/** Predictions kept at most, some 200 bytes each. */
const MOST_KEPT = 20_000;

/** Predictions are kept for as long as model, prices and date stay the same. Metering never is. */
class CachingModel implements ServingModel {
  private readonly kept = new LRUCache<string, MlOutcome>({ max: MOST_KEPT });
  readonly tilts: boolean;

  constructor(private readonly parts: CachingModelParts) {
    this.tilts = mayTilt(parts.model);
  }

  get version(): string {
    return this.parts.model.version;
  }

  get model(): Model {
    return this.parts.model;
  }

  get isCurrent(): boolean {
    return this.parts.isCurrent;
  }

  async predict(item: PredictionItem): Promise<MlOutcome> {
    const excluded = exclusionOf(item, this.parts.today);
    if (excluded !== null) return excluded;
    const key = `${itemKey(item)}|${item.asOf}|${item.market.gapLimit}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const outcome = await this.compute(item);
    // What cannot be read now may be read a moment later.
    if ('reason' in outcome && outcome.reason === 'unreadable') return outcome;
    this.kept.set(key, outcome);
    return outcome;
  }

  async tilt(item: PredictionItem): Promise<number> {
    if (!this.tilts) return 0;
    const outcome = await this.predict(item);
    return 'reason' in outcome ? 0 : tiltOf(outcome.prediction.score);
  }

  private async compute({ symbol, market, entry, hold, direction, asOf }: PredictionItem): Promise<MlOutcome> {
    const { model, engine } = this.parts;
    try {
      const setup = { entry, hold, direction, asOf: Math.min(asOf, entry - 1) };
      const bars = await engine.read([symbol]);
      const features = featuresOf(bars(symbol), setup, market.gapLimit, model.settings);
      if (typeof features === 'string') return { reason: features };
      return { prediction: predict(model, features), model: factsOf(model) };
    } catch (error) {
      if (error instanceof CorruptPricesError) return { reason: 'unreadable' };
      throw error;
    }
  }
}

function factsOf({ version, settings, card }: Model): ModelFacts {
  const beatsBaseRate = card.evaluation?.skill.base_rate.significant ?? null;
  return { version, lookbackYears: settings.lookbackYears, beatsBaseRate };
}

/** The prediction of a window: what its own numbers may know, it may know (METHOD 1). */
export function predictionItem(
  symbol: LoadedSymbol,
  market: Market,
  window: WindowSpec,
  direction: Direction,
): PredictionItem {
  return { symbol, market, entry: window.entry, hold: holdOf(window), direction, asOf: window.asOf };
}

/** Points by which the model in service moves the edge_score of a window: 0 without one, or without proven skill. */
export async function tiltOfWindow(
  model: ServingModel | null,
  symbol: LoadedSymbol,
  market: Market,
  window: WindowSpec,
  direction: Direction,
): Promise<number> {
  return model?.tilts ? model.tilt(predictionItem(symbol, market, window, direction)) : 0;
}

/** From -10 points for the least likely of the model's reference setups to +10 for the likeliest. @param score 0..100 */
export function tiltOf(score: number): number {
  return ((score - 50) / 50) * MAX_TILT;
}
