import type { OpportunityInput } from '../../answers/opportunity';
import { type Day, optionalDay, toIso, toIsoOrNull } from '../../core/calendar/dates';
import type { Market } from '../../core/calendar/market';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { cameTrueOf, shareFor } from '../../core/cameTrue/share';
import { compareCandidates } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import { hasFloors, missingNull, reachesFloors } from '../../core/detection/ranking';
import { isCutOff } from '../../core/model/absence';
import { partsOf } from '../../core/parts';
import type { Evidence } from '../../core/window/evidence';
import { type LoadedSymbol, type MarketPrices, readableMarket, type Snapshot } from '../../engine/snapshot';
import { foundWindow, type WindowEvidence } from '../../engine/tasks/evidence';
import { windowIn } from '../../engine/tasks/search';
import { upstreamUnavailable } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields, noPricesNote } from '../markets/dataAge';
import { marketInScope } from '../symbol/listing';
import type { MarketCameTrue } from './cameTrue';
import { currentPrices, type Screening, type ServiceDeps } from './deps';
import { EVIDENCE_BATCH, loadedSymbol, measuredSymbol } from './evidence';
import { threadPredictor } from './predictions';
import { marketRequest, questionFrom, type SearchQuestion } from './question';
import { marketYearDay, POOL_SIZE, requireBand, requireHoldOrder } from './requestRules';
import { chargeable, NOT_REACHED, ReservedPredictions } from './reservedPredictions';
import { marketFault } from './results';
import {
  drawsFor,
  entryNullSearch,
  type SignificanceContext,
  searchSize,
  strongestChances,
  windowSignificance,
} from './significance';
import { writeAnswer } from './written';

/**
 * One market's best window of each symbol and direction on one entry date (SPEC 4.2). The first 50 are verified against
 * the stored prices; the others are listed without evidence.
 *
 * @throws forbidden, invalid_request, scan_busy; upstream_unavailable when none of the market's prices can be read, or
 *   time runs out
 */
export async function listOpportunities(
  deps: ServiceDeps,
  input: Input<'listOpportunities'>,
  asker: Asker,
): Promise<Answer<'listOpportunities'>> {
  const { screening } = deps;
  const { caller } = asker;
  const question = questionFrom(input);
  const market = marketInScope(deps, caller, input.market);
  requireHoldOrder(question);
  requireBand(market, question);
  const entry = marketYearDay(screening.clock, 'from', optionalDay(input.from));
  const snapshot = await currentPrices(screening);
  const list = await rankedEntries(deps, snapshot, market, { ...question, entry }, asker);
  const verified = list.rows.filter(hasEvidence).sort((a, b) => b.evidence.sharpe - a.evidence.sharpe);
  const unverified = list.rows.filter((row) => !hasEvidence(row));
  const rows = hasFloors(question.floors)
    ? verified.filter((row) => reachesFloors(row.evidence, row.significance, question.floors))
    : [...verified, ...unverified];
  const shown = rows.slice(0, Math.min(input.limit, caller.tier.maxResults));
  const { rows: published, reserved } = await rowsWithPredictions(deps, market, shown, asker);
  const isMlCapped = published.some((row) => hasEvidence(row) && isCutOff(row.ml));
  const prices = readableMarket(snapshot, market.id);
  const note = noPricesNote(snapshot, prices);
  const parts = () => ({
    before: {
      entry_date: toIso(entry),
      window_supported: false as const,
      evaluated_count: verified.length,
      enrichment_capped: list.rows.length > POOL_SIZE || isMlCapped,
      evidence_failures: unverified.filter(({ evidence }) => evidence === 'unavailable').length + list.unsearched,
      ml_remaining_today: reserved.remaining,
    },
    rows: published,
    missingNull: missingNull(question.floors, verified),
    after: {
      ...(note === undefined ? {} : { note }),
      ...closingFields(screening, snapshot, toIsoOrNull(list.asOf), [prices], entry - 1),
    },
  });
  return reserved.show(async () => writeAnswer(screening.engine, 'listOpportunities', parts(), asker));
}

interface EntryList {
  /** Best detection Sharpe first. */
  readonly rows: readonly ListedWindow[];
  /** Symbols that were not searched because their prices could not be read at load. */
  readonly unsearched: number;
  readonly asOf: Day | null;
}

async function rankedEntries(
  deps: ServiceDeps,
  snapshot: Snapshot,
  market: Market,
  question: SearchQuestion & { readonly entry: Day },
  asker: Asker,
): Promise<EntryList> {
  try {
    return await rankMarketEntries(deps, snapshot, market, question, asker);
  } catch (error) {
    const fault = marketFault(error);
    throw fault === null ? error : upstreamUnavailable(`market ${market.id}: ${fault}`);
  }
}

