import type { Day } from '../../core/calendar/dates';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import type { MlOutcome } from '../../core/model/absence';
import type { Draws } from '../../core/significance/rotation';
import { type WindowStrength, windowStrength } from '../../core/significance/windowRotations';
import { type Bars, barsThrough } from '../../core/window/bars';
import { type Evidence, evidenceOf } from '../../core/window/evidence';
import { measureWindow, type WindowMeasures } from '../../core/window/measures';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import { CorruptPricesError } from '../../storage/errors';
import { type Predictor, predicted } from './predict';
import { columnsOf, type SymbolRef } from './symbolRef';
import type { Thread } from './thread';

/** Windows to be held to their stored prices. */
export interface EvidenceInput {
  /** That reach as far back as the oldest of the years. */
  readonly draws: Draws;
  readonly predictor: Predictor;
  /** The searches that found windows. */
  readonly searches: readonly DetectionRequest[];
  readonly windows: readonly RequestedWindow[];
}

export interface RequestedWindow {
  readonly symbol: SymbolRef;
  readonly window: WindowSpec;
  /** Omitted = the one of the higher win share, then of the higher mean. */
  readonly direction?: Direction;
  /** First entry date of the search, the window's own where it was named. */
  readonly searchEntry: Day;
  /** Calendar days without a session that end an observation. */
  readonly gapLimit: number;
  /** Which of the searches found it; null = it was named, or nobody asks for the run of its entries. */
  readonly search: number | null;
  readonly mlEligible: boolean;
  /** All that a card says is measured, or of its rotations alone. */
  readonly measured: 'card' | 'strength';
}

/** What stored prices say of a window. */
export interface WindowEvidence {
  readonly direction: Direction;
  readonly evidence: Evidence;
  readonly strength: WindowStrength | null;
  /** Null where only the strength was asked for. */
  readonly measures: WindowMeasures | null;
  /** First and last entry date around its own that keep the threshold of its search; its own where it was named. */
  readonly entryRun: { readonly from: Day; readonly to: Day };
  /** Whatever an allowance may say of it. */
  readonly ml: MlOutcome;
}

/** `no_data`: no year could be observed; `unavailable`: the stored prices could not be read. */
export type EvidenceOutcome = WindowEvidence | 'no_data' | 'unavailable';

/** Holds windows to the stored prices of their symbols. Outcomes in their order. */
export async function evidence(input: EvidenceInput, thread: Thread): Promise<EvidenceOutcome[]> {
  const { windows } = input;
  const barsOf = await thread.read(windows.map(({ symbol }) => symbol));
  const runOf = entryRuns(input.searches);
  return windows.map((asked) => {
    try {
      return evidenceIn(barsOf(asked.symbol), asked, input, runOf);
    } catch (error) {
      if (error instanceof CorruptPricesError) return 'unavailable';
      throw error;
    }
  });
}

type EntryRuns = (asked: RequestedWindow, direction: Direction) => WindowEvidence['entryRun'];

/** What the bars of its symbol say of one window. */
export function evidenceIn(
  bars: Bars,
  asked: RequestedWindow,
  { draws, predictor }: Pick<EvidenceInput, 'draws' | 'predictor'>,
  runOf: EntryRuns,
): WindowEvidence | 'no_data' {
  const { symbol, window, searchEntry, gapLimit, mlEligible } = asked;
  const observed = observedIn(bars, asked);
  if (observed === null) return 'no_data';
  const { direction } = observed;
  const found = { symbol: columnsOf(symbol), window, direction, searchEntry, gapLimit };
  // A preset's occurrences may lie anywhere in its years.
  const closes = window.preset ? barsThrough(bars, window.asOf) : undefined;
  const measures = asked.measured === 'card' ? measureWindow(found, draws, closes) : null;
  const strength =
    measures === null
      ? windowStrength(found.symbol, window, direction, searchEntry, gapLimit, draws)
      : measures.strength;
  const { entry, asOf } = window;
  const setup = { entry, hold: holdOf(window), direction, asOf, gapLimit, mlEligible };
  const ml = predicted(predictor, () => bars, setup);
  return { ...observed, strength, measures, entryRun: runOf(asked, direction), ml };
}

/**
 * The evidence of a window in the direction asked for, or in the one of the higher win share, then of the higher mean;
 * long where they are equal. Null when nothing was observed.
 */
export function observedIn(
  bars: Bars,
  { window, direction: asked, gapLimit }: Pick<RequestedWindow, 'window' | 'direction' | 'gapLimit'>,
): Pick<WindowEvidence, 'direction' | 'evidence'> | null {
  const first = asked ?? 'long';
  const found = evidenceOf(bars, window, first, gapLimit);
  if (found === null) return null;
  if (asked !== undefined || !isLikelierShort(found)) return { direction: first, evidence: found };
  const short = evidenceOf(bars, window, 'short', gapLimit);
  return short && { direction: 'short', evidence: short };
}

/** A short's returns are exactly the negated ones, and so is their mean: the long side tells of both. */
function isLikelierShort({ observations, wins, mean }: Evidence): boolean {
  const falls = observations.filter(({ returnPct }) => returnPct < 0).length;
  return falls > wins || (falls === wins && mean < 0);
}

/** The lookbacks of a search are worked out once. */
export function entryRuns(searches: readonly DetectionRequest[]): EntryRuns {
  const plans = new Map<number, ReturnType<typeof planDetection>>();
  return ({ symbol, window: { entry, end }, search }, direction) => {
    if (search === null) return { from: entry, to: entry };
    const plan = plans.get(search) ?? planDetection(searches[search]);
    plans.set(search, plan);
    const { columns, index } = columnsOf(symbol);
    return new Detector(columns, plan).entryRun({ symbol: index, entry, hold: end - entry + 1, direction });
  };
}
