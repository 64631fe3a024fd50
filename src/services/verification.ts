import type { Search } from '../answers/cardFacts';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import type { Draws } from '../core/significance/draws';
import type { Looked } from '../core/significance/significance';
import { evaluateSetup } from '../core/window/setup';
import { holdOf, type WindowSpec } from '../core/window/window';
import type { BarsReader, Engine } from '../engine/engine';
import { partsOf, slices } from '../engine/load';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { CorruptPricesError } from '../storage/errors';
import { type ServingModel, tiltOfWindow } from './predictions';
import type { EntryRun, ScanRow } from './results';
import { significanceIn } from './significance';

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

/** Candidates whose bars are held at once, some 200 kB each: a thousand would be too much for memory. */
const VERIFIED_AT_ONCE = 32;

/** A candidate's row; `unavailable` where its stored prices could not be read, `late` where the time did not reach. */
export type Verified = ScanRow | 'unavailable' | 'late';

/** Verifies candidates; once the signal is aborted the rest are late. */
export type Verify = (found: readonly Found[], signal: AbortSignal) => Promise<Verified[]>;

/** Reads the stored prices of each candidate and verifies it against them. Outcomes in the order asked. */
export async function verifyCandidates(
  engine: Engine,
  snapshot: Snapshot,
  found: readonly Found[],
  verification: Verification,
  signal: AbortSignal,
): Promise<Verified[]> {
  const outcomes: Verified[] = [];
  const pause = slices();
  const entryRunOf = entryRuns(engine, snapshot);
  for (const part of partsOf(found, VERIFIED_AT_ONCE)) {
    if (signal.aborted) break;
    const barsOf = await engine.read(part.map(({ candidate }) => loadedSymbol(snapshot, candidate)));
    for (const one of part) {
      await pause();
      if (signal.aborted) break;
      const loaded = loadedSymbol(snapshot, one.candidate);
      try {
        const row = await verifyOne(barsOf, loaded, one, entryRunOf(one), verification);
        outcomes.push(row ?? 'unavailable');
      } catch (error) {
        if (!(error instanceof CorruptPricesError)) throw error;
        outcomes.push('unavailable');
      }
    }
  }
  const late = found.slice(outcomes.length).map(() => 'late' as const);
  return [...outcomes, ...late];
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

/** @throws CorruptPricesError */
async function verifyOne(
  barsOf: BarsReader,
  loaded: LoadedSymbol,
  { candidate, market, request, daysBehind, search }: Found,
  run: EntryRun,
  { earliestEntry, model, looked, draws }: Verification,
): Promise<ScanRow | null> {
  const { direction, entry } = candidate;
  const window = candidateWindow(candidate, request);
  const tilt = await tiltOfWindow(model, loaded, market, window, direction);
  const judgement = { looked, searchEntry: request.entries[0].day, draws };
  const significance = significanceIn(judgement, loaded, window, direction, market);
  const scored = { tilt, daysBehind, significance };
  const prices = { bars: barsOf(loaded), columns: loaded.columns, index: loaded.index };
  const setup = evaluateSetup(prices, window, direction, market.gapLimit, scored);
  if (!setup) return null;
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
