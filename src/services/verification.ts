import type { Search } from '../answers/cardFacts';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import { partsOf } from '../core/parts';
import type { Draws } from '../core/significance/draws';
import type { Looked } from '../core/significance/significance';
import { type Evidence, evidenceOf } from '../core/window/evidence';
import type { FoundWindow, WindowMeasures } from '../core/window/measures';
import { measuredSetup } from '../core/window/setup';
import { holdOf, type WindowSpec } from '../core/window/window';
import type { Engine } from '../engine/engine';
import type { BarsReader } from '../engine/recentBars';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { CorruptPricesError } from '../storage/errors';
import { turns } from '../turns';
import { type ServingModel, tiltOfWindow } from './predictions';
import type { EntryRun, ScanRow } from './results';
import { judged } from './significance';

/** A candidate of one market's search. */
export interface Found {
  readonly candidate: Candidate;
  readonly market: Market;
  readonly request: DetectionRequest;
  /** Of the market's prices, where that is beyond the gap limit; null = current. */
  readonly daysBehind: number | null;
  readonly search: Search;
}

/** What candidates are verified under. */
export interface Verification {
  /** Entry windows do not reach back before this day, unless the entry itself does. */
  readonly earliestEntry: Day;
  /** The model in service, for the edge score. */
  readonly model: ServingModel | null;
  /** What was searched, and what luck alone finds in it. */
  readonly looked: Looked;
  readonly draws: Draws;
}

/** Candidates whose bars are held at once, some 200 kB each: a pool, and no more. A thousand would be too much for memory. */
const VERIFIED_AT_ONCE = 50;

/** A candidate's row; `unavailable` where its stored prices could not be read, `late` where the time did not reach. */
export type Verified = ScanRow | 'unavailable' | 'late';

/** Verifies candidates; once the signal is aborted the rest are late. */
export type Verify = (found: readonly Found[], signal: AbortSignal) => Promise<Verified[]>;

/** What the candidates of one scan are verified with. */
export interface Verifying {
  readonly engine: Engine;
  readonly snapshot: Snapshot;
  readonly verification: Verification;
}

/**
 * Reads the stored prices of each candidate and verifies it against them; what closes alone tell is measured by the
 * threads meanwhile. Outcomes in the order asked.
 */
