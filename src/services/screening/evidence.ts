import type { Search } from '../../answers/cardFacts';
import type { Day } from '../../core/calendar/dates';
import type { Candidate } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import { partsOf } from '../../core/parts';
import { measuredEdge } from '../../core/window/setup';
import { holdOf, type WindowSpec } from '../../core/window/window';
import { isLate, type Work } from '../../deadline';
import type { Engine } from '../../engine/engine';
import type { LoadedSymbol, Snapshot } from '../../engine/snapshot';
import type { EvidenceOutcome, RequestedWindow, WindowEvidence } from '../../engine/tasks/evidence';
import { refOf } from '../../engine/tasks/symbolRef';
import { windowIn } from '../../engine/tasks/symbolWindows';
import { predictorOf, type ServingModel, tiltOf } from './predictions';
import type { Found, FoundSetup, ScanRow, Verified } from './results';
import { type Judgement, judged } from './significance';

/** What candidates are verified under. */
export interface Verifying {
  readonly engine: Pick<Engine, 'run'>;
  readonly snapshot: Snapshot;
  readonly today: Day;
  /** Entry windows do not reach back before this day, unless the entry itself does. */
  readonly earliestEntry: Day;
  /** The model in service. */
  readonly model: ServingModel | null;
  readonly judgement: Judgement;
}

/** Candidates of one task: some 4 ms of a thread where their prices have to be read, which is what others wait for. */
export const EVIDENCE_AT_ONCE = 4;
/** Candidates whose evidence is asked for at once: a thousand would be too much for memory. */
const MOST_AT_ONCE = 200;

/** Holds candidates to the stored prices of their symbols, in threads. Outcomes in the order asked. */
export async function verifyCandidates(verifying: Verifying, found: readonly Found[], work: Work): Promise<Verified[]> {
  const verified: Verified[] = [];
  for (const part of partsOf(found, MOST_AT_ONCE)) {
    const outcomes = await Promise.all(
      partsOf(part, EVIDENCE_AT_ONCE).map((some) => verifySome(verifying, some, work)),
    );
    verified.push(...outcomes.flat());
  }
  return verified;
}

/** @throws AbandonedError */
async function verifySome(verifying: Verifying, found: readonly Found[], work: Work): Promise<Verified[]> {
  const { engine, snapshot, today, model, judgement } = verifying;
  const searches = [...new Set(found.map(({ request }) => request))];
  const windows = found.map((one): RequestedWindow => {
    const { candidate, request, market } = one;
    return {
      symbol: refOf(loadedSymbol(snapshot, candidate)),
      window: windowIn(candidate, request),
      direction: candidate.direction,
      searchEntry: request.entries[0].day,
      gapLimit: market.gapLimit,
      search: searches.indexOf(request),
      mlEligible: market.mlEligible,
      measured: 'card',
    };
  });
  const { draws } = judgement;
  const input = { draws, predictor: predictorOf(model, today), searches, windows };
  let outcomes: EvidenceOutcome[];
  try {
    outcomes = await engine.run('evidence', input, work);
  } catch (error) {
    if (!isLate(work.signal)) throw error;
    return found.map(() => 'late');
  }
  return found.map((one, i) => {
    const outcome = outcomes[i];
    return typeof outcome === 'string' ? 'unavailable' : rowOf(verifying, one, windows[i].window, outcome);
  });
}

function rowOf(
  { snapshot, earliestEntry, model, judgement }: Verifying,
  { candidate, market, daysBehind, search }: Found,
  window: WindowSpec,
  outcome: WindowEvidence,
): ScanRow {
  const loaded = loadedSymbol(snapshot, candidate);
  const { entry, direction } = candidate;
  const significance = judged(judgement, loaded, outcome.strength);
  const setup = setupOf({ loaded, market, window, search }, outcome, { model, daysBehind, significance });
  const { from, to } = outcome.entryRun;
  return {
    ...setup,
    entryRun: { from: entry < earliestEntry ? from : Math.max(from, earliestEntry), to },
    symbol: loaded.symbol,
    direction,
    entry,
    hold: holdOf(window),
    edgeScore: setup.edge.score,
    significance,
  };
}

/** What an edge score rests on besides the evidence (METHOD 6). */
interface Scored {
  readonly model: ServingModel | null;
  readonly daysBehind: number | null;
  readonly significance: ReturnType<typeof judged> | null;
}

/** A window with its edge score, by what its stored prices say. @throws RangeError where it was not measured */
export function setupOf(
  named: Pick<FoundSetup, 'loaded' | 'market' | 'window' | 'search'>,
  { direction, evidence, measures, entryRun, ml }: WindowEvidence,
  { model, daysBehind, significance }: Scored,
): FoundSetup {
  if (measures === null) throw new RangeError('what a card says of the window was not measured');
  const edge = measuredEdge(evidence, measures, { tilt: tiltOf(model, ml), daysBehind, significance });
  return { ...named, direction, evidence, edge, curve: measures.curve, entryRun, ml };
}

export function isRow(outcome: Verified): outcome is ScanRow {
  return typeof outcome !== 'string';
}

function loadedSymbol(snapshot: Snapshot, candidate: Candidate): LoadedSymbol {
  const symbol = snapshot.symbols.get(candidate.symbol);
  if (!symbol) throw new RangeError(`symbol ${candidate.symbol} is not in the snapshot`);
  return symbol;
}

/** The search of a request, as the texts of its windows name it. */
export function namedSearch(
  { entries, minHold, maxHold }: DetectionRequest,
  found: Pick<Extract<Search, { kind: 'searched' }>, 'eitherDirection' | 'rank'>,
): Search {
  return { kind: 'searched', entries: entries.length, holds: maxHold - minHold + 1, ...found };
}
