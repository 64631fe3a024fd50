import { EXPORT_COLUMNS, type ExportedWindow, exportCells } from '../../answers/exportRow';
import type { Market } from '../../core/calendar/market';
import { cameTrueOf, shareFor } from '../../core/cameTrue/share';
import { type MarketStudy, windowExcess } from '../../core/cameTrue/study';
import { type Candidate, compareCandidates } from '../../core/detection/candidate';
import { Detector } from '../../core/detection/detector';
import { type DetectionRequest, planDetection } from '../../core/detection/plan';
import { reachesFloors, type StatisticFloors } from '../../core/detection/ranking';
import type { Draws } from '../../core/significance/rotation';
import { type NullDistribution, type SearchOrigin, significanceOf } from '../../core/significance/significance';
import type { Bars } from '../../core/window/bars';
import { evidenceOf } from '../../core/window/evidence';
import { measureWindow } from '../../core/window/measures';
import { type Cell, csvLine, jsonLine } from '../../rowText';
import { CorruptPricesError, UncomputablePricesError } from '../../storage/errors';
import type { ExportFailure } from '../../storage/exports';
import { windowIn } from './search';
import { columnsOf, type SymbolRef, type Thread } from './thread';

/** Some symbols of an export, with the inputs of their rows. */
interface ExportPartInput {
  readonly market: Pick<Market, 'id' | 'gapLimit'>;
  /** The search of each symbol's own year. */
  readonly request: DetectionRequest;
  readonly symbols: readonly ExportedSymbol[];
  /** The whole search and the part of its null distribution that these symbols need: `nullOfSome`. */
  readonly origin: SearchOrigin;
  readonly draws: Draws;
  /** What came true in the market (METHOD 10). */
  readonly cameTrue: 'pending' | 'not_applicable' | MarketStudy;
  readonly floors: StatisticFloors;
  /** Most windows of each symbol. */
  readonly perSymbol: number;
  readonly format: 'csv' | 'ndjson' | 'parquet';
}

interface ExportedSymbol extends SymbolRef {
  readonly name: string;
}

/** The rows of some symbols. */
export interface ExportedPart {
  /** Number of symbols. */
  readonly symbols: number;
  readonly rows: number;
  /** The rows as lines of text; empty for Parquet, whose row groups join several parts. */
  readonly text: Uint8Array;
  /** The rows for Parquet; empty otherwise. */
  readonly cells: readonly (readonly Cell[])[];
  readonly failures: readonly ExportFailure[];
}

/**
 * The rows of some symbols of an export, by ticker and best first. A symbol whose stored prices cannot be read becomes a
 * failure and does not affect the others.
 */
export async function exportPart(input: ExportPartInput, thread: Thread): Promise<ExportedPart> {
  const { symbols, format } = input;
  const barsOf = await thread.read(symbols);
  const candidatesOf = searching(input.request);
  const rows: Cell[][] = [];
  const failures: ExportFailure[] = [];
  for (const symbol of symbols) {
    const candidates = candidatesOf(symbol);
    // Without candidates the symbol's bars are not needed, and damage to them is no failure.
    if (candidates.length === 0) continue;
    const bars = barsOf(symbol);
    if (bars instanceof CorruptPricesError) failures.push(failureOf(symbol, bars));
    else rows.push(...windowsOf(symbol, candidates, bars, input).map(exportCells));
  }
  const counts = { symbols: symbols.length, rows: rows.length, failures };
  if (format === 'parquet') return { ...counts, text: new Uint8Array(), cells: rows };
  return { ...counts, text: new TextEncoder().encode(textOf(rows, format)), cells: [] };
}

/** The failure of a symbol whose prices are damaged or unusable. */
export function failureOf({ symbol }: { readonly symbol: string }, damage: CorruptPricesError): ExportFailure {
  if (damage instanceof UncomputablePricesError)
    return { symbol, reason: `The price stored for ${damage.date} is unusable; import it again.` };
  return { symbol, reason: 'Its stored prices cannot be read; import them again.' };
}

/**
 * The part of a null distribution that some symbols need, copied: a view that is passed to a thread would take its whole
 * buffer along.
 */
export function nullOfSome(
  { rotations, overall, bySymbol, byChance }: NullDistribution,
  symbols: readonly { readonly symbol: string }[],
): NullDistribution {
  const copies = new Map<string, Float32Array>();
  for (const { symbol } of symbols) {
    const strongest = bySymbol.get(symbol);
    if (strongest) copies.set(symbol, strongest.slice());
  }
  return { rotations, overall: overall.slice(), bySymbol: copies, byChance };
}

/** A function that searches one symbol, best candidate first; its calls share a detector. */
function searching(request: DetectionRequest): (symbol: SymbolRef) => Candidate[] {
  const plan = planDetection(request);
  let detector: Detector | null = null;
  return (symbol) => {
    const { columns, index } = columnsOf(symbol);
    if (detector === null) detector = new Detector(columns, plan);
    else detector.useColumns(columns);
    const candidates = detector.distinct(index, symbol.id);
    return candidates.sort((a, b) => compareCandidates(a, b, () => symbol.symbol));
  };
}

/** The best windows of a symbol that reach the floors, at most `perSymbol`. */
function windowsOf(
  symbol: ExportedSymbol,
  candidates: readonly Candidate[],
  bars: Bars,
  input: ExportPartInput,
): ExportedWindow[] {
  const windows: ExportedWindow[] = [];
  for (const candidate of candidates) {
    if (windows.length === input.perSymbol) break;
    const window = measured(symbol, candidate, bars, input);
    if (window !== null && reachesFloors(window.evidence, window.significance, input.floors))
      windows.push({ ...window, rank: windows.length + 1 });
  }
  return windows;
}

/** Null when no year was observed. */
function measured(
  symbol: ExportedSymbol,
  candidate: Candidate,
  bars: Bars,
  { market, request, origin, draws, cameTrue: study }: ExportPartInput,
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
  const significance = significanceOf(symbol.symbol, strength, origin);
  const shown = typeof study === 'string' ? null : windowExcess(columnsOf(symbol), window, gapLimit, study.peers);
  const cameTrue = cameTrueOf(shareFor(study, window), window, direction, shown);
  const labels = { symbol: symbol.symbol, name: symbol.name, market: market.id };
  return { ...labels, window, direction, evidence, significance, cameTrue, baseline };
}

const NAMES = EXPORT_COLUMNS.map(({ name }) => name);

function textOf(rows: readonly (readonly Cell[])[], format: 'csv' | 'ndjson'): string {
  return rows.map((cells) => (format === 'csv' ? csvLine(cells) : jsonLine(NAMES, cells))).join('');
}