export async function verifyCandidates(
  verifying: Verifying,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<Verified[]> {
  const outcomes: Verified[] = [];
  for (const part of partsOf(found, VERIFIED_AT_ONCE)) {
    if (signal.aborted) break;
    const measuring = measure(verifying, part, signal);
    const records = await recordsOf(verifying, part, signal);
    outcomes.push(...(await rowsOf(verifying, part, records, await measuring, signal)));
  }
  const late = found.slice(outcomes.length).map(() => 'late' as const);
  return [...outcomes, ...late];
}

/**
 * The record of each candidate by its stored prices: null where no year was observed, or they could not be read. It ends
 * where the signal aborts.
 */
export async function recordsOf(
  { engine, snapshot }: Verifying,
  found: readonly Found[],
  signal: AbortSignal,
): Promise<(Evidence | null)[]> {
  const barsOf = await engine.read(found.map(({ candidate }) => loadedSymbol(snapshot, candidate)));
  const turn = turns();
  const records: (Evidence | null)[] = [];
  for (const one of found) {
    await turn();
    if (signal.aborted) break;
    records.push(evidenceIn(barsOf, loadedSymbol(snapshot, one.candidate), one));
  }
  return records;
}

/** What closes tell of some candidates; null of those that were not reached when the signal aborted. */
export function measure(
  { engine, snapshot, verification }: Verifying,
  found: readonly Found[],
  signal: AbortSignal,
): ReturnType<Engine['measure']> {
  const windows = found.map((one) => foundWindow(snapshot, one));
  const measured = engine.measure(windows, verification.draws, signal);
  // Nobody may come to wait for it: what ends the engine ends the request by itself.
  measured.catch(() => {});
  return measured;
}

/** The rows of candidates by their records and measures. They end where the signal aborts, and where one is missing. */
export async function rowsOf(
  { engine, snapshot, verification }: Verifying,
  found: readonly Found[],
  records: readonly (Evidence | null)[],
  measured: readonly (WindowMeasures | null)[],
  signal: AbortSignal,
): Promise<Verified[]> {
  const rows: Verified[] = [];
  const turn = turns();
  const entryRunOf = entryRuns(engine, snapshot);
  for (const [i, one] of found.slice(0, records.length).entries()) {
    await turn();
    const [evidence, measures] = [records[i], measured[i]];
    if (signal.aborted || measures === null) break;
    const loaded = loadedSymbol(snapshot, one.candidate);
    rows.push(
      evidence === null
        ? 'unavailable'
        : await verifiedRow(loaded, one, evidence, measures, entryRunOf(one), verification),
    );
  }
  return rows;
}

function foundWindow(snapshot: Snapshot, { candidate, market, request }: Found): FoundWindow {
  return {
    symbol: loadedSymbol(snapshot, candidate),
    window: candidateWindow(candidate, request),
    direction: candidate.direction,
    searchEntry: request.entries[0].day,
    gapLimit: market.gapLimit,
  };
}

export function isRow(outcome: Verified): outcome is ScanRow {
  return typeof outcome !== 'string';
}

function loadedSymbol(snapshot: Snapshot, candidate: Candidate): LoadedSymbol {
  const symbol = snapshot.symbols.get(candidate.symbol);
  if (!symbol) throw new RangeError(`symbol ${candidate.symbol} is not in the snapshot`);
  return symbol;
}

/** The entry window of each candidate; the lookbacks of a search are worked out once. */
function entryRuns(engine: Engine, snapshot: Snapshot): (one: Found) => EntryRun {
  const bySearch = new Map<DetectionRequest, ReturnType<typeof engine.entryRuns>>();
  return ({ request, candidate }) => {
    const runOf = bySearch.get(request) ?? engine.entryRuns(snapshot, request);
    bySearch.set(request, runOf);
    return runOf(candidate);
  };
}

/** Null where no year was observed, or the stored prices could not be read. */
function evidenceIn(barsOf: BarsReader, loaded: LoadedSymbol, { candidate, market, request }: Found): Evidence | null {
  try {
    return evidenceOf(barsOf(loaded), candidateWindow(candidate, request), candidate.direction, market.gapLimit);
  } catch (error) {
    if (error instanceof CorruptPricesError) return null;
    throw error;
  }
}

async function verifiedRow(
  loaded: LoadedSymbol,
  { candidate, market, request, daysBehind, search }: Found,
  evidence: Evidence,
  measures: WindowMeasures,
  run: EntryRun,
  { earliestEntry, model, looked, draws }: Verification,
): Promise<ScanRow> {
  const { direction, entry } = candidate;
  const window = candidateWindow(candidate, request);
  const tilt = await tiltOfWindow(model, loaded, market, window, direction);
  const significance = judged({ looked, draws }, loaded, measures.strength);
  const scored = { tilt, daysBehind, significance };
  const setup = measuredSetup(loaded, { window, direction, evidence }, measures, market.gapLimit, scored);
  return {
    symbol: loaded.symbol,
    loaded,
    market,
    direction,
    entry,
    hold: holdOf(window),
    evidence: setup.evidence,
    edgeScore: setup.edge.score,
    significance,
    setup,
    entryRun: { from: entry < earliestEntry ? run.from : Math.max(run.from, earliestEntry), to: run.to },
    search,
  };
}

/** The search of a request, as the texts of its windows name it. */
export function namedSearch(
  { entries, minHold, maxHold }: DetectionRequest,
  found: Pick<Extract<Search, { kind: 'searched' }>, 'eitherDirection' | 'rank'>,
): Search {
  return { kind: 'searched', entries: entries.length, holds: maxHold - minHold + 1, ...found };
}

/** The window that a search found, with the lookback and the as-of it was found under. */
export function candidateWindow({ entry, hold }: Candidate, { entries, years, cycle }: DetectionRequest): WindowSpec {
  const asked = entries.find(({ day }) => day === entry);
  if (!asked) throw new RangeError(`entry ${entry} is not among the ${entries.length} asked`);
  return { entry, end: entry + hold - 1, years, cycle, asOf: asked.asOf };
}
