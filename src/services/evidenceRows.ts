import { buildCard } from '../answers/card';
import { lookbackLabel } from '../answers/lookbackLabel';
import type { Search } from '../answers/wording';
import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import type { MlAbsence } from '../core/model/absence';
import { type EvaluatedSetup, evaluateSetup } from '../core/window/setup';
import { holdOf, type WindowSpec } from '../core/window/window';
import type { BarsReader } from '../engine/engine';
import { slices } from '../engine/load';
import type { LoadedSymbol, Snapshot } from '../engine/snapshot';
import { CorruptPricesError } from '../storage/sqlite/prices';
import { type ServingModel, tiltOfWindow } from './predictions';
import type { ScanRow } from './results';
import type { Screening } from './screening';

/** A candidate of one market's search. */
export interface Found {
  readonly candidate: Candidate;
  readonly market: Market;
  readonly request: DetectionRequest;
}

export interface CardContext {
  readonly search: Search;
  readonly today: Day;
  /** Entry windows do not reach back before this day, unless the entry itself does. */
  readonly earliestEntry: Day;
  /** The model in service, for the edge score. */
  readonly model: ServingModel | null;
}

/** A candidate's row, or `unavailable` where its stored prices could not be read. */
export type Verified = ScanRow | 'unavailable';

/** Cards are shared by callers: each request puts in what its caller's allowance reaches. */
const WITHOUT_ML: MlAbsence = { reason: 'no_model' };

/** Reads the stored prices of each candidate and verifies it against them. Outcomes in the order asked. */
export async function verifyCandidates(
  screening: Screening,
  snapshot: Snapshot,
  found: readonly Found[],
  context: CardContext,
): Promise<Verified[]> {
  const outcomes: Verified[] = [];
  const pause = slices();
  const runs = entryRunsOf(screening, snapshot, found);
  const barsOf = await screening.engine.read(found.map(({ candidate }) => searchedSymbol(snapshot, candidate)));
  for (const one of found) {
    await pause();
    try {
      outcomes.push((await verifyOne(barsOf, snapshot, one, runs.get(one)!, context)) ?? 'unavailable');
    } catch (error) {
      if (!(error instanceof CorruptPricesError)) throw error;
      outcomes.push('unavailable');
    }
  }
  return outcomes;
}

export function isRow(outcome: Verified): outcome is ScanRow {
  return outcome !== 'unavailable';
}

interface EntryRun {
  readonly from: Day;
  readonly to: Day;
}

/** The entry window of each candidate, asked for search by search: a search's lookbacks are worked out once. */
function entryRunsOf(screening: Screening, snapshot: Snapshot, found: readonly Found[]): Map<Found, EntryRun> {
  const runs = new Map<Found, EntryRun>();
  for (const request of new Set(found.map((one) => one.request))) {
    const group = found.filter((one) => one.request === request);
    const candidates = group.map((one) => one.candidate);
    for (const [i, run] of screening.engine.entryRuns(snapshot, request, candidates).entries()) runs.set(group[i], run);
  }
  return runs;
}

function searchedSymbol(snapshot: Snapshot, candidate: Candidate): LoadedSymbol {
  const symbol = snapshot.symbols.get(candidate.symbol);
  if (!symbol) throw new RangeError(`symbol ${candidate.symbol} is not in the snapshot`);
  return symbol;
}

async function verifyOne(
  barsOf: BarsReader,
  snapshot: Snapshot,
  { candidate, market, request }: Found,
  run: EntryRun,
  context: CardContext,
): Promise<ScanRow | null> {
  const symbol = searchedSymbol(snapshot, candidate);
  const window = windowOf(candidate, request);
  const { direction } = candidate;
  const tilt = await tiltOfWindow(context.model, { symbol, market }, window, direction);
  const setup = evaluateSetup(barsOf(symbol), window, direction, market.gapLimit, tilt);
  if (!setup) return null;
  const from = candidate.entry < context.earliestEntry ? run.from : Math.max(run.from, context.earliestEntry);
  return rowOf(symbol, market, setup, { from, to: run.to }, context);
}

/** The window that a search found, with the lookback and the as-of it was found under. */
export function windowOf({ entry, hold }: Candidate, { entries, years, cycle }: DetectionRequest): WindowSpec {
  const asked = entries.find(({ day }) => day === entry);
  if (!asked) throw new RangeError(`entry ${entry} is not among the ${entries.length} asked`);
  return { entry, end: entry + hold - 1, years, cycle, asOf: asked.asOf };
}

/** A setup with its card, as scan and analyze publish it. */
export function rowOf(
  symbol: LoadedSymbol,
  market: Market,
  setup: EvaluatedSetup,
  entryRun: { from: Day; to: Day },
  { search, today }: Pick<CardContext, 'search' | 'today'>,
): ScanRow {
  const { window, direction, evidence, edge, curveInHold } = setup;
  const card = buildCard({
    rank: 1,
    symbol: symbol.symbol,
    market,
    direction,
    window,
    evidence,
    edge,
    curve: curveInHold,
    entryRun,
    search,
    today,
    asOf: window.asOf,
    yearsLabel: lookbackLabel(window),
    priceLabel: symbol.source,
    simulated: symbol.simulated,
    ml: WITHOUT_ML,
  });
  return {
    symbol: symbol.symbol,
    loaded: symbol,
    direction,
    entry: window.entry,
    hold: holdOf(window),
    evidence,
    edgeScore: edge.score,
    mlWinProb: null,
    market,
    setup,
    card,
  };
}

/** Whether a symbol's stored prices can no longer be read. */
export async function isDamaged({ engine }: Pick<Screening, 'engine'>, symbol: LoadedSymbol): Promise<boolean> {
  const barsOf = await engine.read([symbol]);
  try {
    barsOf(symbol);
    return false;
  } catch (error) {
    if (error instanceof CorruptPricesError) return true;
    throw error;
  }
}
