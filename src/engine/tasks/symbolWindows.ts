import { type Candidate, compareCandidates } from '../../core/detection/candidate';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import type { Bars } from '../../core/window/bars';
import { HeatMap, type HeatMapSpec, type HeatRow } from '../../core/window/heatMap';
import type { Direction, WindowSpec } from '../../core/window/window';
import { type EvidenceInput, entryRuns, evidenceIn, type RequestedWindow, type WindowEvidence } from './evidence';
import { requiredBars } from './refusals';
import { columnsOf, type SymbolRef } from './symbolRef';
import type { Thread } from './thread';

/** One symbol in the market that it is looked at in. */
interface OneSymbol extends Pick<EvidenceInput, 'draws' | 'predictor'> {
  readonly symbol: SymbolRef;
  readonly gapLimit: number;
  readonly mlEligible: boolean;
}

/** A window with what stored prices say of it; null where no year could be observed. */
export interface SymbolWindow {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly found: WindowEvidence | null;
}

export interface ListYearInput extends OneSymbol {
  readonly request: DetectionRequest;
  /** Whether the symbol stopped trading: then it is only asked whether anything can be observed. */
  readonly isOver: boolean;
}

export interface YearList {
  /** The windows that qualify and do not overlap in their direction, best first (METHOD 5). */
  readonly rows: readonly SymbolWindow[];
  /** Whether any window of the search could be observed in any year, whatever it won. */
  readonly isObserved: boolean;
}

/**
 * The windows of a symbol's own year, and their evidence.
 *
 * @throws not_found, upstream_unavailable where the prices of windows that were found cannot be read
 */
export async function listYear(input: ListYearInput, thread: Thread): Promise<YearList> {
  const { request, isOver } = input;
  const candidates = isOver ? [] : distinctWindows(input, request);
  if (candidates.length === 0) {
    const anything = { ...request, minWins: 0, minObservations: 1, liveOnly: false };
    return { rows: [], isObserved: bestWindow(input, anything) !== null };
  }
  const barsOf = await requiredBars(thread, [input.symbol]);
  const bars = barsOf(input.symbol);
  return { rows: candidates.map((candidate) => windowOf(input, bars, candidate, request)), isObserved: true };
}

export interface AnalyzeInput extends OneSymbol {
  /** The window that was named, or the searches for the best one, tried in their order until one finds any. */
  readonly asked:
    | { readonly window: WindowSpec; readonly direction?: Direction }
    | { readonly searches: readonly DetectionRequest[]; readonly withEntryRun: boolean };
  /** The search of the windows that are listed beside it, and how many of them are. */
  readonly others: DetectionRequest;
  readonly mostOthers: number;
}

export interface Analysis {
  readonly window: WindowSpec;
  readonly found: WindowEvidence;
  /** Which of the searches found it; null = it was named. */
  readonly search: number | null;
  readonly others: readonly SymbolWindow[];
}

/**
 * The window that was named or the best of those that fit, and the best others of the year that share no day with it in its
 * direction. Null where no year could be observed.
 *
 * @throws not_found, upstream_unavailable where the symbol's prices cannot be read
 */
export async function analyze(input: AnalyzeInput, thread: Thread): Promise<Analysis | null> {
  const { symbol, others, mostOthers } = input;
  const barsOf = await requiredBars(thread, [symbol]);
  const bars = barsOf(symbol);
  const best = requestedWindow(input);
  if (best === null) return null;
  const { asked, search, searches } = best;
  const found = evidenceIn(bars, asked, input, entryRuns(searches));
  if (found === 'no_data') return null;
  const { window } = asked;
  const beside = distinctWindows(input, others).filter(
    ({ direction, entry, hold }) =>
      direction !== found.direction || entry > window.end || entry + hold - 1 < window.entry,
  );
  const listed = beside.slice(0, mostOthers).map((candidate) => windowOf(input, bars, candidate, others));
  return { window, found, search, others: listed };
}

function requestedWindow(input: AnalyzeInput) {
  const { symbol, gapLimit, mlEligible, asked } = input;
  const of = { symbol, gapLimit, mlEligible, measured: 'card' as const };
  if ('window' in asked) {
    const { window, direction } = asked;
    const named: RequestedWindow = { ...of, window, direction, searchEntry: window.entry, search: null };
    return { asked: named, search: null, searches: [] };
  }
  for (const [search, request] of asked.searches.entries()) {
    const best = bestWindow(input, request);
    if (best === null) continue;
    const found: RequestedWindow = {
      ...of,
      window: windowIn(best, request),
      direction: best.direction,
      searchEntry: request.entries[0].day,
      search: asked.withEntryRun ? search : null,
    };
    return { asked: found, search, searches: asked.searches };
  }
  return null;
}

function windowOf(input: OneSymbol, bars: Bars, candidate: Candidate, request: DetectionRequest): SymbolWindow {
  const { symbol, gapLimit, mlEligible } = input;
  const { direction } = candidate;
  const window = windowIn(candidate, request);
  const asked: RequestedWindow = {
    symbol,
    window,
    direction,
    searchEntry: request.entries[0].day,
    gapLimit,
    search: null,
    mlEligible,
    measured: 'strength',
  };
  const found = evidenceIn(bars, asked, input, entryRuns([]));
  return { window, direction, found: found === 'no_data' ? null : found };
}

/** The best candidate of both directions; null when none qualifies. */
function bestWindow({ symbol }: OneSymbol, request: DetectionRequest): Candidate | null {
  const { columns, index } = columnsOf(symbol);
  const { long, short } = new Detector(columns, planDetection(request)).best(index);
  return [long, short].filter((one) => one !== null).sort(inOrderOf(symbol))[0] ?? null;
}

function distinctWindows({ symbol }: OneSymbol, request: DetectionRequest): Candidate[] {
  const { columns, index } = columnsOf(symbol);
  return new Detector(columns, planDetection(request)).distinct(index).sort(inOrderOf(symbol));
}

function inOrderOf({ symbol }: SymbolRef): (a: Candidate, b: Candidate) => number {
  return (a, b) => compareCandidates(a, b, () => symbol);
}

/** The window that a search found, with the lookback and the as-of it was found under. */
export function windowIn(
  { entry, hold }: Pick<Candidate, 'entry' | 'hold'>,
  { entries, years, cycle }: DetectionRequest,
): WindowSpec {
  const asked = entries.find(({ day }) => day === entry);
  if (!asked) throw new RangeError(`entry ${entry} is not among the ${entries.length} asked`);
  return { entry, end: entry + hold - 1, years, cycle, asOf: asked.asOf };
}

export interface HeatRowInput {
  readonly symbol: SymbolRef;
  /** With the one hold of the row. */
  readonly spec: HeatMapSpec;
}

/**
 * The cells of one hold of a heat map.
 *
 * @throws RangeError for a map out of bounds; as `requiredBars`: prices that no card could be made of are none here either,
 *   though a map needs closes alone
 */
export async function heatRow({ symbol, spec }: HeatRowInput, thread: Thread): Promise<HeatRow> {
  await requiredBars(thread, [symbol]);
  const column = () => new Float64Array(spec.entries.length);
  const row = { values: column(), anyDate: column(), yearsTested: column() };
  new HeatMap(columnsOf(symbol), spec).write(spec.holds[0], row);
  return row;
}
