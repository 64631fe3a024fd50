import type { Day } from '../../core/calendar/dates';
import { type Candidate, compareCandidates } from '../../core/detection/candidate';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import type { Bars } from '../../core/window/bars';
import { type HeatMapSpec, type HeatRow, heatRow as rowOfMap } from '../../core/window/heatMap';
import type { Direction, WindowSpec } from '../../core/window/window';
import { type EvidenceInput, evidenceIn, foundWindow, type MeasuredSymbol, type WindowEvidence } from './evidence';
import { columnsOf, requiredBars, type SymbolRef, type Thread } from './thread';

interface OneSymbol extends MeasuredSymbol, Pick<EvidenceInput, 'draws' | 'predictor'> {}

/** A window with its evidence; null when no year could be observed. */
export interface SymbolWindow {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly found: WindowEvidence | null;
}

interface ListYearInput extends OneSymbol {
  readonly request: DetectionRequest;
  /** Whether the symbol stopped trading, so that no window is listed. */
  readonly isOver: boolean;
}

interface YearList {
  /** The windows that qualify and do not overlap in their direction, best first (METHOD 5). */
  readonly rows: readonly SymbolWindow[];
  /** Whether any window of the search could be observed in any year, with any result. */
  readonly isObserved: boolean;
}

/**
 * Lists the windows of a symbol's own year with their evidence.
 *
 * @throws not_found, upstream_unavailable when a window is found and the symbol's prices cannot be read
 */
export async function listYear(input: ListYearInput, thread: Thread): Promise<YearList> {
  const { request, isOver } = input;
  const candidates = isOver ? [] : distinctWindows(input, request);
  if (candidates.length === 0) {
    const unfiltered = { ...request, minWins: 0, minObservations: 1, liveOnly: false };
    return { rows: [], isObserved: bestWindow(input, unfiltered) !== null };
  }
  const barsOf = await requiredBars(thread, [input.symbol]);
  const bars = barsOf(input.symbol);
  return { rows: candidates.map((candidate) => windowOf(input, bars, candidate, request)), isObserved: true };
}

interface AnalyzeInput extends OneSymbol {
  /** A named window, or searches for the best one, tried in their order until one finds a window. */
  readonly requested:
    | { readonly window: WindowSpec; readonly direction?: Direction; readonly searchEntry: Day }
    | {
        readonly searches: readonly DetectionRequest[];
        readonly withEntryRun: boolean;
        /** First entry of the search that strength is measured by; by default that of the search itself. */
        readonly searchEntry?: Day;
      };
  /** The search for other windows to list, and their maximal number. */
  readonly others: DetectionRequest;
  readonly mostOthers: number;
}

export interface Analysis {
  readonly window: WindowSpec;
  readonly found: WindowEvidence;
  /** Index of the search that found it; null for a named window. */
  readonly search: number | null;
  readonly others: readonly SymbolWindow[];
}

/**
 * Evaluates the named window or the best one, and lists the best others of the year that do not overlap with it in its
 * direction. Null when no year could be observed.
 *
 * @throws not_found, upstream_unavailable when the symbol's prices cannot be read
 */
export async function analyze(input: AnalyzeInput, thread: Thread): Promise<Analysis | null> {
  const { symbol, others, mostOthers } = input;
  const barsOf = await requiredBars(thread, [symbol]);
  const bars = barsOf(symbol);
  const best = requestedWindow(input);
  if (best === null) return null;
  const { requested: target, search } = best;
  const found = evidenceIn(bars, target, input);
  if (found === 'no_data') return null;
  const { window } = target;
  const disjoint = distinctWindows(input, others).filter(
    ({ direction, entry, hold }) =>
      direction !== found.direction || entry > window.end || entry + hold - 1 < window.entry,
  );
  const listed = disjoint.slice(0, mostOthers).map((candidate) => windowOf(input, bars, candidate, others));
  return { window, found, search, others: listed };
}

function requestedWindow(input: AnalyzeInput) {
  const { symbol, gapLimit, mlEligible, peers, requested } = input;
  if ('window' in requested) {
    const named = { symbol, gapLimit, mlEligible, peers, ...requested, search: null, measured: 'card' as const };
    return { requested: named, search: null };
  }
  for (const [search, request] of requested.searches.entries()) {
    const best = bestWindow(input, request);
    if (best === null) continue;
    const found = foundWindow(input, best, request, { measured: 'card', withEntryRun: requested.withEntryRun });
    const { searchEntry = found.searchEntry } = requested;
    return { requested: { ...found, searchEntry }, search };
  }
  return null;
}

function windowOf(input: OneSymbol, bars: Bars, candidate: Candidate, request: DetectionRequest): SymbolWindow {
  const requested = foundWindow(input, candidate, request, { measured: 'strength', withEntryRun: false });
  const found = evidenceIn(bars, requested, input);
  const { direction } = candidate;
  return { window: requested.window, direction, found: found === 'no_data' ? null : found };
}

/** The best candidate of both directions; null when none qualifies. */
function bestWindow({ symbol }: OneSymbol, request: DetectionRequest): Candidate | null {
  const { columns, index } = columnsOf(symbol);
  const { long, short } = new Detector(columns, planDetection(request)).best(index);
  return [long, short].filter((candidate) => candidate !== null).sort(inOrderOf(symbol))[0] ?? null;
}

function distinctWindows({ symbol }: OneSymbol, request: DetectionRequest): Candidate[] {
  const { columns, index } = columnsOf(symbol);
  return new Detector(columns, planDetection(request)).distinct(index).sort(inOrderOf(symbol));
}

function inOrderOf({ symbol }: SymbolRef): (a: Candidate, b: Candidate) => number {
  return (a, b) => compareCandidates(a, b, () => symbol);
}

interface HeatRowInput {
  readonly symbol: SymbolRef;
  /** Map with a single hold, that of the row. */
  readonly spec: HeatMapSpec;
}

/**
 * The cells of one hold of a heat map.
 *
 * @throws RangeError for a map out of bounds; as `requiredBars`, even for damaged highs and lows, which a map does not read:
 *   a card of the symbol fails for them too
 */
export async function heatRow({ symbol, spec }: HeatRowInput, thread: Thread): Promise<HeatRow> {
  await requiredBars(thread, [symbol]);
  return rowOfMap(columnsOf(symbol), spec, spec.holds[0]);
}
