import type { Caller } from '../../access/caller';
import type { Day } from '../../core/calendar/dates';
import { lastSessionBefore, printRange } from '../../core/calendar/marketSessions';
import { type Candidate, compareCandidates } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import { type SearchNull, type SymbolsCalled, symbolsCalled } from '../../core/significance/significance';
import { inTime, type Work, withinBudget } from '../../deadline';
import { type MarketPrices, readableMarket, type Snapshot, versionOfMarkets } from '../../engine/snapshot';
import { refOf } from '../../engine/tasks/thread';
import { marketAge } from '../markets/dataAge';
import { currentPrices, type Screening } from './deps';
import { isRow, loadedSymbol, searchOfCard, type VerificationContext, verifyCandidates } from './evidence';
import type { NullSearch } from './nullDistributions';
import type { ServingModel } from './predictions';
import { ageThrough, type MarketMembers, marketScanRequest, membersByMarket, type ScanQuery } from './question';
import { holdBounds, POOL_SIZE } from './requestRules';
import { marketFault, type ScanCandidate, type ScanCore } from './results';
import { drawsFor, marketNullSearch, searchSize, strongestChances } from './significance';

/**
 * Scans markets for the best window of each symbol and direction (METHOD 5, DESIGN 5 "Scan"): one search over the
 * sessions of the window with data fixed as of the last session before its start. Equal requests share one computation,
 * which is cached briefly.
 *
 * A scan has its own time budget, since other requests may come to wait for it. When the time is up it returns what it
 * has found.
 *
 * @param caller the caller's plan limits which null searches may be started; `service` has no limit, and waits for
 *   them and for what came true in its markets
 * @param work its signal aborts when the requester stops waiting
 * @throws scan_busy while prices are being loaded; AbandonedError
 */
export async function scanCore(
  screening: Screening,
  query: ScanQuery,
  caller: Caller | 'service',
  work: Work,
): Promise<ScanCore> {
  const snapshot = await currentPrices(screening);
  const today = screening.clock.today();
  const { direction = 'both', years, cycle, minWins = 'default' } = query.question;
  const { minHold, maxHold } = holdBounds(query.question);
  const ids = query.markets.map((market) => market.id);
  const model = await screening.predictions.over(snapshot);
  const search = marketNullSearch(snapshot, query);
  const nulls = ids.length === 0 ? 'pending' : await nullsOf(screening, search, caller, work);
  const nullState = typeof nulls === 'string' ? nulls : nulls.rotations;
  const cameTrue = await cameTrueIn(screening, snapshot, ids, caller, work);
  const key = [
    versionOfMarkets(snapshot, ids),
    nullState,
    [...cameTrue.values()].map((market) => (typeof market === 'string' ? market : market.version)).join(),
    model?.version,
    today,
    ids.join(),
    printRange(query.range),
    direction,
    minHold,
    maxHold,
    years,
    cycle,
    minWins,
  ].join('|');
  const context = { screening, snapshot, query, today, model, search, nulls, cameTrue };
  const compute = ({ account, signal: gone }: Required<Work>) =>
    withinBudget(screening.budget, (signal) => computeScan({ ...context, work: { account, signal } }), gone);
  const keep = (core: ScanCore) => core.marketFailures.length === 0 && !core.cutShort;
  return screening.scans.get(key, compute, { work, keep });
}

/** The null distribution of the scan's search. The service itself waits for it. */
async function nullsOf(
  { nulls }: Screening,
  search: NullSearch,
  caller: Caller | 'service',
  { signal }: Work,
): Promise<SearchNull> {
  return caller === 'service' ? ((await nulls.computed(search, signal)) ?? 'pending') : nulls.of(search, caller);
}

async function cameTrueIn(
  { cameTrue }: Screening,
  { markets }: Snapshot,
  ids: readonly string[],
  caller: Caller | 'service',
  { signal }: Work,
) {
  const listed = ids.flatMap((id) => markets.get(id) ?? []);
  if (caller === 'service') await cameTrue.measureMissing(listed, signal);
  return new Map(
    await Promise.all(listed.map(async (prices) => [prices.market.id, await cameTrue.of(prices)] as const)),
  );
}

/** One market's part of a scan. */
interface MarketScan {
  readonly prices: MarketPrices;
  readonly request: DetectionRequest | null;
  readonly candidates: readonly Candidate[];
  /** Number of searched windows, and of symbols that could be candidates. */
  readonly windows: number;
  readonly symbols: number;
}

/** A running scan: its query, and the prices, model and day it uses. */
interface ScanContext {
  readonly screening: Screening;
  readonly snapshot: Snapshot;
  readonly query: ScanQuery;
  readonly today: Day;
  readonly model: ServingModel | null;
  readonly search: NullSearch;
  readonly nulls: SearchNull;
  readonly cameTrue: VerificationContext['cameTrue'];
  readonly work: Work;
}

async function computeScan(context: ScanContext): Promise<ScanCore> {
  const { snapshot, query, screening, search, nulls, work } = context;
  const strongestFound = strongestChances(screening.engine, search, nulls, query.range, work);
  // It may fail while the markets are searched; this prevents an unhandled rejection.
  strongestFound.catch(() => {});
  const results = await Promise.all(
    membersByMarket(snapshot, query.markets).map((market) => scanMarket(context, market)),
  );
  const answered = results.filter((scan) => scan !== null);
  const failed = query.markets.filter((_, i) => results[i] === null).map((market) => market.id);
  return assemble(context, await strongestFound, answered, failed);
}

