import type { Search } from '../../answers/cardFacts';
import type { Day } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { cameTrueOf, shareFor } from '../../core/cameTrue/share';
import type { DetectionRequest } from '../../core/detection/plan';
import { partsOf } from '../../core/parts';
import type { Significance } from '../../core/significance/significance';
import { measuredEdge } from '../../core/window/measures';
import { holdOf, type WindowSpec } from '../../core/window/window';
import { inTime, type Work } from '../../deadline';
import type { Engine } from '../../engine/engine';
import type { LoadedSymbol, Snapshot } from '../../engine/snapshot';
import { foundWindow, type MeasuredSymbol, type WindowEvidence } from '../../engine/tasks/evidence';
import { refOf } from '../../engine/tasks/thread';
import { type MarketCameTrue, peersOf } from './cameTrue';
import { edgeTilt, type ServingModel, threadPredictor } from './predictions';
import type { ScanCandidate, ScanRow, VerificationOutcome, VerifiedSetup } from './results';
import { type SignificanceContext, windowSignificance } from './significance';

/** The shared inputs of a verification. */
export interface VerificationContext {
  readonly engine: Pick<Engine, 'run'>;
  readonly snapshot: Snapshot;
  readonly today: Day;
  /** Entry windows do not reach back before this day, unless the entry itself does. */
  readonly earliestEntry: Day;
  /** The model in service. */
  readonly model: ServingModel | null;
  readonly significanceContext: SignificanceContext;
  /** What came true in each market of the candidates, by id. */
  readonly cameTrue: ReadonlyMap<string, MarketCameTrue>;
}

/** Candidates per task: about 4 ms of a thread when their prices have to be read. Other tasks wait at most that long. */
export const EVIDENCE_BATCH = 4;
/** Candidates verified at the same time: a thousand would need too much memory. */
const MAX_CONCURRENT_CANDIDATES = 200;

/** Verifies candidates against the stored prices of their symbols, in threads. Outcomes come in the order of the candidates. */
export async function verifyCandidates(
  context: VerificationContext,
  candidates: readonly ScanCandidate[],
  work: Work,
): Promise<VerificationOutcome[]> {
  const verified: VerificationOutcome[] = [];
  for (const batch of partsOf(candidates, MAX_CONCURRENT_CANDIDATES)) {
    const outcomes = await Promise.all(
      partsOf(batch, EVIDENCE_BATCH).map((batch) => verifyBatch(context, batch, work)),
    );
    verified.push(...outcomes.flat());
  }
  return verified;
}

/** A symbol as the message of a task. */
export function measuredSymbol(
  symbol: LoadedSymbol,
  { gapLimit, mlEligible }: Market,
  cameTrue: MarketCameTrue,
): MeasuredSymbol {
  return { symbol: refOf(symbol), gapLimit, mlEligible, peers: peersOf(cameTrue) };
}

/** @throws AbandonedError */
async function verifyBatch(
  context: VerificationContext,
  candidates: readonly ScanCandidate[],
  work: Work,
): Promise<VerificationOutcome[]> {
  const { engine, snapshot, today, model, significanceContext } = context;
  const windows = candidates.map(({ candidate, request, market }) => {
    const symbol = measuredSymbol(loadedSymbol(snapshot, candidate.symbol), market, context.cameTrue.get(market.id)!);
    return foundWindow(symbol, candidate, request, { measured: 'card', withEntryRun: true });
  });
  const { draws } = significanceContext;
  const input = { draws, predictor: threadPredictor(model, today), windows };
  const outcomes = await inTime(() => engine.run('evidence', input, work), work.signal, null);
  if (outcomes === null) return candidates.map(() => 'late');
  return candidates.map((item, i) => {
    const outcome = outcomes[i];
    return typeof outcome === 'string' ? 'unavailable' : scanRow(context, item, windows[i].window, outcome);
  });
}

function scanRow(
  context: VerificationContext,
  { candidate, market, daysBehind, search, foundBy }: ScanCandidate,
  window: WindowSpec,
  outcome: WindowEvidence,
): ScanRow {
  const { snapshot, earliestEntry, model, significanceContext, cameTrue } = context;
  const loaded = loadedSymbol(snapshot, candidate.symbol);
  const { entry, direction } = candidate;
  const significance = windowSignificance(significanceContext, loaded, outcome.strength);
  const setup = verifiedSetup({ loaded, market, window, search, foundBy }, outcome, {
    model,
    daysBehind,
    significance,
    marketCameTrue: cameTrue.get(market.id)!,
  });
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

/** The inputs of a setup besides the evidence of its window. */
interface SetupInputs {
  readonly model: ServingModel | null;
  readonly daysBehind: number | null;
  readonly significance: Significance;
  readonly marketCameTrue: MarketCameTrue;
  /** See `EdgeInput`. */
  readonly missedBandPercent?: number;
}

/** A window with its edge score (METHOD 6). @throws RangeError when the task did not measure the window for a card */
export function verifiedSetup(
  named: Pick<VerifiedSetup, 'loaded' | 'market' | 'window' | 'search' | 'foundBy'>,
  { direction, evidence, measures, shown, entryRun, ml }: WindowEvidence,
  { model, daysBehind, significance, marketCameTrue, missedBandPercent }: SetupInputs,
): VerifiedSetup {
  if (measures === null) throw new RangeError('the window was not measured for a card');
  const edge = measuredEdge(evidence, measures, {
    tilt: edgeTilt(model, ml),
    daysBehind,
    significance,
    missedBandPercent,
  });
  const { window } = named;
  const cameTrue = cameTrueOf(shareFor(marketCameTrue, window), window, direction, shown);
  return { ...named, direction, evidence, edge, cameTrue, curve: measures.curve, entryRun, ml };
}

export function isRow(outcome: VerificationOutcome): outcome is ScanRow {
  return typeof outcome !== 'string';
}

/** The symbol of a candidate. @throws RangeError when the candidate is of other prices */
export function loadedSymbol({ symbols }: Snapshot, id: number): LoadedSymbol {
  const symbol = symbols.get(id);
  if (!symbol) throw new RangeError(`symbol ${id} is not in the snapshot`);
  return symbol;
}

/** The search that found a window, for the texts of its card. */
export function searchOfCard(
  { entries, minHold, maxHold }: DetectionRequest,
  candidates: Pick<Extract<Search, { kind: 'searched' }>, 'eitherDirection' | 'rank'>,
): Search {
  return { kind: 'searched', entries: entries.length, holds: maxHold - minHold + 1, ...candidates };
}
