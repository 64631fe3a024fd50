import type { Search } from '../answers/cardFacts';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import { evaluateSetup } from '../core/window/setup';
import { holdOf, type WindowSpec } from '../core/window/window';
import type { BarsReader } from '../engine/engine';
import { partsOf, slices } from '../engine/load';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { CorruptPricesError } from '../storage/errors';
import { type ServingModel, tiltOfWindow } from './predictions';
import type { EntryRun, ScanRow, VerifiedRows } from './results';
import type { Screening } from './screening';

/** A candidate of one market's search. */
export interface Found {
  readonly candidate: Candidate;
  readonly market: Market;
  readonly request: DetectionRequest;
}

/** What candidates are verified under. */
export interface Verification {
  readonly search: Search;
  /** Entry windows do not reach back before this day, unless the entry itself does. */
  readonly earliestEntry: Day;
  /** The model in service, for the edge score. */
  readonly model: ServingModel | null;
}

/** Candidates whose bars are held at once, some 200 kB each: a thousand would be too much for memory. */
const VERIFIED_AT_ONCE = 32;

/** A candidate's row, or `unavailable` where its stored prices could not be read. */
export type Verified = ScanRow | 'unavailable';

/** Reads the stored prices of each candidate and verifies it against them. Outcomes in the order asked. */
export async function verifyCandidates(
  { engine }: Screening,
  snapshot: Snapshot,
  found: readonly Found[],
  verification: Verification,
): Promise<Verified[]> {
  const outcomes: Verified[] = [];
  const pause = slices();
  const runs = entryRuns(engine, snapshot, found);
  for (const part of partsOf(found, VERIFIED_AT_ONCE)) {
    const barsOf = await engine.read(part.map(({ candidate }) => loadedSymbol(snapshot, candidate)));
    for (const one of part) {
      await pause();
      const loaded = loadedSymbol(snapshot, one.candidate);
      try {
        const row = await verifyOne(barsOf, loaded, one, runs.get(one)!, verification);
        outcomes.push(row ?? 'unavailable');
      } catch (error) {
        if (!(error instanceof CorruptPricesError)) throw error;
        outcomes.push('unavailable');
      }
    }
  }
  return outcomes;
}

export function isRow(outcome: Verified): outcome is ScanRow {
  return outcome !== 'unavailable';
}

function loadedSymbol(snapshot: Snapshot, candidate: Candidate): LoadedSymbol {
  const symbol = snapshot.symbols.get(candidate.symbol);
  if (!symbol) throw new RangeError(`symbol ${candidate.symbol} is not in the snapshot`);
  return symbol;
}

/** The entry window of each candidate, asked for search by search: a search's lookbacks are worked out once. */
function entryRuns(engine: Screening['engine'], snapshot: Snapshot, found: readonly Found[]): Map<Found, EntryRun> {
  const runs = new Map<Found, EntryRun>();
  for (const request of new Set(found.map((one) => one.request))) {
    const group = found.filter((one) => one.request === request);
    const candidates = group.map((one) => one.candidate);
    for (const [i, run] of engine.entryRuns(snapshot, request, candidates).entries()) runs.set(group[i], run);
  }
  return runs;
}

/** @throws CorruptPricesError */
async function verifyOne(
  barsOf: BarsReader,
  loaded: LoadedSymbol,
  { candidate, market, request }: Found,
  run: EntryRun,
  { search, earliestEntry, model }: Verification,
): Promise<ScanRow | null> {
  const { direction, entry } = candidate;
  const window = candidateWindow(candidate, request);
  const tilt = await tiltOfWindow(model, loaded, market, window, direction);
  const setup = evaluateSetup(barsOf(loaded), window, direction, market.gapLimit, tilt);
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
    setup,
    entryRun: { from: entry < earliestEntry ? run.from : Math.max(run.from, earliestEntry), to: run.to },
    search,
  };
}

/** The window that a search found, with the lookback and the as-of it was found under. */
export function candidateWindow({ entry, hold }: Candidate, { entries, years, cycle }: DetectionRequest): WindowSpec {
  const asked = entries.find(({ day }) => day === entry);
  if (!asked) throw new RangeError(`entry ${entry} is not among the ${entries.length} asked`);
  return { entry, end: entry + hold - 1, years, cycle, asOf: asked.asOf };
}

/**
 * Gives the first `count` rows of candidates in their order. Each candidate is verified once, and only when somebody's
 * count reaches it; what an answer holds depends on its own count alone, never on what was asked before.
 */
export function verifiedInOrder(
  candidates: readonly Found[],
  verify: (found: readonly Found[]) => Promise<readonly Verified[]>,
): (count: number) => Promise<VerifiedRows> {
  const outcomes: Verified[] = [];
  let turn: Promise<void> = Promise.resolve();
  const reach = async (count: number) => {
    for (let missing = count - outcomes.filter(isRow).length; missing > 0; ) {
      const next = candidates.slice(outcomes.length, outcomes.length + missing);
      if (next.length === 0) return;
      outcomes.push(...(await verify(next)));
      missing = count - outcomes.filter(isRow).length;
    }
  };
  return async (count) => {
    if (count <= 0) return { rows: [], failures: 0 };
    // One after the other, so that no two requests verify the same candidates; a failed turn is not the next one's.
    turn = turn.catch(() => {}).then(() => reach(count));
    await turn;
    return firstRows(outcomes, count);
  };
}

function firstRows(outcomes: readonly Verified[], count: number): VerifiedRows {
  const rows: ScanRow[] = [];
  let failures = 0;
  for (const outcome of outcomes) {
    if (rows.length === count) break;
    if (isRow(outcome)) rows.push(outcome);
    else failures += 1;
  }
  return { rows, failures };
}