async function rankMarketEntries(
  { screening }: ServiceDeps,
  snapshot: Snapshot,
  market: Market,
  question: SearchQuestion & { readonly entry: Day },
  asker: Asker,
): Promise<EntryList> {
  const { entry } = question;
  const { engine, clock } = screening;
  const prices = readableMarket(snapshot, market.id);
  const unsearched = prices.unreadable.length;
  if (prices.asOf === null) return { rows: [], unsearched, asOf: null };
  const asOf = lastSessionBefore(prices.sessions, entry);
  const request = marketRequest(prices, [{ day: entry, asOf }], question);
  const candidates = await engine.detect({ symbols: prices.symbols, request }, asker);
  const symbolOf = (id: number) => loadedSymbol(snapshot, id);
  candidates.sort((a, b) => compareCandidates(a, b, (id) => symbolOf(id).symbol));
  const significanceContext = await entryContext(screening, prices, request, asker);
  const cameTrue = await screening.cameTrue.of(prices);
  const windows = candidates.slice(0, POOL_SIZE).map((candidate) => {
    const symbol = measuredSymbol(symbolOf(candidate.symbol), market, cameTrue);
    return foundWindow(symbol, candidate, request, { measured: 'strength', withEntryRun: false });
  });
  const predictor = threadPredictor(await screening.predictions.over(snapshot), clock.today());
  const input = { draws: significanceContext.draws, predictor };
  const tasks = partsOf(windows, EVIDENCE_BATCH).map((batch) =>
    engine.run('evidence', { ...input, windows: batch }, asker),
  );
  const outcomes = (await Promise.all(tasks)).flat();
  const { minHold, maxHold } = request;
  const foundBy = { from: entry, to: entry, minHold, maxHold, markets: [market.id] };
  const rows = candidates.map((candidate, i): ListedWindow => {
    const { symbol, direction } = candidate;
    const named = { loaded: symbolOf(symbol), window: windowIn(candidate, request), direction, foundBy };
    const outcome = outcomes[i] ?? 'not_evaluated';
    return typeof outcome === 'string'
      ? withoutEvidence(named, outcome)
      : listedWindow(named, outcome, significanceContext, cameTrue);
  });
  return { rows, unsearched, asOf };
}

/** The inputs of the significance of the windows found on one entry date. */
async function entryContext(
  { engine, nulls }: Screening,
  prices: MarketPrices,
  request: DetectionRequest,
  asker: Asker,
): Promise<SignificanceContext> {
  const [{ day }] = request.entries;
  const search = entryNullSearch(prices, request);
  const known = await nulls.of(search, asker.caller);
  const strongest = await strongestChances(engine, search, known, { start: day, end: day }, asker);
  const searched = { from: day, to: day, ...searchSize(request, prices.symbols) };
  return { origin: { kind: 'found', searched, nulls: known, strongest }, draws: drawsFor(nulls, request) };
}

/** A listed window, with its evidence or the reason why there is none (SPEC 2.6, `evidence_status`). */
export interface ListedWindow extends Omit<OpportunityInput, 'symbol' | 'market'> {
  readonly loaded: LoadedSymbol;
}

type NamedWindow = Pick<ListedWindow, 'loaded' | 'window' | 'direction' | 'foundBy'>;

/** @param cameTrue the study of the window's market */
export function listedWindow(
  named: NamedWindow,
  { evidence, strength, shown, ml }: WindowEvidence,
  significanceContext: SignificanceContext,
  cameTrue: MarketCameTrue,
): ListedWindow {
  const { loaded, window, direction } = named;
  const significance = windowSignificance(significanceContext, loaded, strength);
  const expected = cameTrueOf(shareFor(cameTrue, window), window, direction, shown);
  return { ...named, evidence, significance, cameTrue: expected, ml };
}

export function withoutEvidence(named: NamedWindow, evidence: OpportunityInput['evidence'] & string): ListedWindow {
  return { ...named, evidence, significance: null, cameTrue: null, ml: NOT_REACHED };
}

function hasEvidence<Row extends Pick<OpportunityInput, 'evidence'>>(row: Row): row is Row & { evidence: Evidence } {
  return typeof row.evidence !== 'string';
}

/** The rows of a list with their predictions, for which the caller's allowance is reserved. */
export async function rowsWithPredictions(
  deps: ServiceDeps,
  market: Market,
  listed: readonly ListedWindow[],
  { caller }: Pick<Asker, 'caller'>,
): Promise<{ readonly rows: readonly OpportunityInput[]; readonly reserved: ReservedPredictions }> {
  const reserved = await ReservedPredictions.reserve(deps, caller, listed.map(chargeable));
  const rows = listed.map(({ loaded, ...row }, i) => ({
    ...row,
    symbol: loaded.symbol,
    market: market.id,
    ml: reserved.outcomes[i],
  }));
  return { rows, reserved };
}
