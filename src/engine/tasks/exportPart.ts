import { EXPORT_COLUMNS, type ExportedWindow, exportCells } from '../../answers/exportRow';
import type { Market } from '../../core/calendar/market';
import { type Candidate, compareCandidates } from '../../core/detection/candidate';
import { Detector } from '../../core/detection/detector';
import { reachesFloors, type StatisticFloors } from '../../core/detection/floors';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import type { Draws } from '../../core/significance/rotation';
import { type NullDistribution, type SearchOrigin, significanceOf } from '../../core/significance/significance';
import type { Bars } from '../../core/window/bars';
import { evidenceOf } from '../../core/window/evidence';
import { measureWindow } from '../../core/window/measures';
import { type Cell, csvLine, jsonLine } from '../../rowText';
import { CorruptPricesError, UncomputablePricesError } from '../../storage/errors';
import type { ExportFailure } from '../../storage/exportJobs';
import { columnsOf, type SymbolRef } from './symbolRef';
import { windowIn } from './symbolWindows';
import type { Thread } from './thread';

/** Some symbols of an export, and all that their rows depend on. */
export interface ExportPartInput {
  readonly market: Pick<Market, 'id' | 'gapLimit'>;
  /** The search of each symbol's own year. */
  readonly request: DetectionRequest;
  readonly symbols: readonly ExportedSymbol[];
  /** What the whole search covered, and its null distribution as far as these symbols need it: `nullOfSome`. */
  readonly looked: SearchOrigin;
  readonly draws: Draws;
  readonly floors: StatisticFloors;
  /** Most windows of each symbol. */
  readonly perSymbol: number;
  readonly format: 'csv' | 'ndjson' | 'parquet';
}

export interface ExportedSymbol extends SymbolRef {
  readonly name: string;
}

/** What became of some symbols. */
export interface ExportedPart {
  /** Symbols that are done with it. */
  readonly symbols: number;
  readonly rows: number;
  /** The rows as lines of text; nothing for Parquet, whose groups have rows of several parts. */
  readonly text: Uint8Array;
  /** The rows for Parquet; none otherwise. */
  readonly cells: readonly (readonly Cell[])[];
  readonly failures: readonly ExportFailure[];
}

/**
 * The rows of some symbols of an export, by ticker; of each symbol the best first. A symbol whose stored prices cannot be
 * read is named, and the rest goes on.
 */
export async function exportPart(input: ExportPartInput, thread: Thread): Promise<ExportedPart> {
  const { symbols, format } = input;
  const barsOf = await thread.read(symbols);
  const candidatesOf = searching(input.request);
  const rows: Cell[][] = [];
  const failures: ExportFailure[] = [];
  for (const symbol of symbols) {
    const candidates = candidatesOf(symbol);
    // Nobody asks for the prices of one without candidates, which may be damaged.
    if (candidates.length === 0) continue;
    try {
      rows.push(...windowsOf(symbol, candidates, barsOf(symbol), input).map(exportCells));
    } catch (error) {
      if (!(error instanceof CorruptPricesError)) throw error;
      failures.push(failureOf(symbol, error));
    }
  }
  const done = { symbols: symbols.length, rows: rows.length, failures };
  if (format === 'parquet') return { ...done, text: new Uint8Array(), cells: rows };
  return { ...done, text: new TextEncoder().encode(textOf(rows, format)), cells: [] };
}

/** How an export names a symbol whose prices are damaged, or none to compute with. */
export function failureOf({ symbol }: { readonly symbol: string }, damage: CorruptPricesError): ExportFailure {
  if (damage instanceof UncomputablePricesError)
    return { symbol, reason: `What is stored for ${damage.date} is no price; import it anew.` };
  return { symbol, reason: 'Its stored prices cannot be read; import them anew.' };
}

/**
 * The distribution of a search as far as some of its symbols need it, in memory of its own: an array that is handed to a
 * thread takes all the memory along that it lies in.
 */
export function nullOfSome(
  { rotations, overall, bySymbol }: NullDistribution,
  symbols: readonly { readonly symbol: string }[],
): NullDistribution {
  const own = new Map<string, Float32Array>();
  for (const { symbol } of symbols) {
    const strongest = bySymbol.get(symbol);
    if (strongest) own.set(symbol, strongest.slice());
  }
  return { rotations, overall: overall.slice(), bySymbol: own };
}

/** The search of one symbol after the other: the best candidate first. */
function searching(request: DetectionRequest): (symbol: SymbolRef) => Candidate[] {
  const plan = planDetection(request);
  let detector: Detector | null = null;
  return (symbol) => {
    const { columns, index } = columnsOf(symbol);
    if (detector === null) detector = new Detector(columns, plan);
    else detector.lookAt(columns);
    const candidates = detector.distinct(index, symbol.id);
    return candidates.sort((a, b) => compareCandidates(a, b, () => symbol.symbol));
  };
}

/** The windows of a symbol that reach the floors, the first of them that are asked for. */
function windowsOf(
  symbol: ExportedSymbol,
  candidates: readonly Candidate[],
  bars: Bars,
  input: ExportPartInput,
): ExportedWindow[] {
  const windows: ExportedWindow[] = [];
  for (const candidate of candidates) {
    if (windows.length === input.perSymbol) break;
    const found = measured(symbol, candidate, bars, input);
    if (found !== null && reachesFloors(found.evidence, found.significance, input.floors))
      windows.push({ ...found, rank: windows.length + 1 });
  }
  return windows;
}

/** Null when nothing was observed. */
function measured(
  symbol: ExportedSymbol,
  candidate: Candidate,
  bars: Bars,
  { market, request, looked, draws }: ExportPartInput,
): Omit<ExportedWindow, 'rank'> | null {
  const { direction } = candidate;
  const { gapLimit } = market;
  const window = windowIn(candidate, request);
  const evidence = evidenceOf(bars, window, direction, gapLimit);
  if (evidence === null) return null;
  const searchEntry = request.entries[0].day;
  const { strength, baseline } = measureWindow(
    { symbol: columnsOf(symbol), window, direction, searchEntry, gapLimit },
    draws,
  );
  const significance = significanceOf(symbol.symbol, strength, draws.rotations, looked);
  const named = { symbol: symbol.symbol, name: symbol.name, market: market.id };
  return { ...named, window, direction, evidence, significance, baseline };
}

const NAMES = EXPORT_COLUMNS.map(({ name }) => name);

function textOf(rows: readonly (readonly Cell[])[], format: 'csv' | 'ndjson'): string {
  return rows.map((cells) => (format === 'csv' ? csvLine(cells) : jsonLine(NAMES, cells))).join('');
}