/** One market's part of a scan; null when it fails, in which case the others still answer (SPEC 7 rule 3). */
async function scanMarket(
  { screening, snapshot, query, work }: ScanContext,
  { market, members }: MarketMembers,
): Promise<MarketScan | null> {
  try {
    const prices = readableMarket(snapshot, market.id);
    const request = marketScanRequest(prices, query);
    if (request === null) return { prices, request, candidates: [], windows: 0, symbols: 0 };
    const candidates = await screening.engine.detect({ symbols: members, request }, work);
    return { prices, request, candidates, ...searchSize(request, members) };
  } catch (error) {
    if (marketFault(error) === null) throw error;
    return null;
  }
}

/** @param strongest see `strongestChances` */
async function assemble(
  context: ScanContext,
  strongest: Float64Array | null,
  answered: readonly MarketScan[],
  failed: readonly string[],
): Promise<ScanCore> {
  const { screening, snapshot, query, today, model, nulls, cameTrue, work } = context;
  const ranked = rankedCandidates(context, answered);
  const searched = {
    from: query.range.start,
    to: query.range.end,
    windows: answered.reduce((sum, scan) => sum + scan.windows, 0),
    symbols: answered.reduce((sum, scan) => sum + scan.symbols, 0),
  };
  const verification: VerificationContext = {
    engine: screening.engine,
    snapshot,
    today,
    model,
    cameTrue,
    earliestEntry: Math.max(query.range.start, today),
    significanceContext: {
      origin: { kind: 'found', searched, nulls, strongest },
      draws: drawsFor(screening.nulls, query.question),
    },
  };
  const first = ranked.slice(0, POOL_SIZE);
  const outcomes = await verifyCandidates(verification, first, work);
  const suspects = new Set(first.flatMap(({ market }, i) => (outcomes[i] === 'unavailable' ? [market.id] : [])));
  const damaged: MarketScan[] = [];
  for (const scan of answered) {
    // Checked only if some candidate of the market could not be read.
    if (suspects.has(marketId(scan)) && (await allDamaged(context, scan.prices))) damaged.push(scan);
  }
  if (damaged.length > 0) {
    // Candidates of an unreadable market must not displace those of readable markets.
    const rest = answered.filter((scan) => !damaged.includes(scan));
    return assemble(context, strongest, rest, [...failed, ...damaged.map(marketId)]);
  }
  const pool = outcomes.filter(isRow);
  return {
    snapshot,
    today,
    scanned: answered.map(({ prices }) => prices),
    withoutSession: answered.filter(({ request }) => request?.entries.length === 0).map(marketId),
    marketFailures: query.markets.map((market) => market.id).filter((id) => failed.includes(id)),
    evidenceFailures: first.length - pool.length + unsearched(answered),
    ranked,
    pool,
    asOf: latestKnown(answered, query.range.start),
    symbolsCalled: calledIn(nulls, strongest),
    cutShort: outcomes.includes('late'),
    verify: (candidate, account, signal) => verifyCandidates(verification, candidate, { account, signal }),
  };
}

function calledIn(nulls: SearchNull, strongest: Float64Array | null): SymbolsCalled | null {
  return typeof nulls === 'string' || strongest === null ? null : symbolsCalled(nulls, strongest);
}

function marketId({ prices }: MarketScan): string {
  return prices.market.id;
}

/** Every candidate of every market, in the order of METHOD 5. */
function rankedCandidates(
  { screening, snapshot, query, today }: ScanContext,
  scans: readonly MarketScan[],
): ScanCandidate[] {
  const nameOf = (id: number) => loadedSymbol(snapshot, id).symbol;
  const ranked = scans
    .flatMap(({ prices, request, candidates }) => {
      const shared = {
        market: prices.market,
        request: request!,
        daysBehind: marketAge(screening, prices, ageThrough(query.range, today)),
        foundBy: {
          from: query.range.start,
          to: query.range.end,
          ...holdBounds(query.question),
          markets: query.markets.map(({ id }) => id),
        },
      };
      return candidates.map((candidate) => ({ candidate, ...shared }));
    })
    .sort((a, b) => compareCandidates(a.candidate, b.candidate, nameOf));
  return ranked.map((candidate, i): ScanCandidate => {
    const rank = { position: i + 1, of: ranked.length };
    return { ...candidate, search: searchOfCard(candidate.request, { eitherDirection: false, rank }) };
  });
}

/** Number of symbols that were not searched because their prices were damaged at load. */
function unsearched(scans: readonly MarketScan[]): number {
  return new Set(scans.flatMap((scan) => scan.prices.unreadable.map((symbol) => symbol.id))).size;
}

/** Whether no stored series of a market can be read any more. Without time to check, the market counts as readable. */
function allDamaged({ screening, work }: ScanContext, { symbols }: MarketPrices): Promise<boolean> {
  const check = () => screening.engine.run('allDamaged', { symbols: symbols.map(refOf) }, work);
  return inTime(check, work.signal, false);
}

/** The newest day whose data a scan from `start` on uses; null without prices. */
function latestKnown(scans: readonly MarketScan[], start: Day): Day | null {
  const priced = scans.filter(({ prices }) => prices.asOf !== null);
  return priced.length === 0
    ? null
    : Math.max(...priced.map(({ prices }) => lastSessionBefore(prices.sessions, start)));
}
