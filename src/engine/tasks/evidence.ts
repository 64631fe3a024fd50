import type { Day } from '../../core/calendar/dates';
import type { PeerTable } from '../../core/cameTrue/settledWindows';
import { windowExcess } from '../../core/cameTrue/study';
import type { Candidate } from '../../core/detection/candidate';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import { exclusionOf, type MlOutcome, type ModelFacts } from '../../core/model/absence';
import { featuresOf } from '../../core/model/features';
import { type Model, predict as predictionOf } from '../../core/model/predict';
import { type Draws, type WindowStrength, windowStrength } from '../../core/significance/rotation';
import { type Bars, barsThrough } from '../../core/window/bars';
import { type Evidence, evidenceOf } from '../../core/window/evidence';
import { measureWindow, type WindowMeasures } from '../../core/window/measures';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import { CorruptPricesError } from '../../storage/errors';
import { windowIn } from './search';
import { columnsOf, type SymbolInMarket, type SymbolRef, type Thread } from './thread';

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

/** Windows to evaluate on stored prices. */
export interface EvidenceInput {
  /** Draws that cover the oldest of the years. */
  readonly draws: Draws;
  readonly predictor: Predictor;
  readonly windows: readonly RequestedWindow[];
}

/** A symbol with the rules of the market that it is requested in. */
export interface MeasuredSymbol extends SymbolInMarket {
  readonly mlEligible: boolean;
  /** The mean returns of the market's members, to measure windows against (METHOD 10); null = not measured. */
  readonly peers: PeerTable | null;
}

export interface RequestedWindow extends MeasuredSymbol {
  readonly window: WindowSpec;
  /** Omitted = the direction with the higher win share, then with the higher mean. */
  readonly direction?: Direction;
  /** First entry date of the search; for a named window its own entry. */
  readonly searchEntry: Day;
  /** The search that found it; null for a named window, and when the run of entries is not needed. */
  readonly search: DetectionRequest | null;
  /** `card`: all measures of a card; `strength`: the strength alone. */
  readonly measured: 'card' | 'strength';
}

/** The window of a candidate of a search. */
export function foundWindow(
  { symbol, gapLimit, mlEligible, peers }: MeasuredSymbol,
  candidate: Candidate,
  request: DetectionRequest,
  { measured, withEntryRun }: Pick<RequestedWindow, 'measured'> & { readonly withEntryRun: boolean },
): RequestedWindow {
  return {
    symbol,
    gapLimit,
    mlEligible,
    peers,
    window: windowIn(candidate, request),
    direction: candidate.direction,
    searchEntry: request.entries[0].day,
    search: withEntryRun ? request : null,
    measured,
  };
}

/** The evidence of a window from stored prices. */
export interface WindowEvidence {
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly strength: WindowStrength | null;
  /** See `windowExcess`; null without peers too. */
  readonly shown: number | null;
  /** Null when only the strength was requested. */
  readonly measures: WindowMeasures | null;
  /** First and last entry date around its own that keep the threshold of its search; for a named window its own. */
  readonly entryRun: { readonly from: Day; readonly to: Day };
  /** The prediction, before the allowance is applied. */
  readonly ml: MlOutcome;
}

/** `no_data`: no year could be observed; `unavailable`: the stored prices could not be read. */
export type EvidenceOutcome = WindowEvidence | 'no_data' | 'unavailable';

/** Evaluates windows on the stored prices of their symbols. Outcomes in the order of the windows. */
export async function evidence(input: EvidenceInput, thread: Thread): Promise<EvidenceOutcome[]> {
  const { windows } = input;
  const barsOf = await thread.read(windows.map(({ symbol }) => symbol));
  const runOf = entryRuns();
  return windows.map((requested) => {
    const bars = barsOf(requested.symbol);
    return bars instanceof CorruptPricesError ? 'unavailable' : evidenceIn(bars, requested, input, runOf);
  });
}

/** The evidence of one window from the bars of its symbol. */
export function evidenceIn(
  bars: Bars,
  requested: RequestedWindow,
  { draws, predictor }: Pick<EvidenceInput, 'draws' | 'predictor'>,
  runOf = entryRuns(),
): WindowEvidence | 'no_data' {
  const { symbol, window, searchEntry, gapLimit, mlEligible } = requested;
  const observed = observedIn(bars, requested);
  if (observed === null) return 'no_data';
  const { direction } = observed;
  const observedWindow = { symbol: columnsOf(symbol), window, direction, searchEntry, gapLimit };
  // The occurrences of a preset may lie anywhere in its years, so it needs the closes of all of them.
  const closes = window.preset ? barsThrough(bars, window.asOf) : undefined;
  const measures = requested.measured === 'card' ? measureWindow(observedWindow, draws, closes) : null;
  const strength = measures === null ? windowStrength(observedWindow, draws) : measures.strength;
  const { entry, asOf } = window;
  const setup = { entry, hold: holdOf(window), direction, asOf, gapLimit, mlEligible };
  const ml = predicted(predictor, bars, setup);
  const { peers } = requested;
  const shown = peers && windowExcess(columnsOf(symbol), window, gapLimit, peers);
  return { ...observed, strength, shown, measures, entryRun: runOf(requested, direction), ml };
}

/**
 * The evidence of a window in the requested direction, else in the one with the higher win share, then the higher mean,
 * then long. Null when no year was observed.
 */
export function observedIn(
  bars: Bars,
  { window, direction: requested, gapLimit }: Pick<RequestedWindow, 'window' | 'direction' | 'gapLimit'>,
): Pick<WindowEvidence, 'direction' | 'evidence'> | null {
  const first = requested ?? 'long';
  const observed = evidenceOf(bars, window, first, gapLimit);
  if (observed === null) return null;
  if (requested !== undefined || !favoursShort(observed)) return { direction: first, evidence: observed };
  const short = evidenceOf(bars, window, 'short', gapLimit);
  return short && { direction: 'short', evidence: short };
}

/** Whether short won more often than long, or equally often with the higher mean. A short's returns are the negated ones. */
function favoursShort({ observations, wins, mean }: Evidence): boolean {
  const falls = observations.filter(({ returnPct }) => returnPct < 0).length;
  return falls > wins || (falls === wins && mean < 0);
}

/** A function for the entry run of a window. Windows of one message that a search found share its object, and so one plan. */
function entryRuns() {
  const plans = new Map<DetectionRequest, ReturnType<typeof planDetection>>();
  return (
    { symbol, window: { entry, end }, search }: RequestedWindow,
    direction: Direction,
  ): WindowEvidence['entryRun'] => {
    if (search === null) return { from: entry, to: entry };
    const plan = plans.get(search) ?? planDetection(search);
    plans.set(search, plan);
    const { columns, index } = columnsOf(symbol);
    return new Detector(columns, plan).entryRun({ symbol: index, entry, hold: end - entry + 1, direction });
  };
}

interface AllDamagedInput {
  readonly symbols: readonly SymbolRef[];
}

/** Whether the stored prices of all the symbols are damaged. */
export async function allDamaged({ symbols }: AllDamagedInput, thread: Thread): Promise<boolean> {
  for (const symbol of symbols) {
    const barsOf = await thread.read([symbol]);
    if (!(barsOf(symbol) instanceof CorruptPricesError)) return false;
  }
  return true;
}
