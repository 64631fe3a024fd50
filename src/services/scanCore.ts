import type { Caller } from '../access/caller';
import type { Day } from '../core/calendar/dates';
import { lastSessionBefore } from '../core/calendar/marketSessions';
import { printRange } from '../core/calendar/scanWindow';
import { type Candidate, compareCandidates } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import type { LuckOfSearch } from '../core/significance/significance';
import { isLate, type Wanted } from '../deadline';
import { type MarketPrices, readableMarket, type Snapshot } from '../engine/snapshot';
import { CorruptPricesError } from '../storage/errors';
import { marketAge } from './dataAge';
import { luckOfMarkets } from './marketLuck';
import type { ServingModel } from './predictions';
import type { ScanCore } from './results';
import { ScanPool } from './scanPool';
import { type MarketMembers, membersByMarket, requestIn, type ScanQuery } from './scanQuery';
import { currentPrices, type Screening } from './screening';
import { POOL_SIZE } from './searchBounds';
import { drawsFor, searchedIn } from './significance';
import { type Found, namedSearch, type Verifying, verifyCandidates } from './verification';

/**
 * Scans markets for the best window of each symbol and direction (METHOD 5, DESIGN 5 "Scan"): one search over the
 * sessions of the window with data fixed as of the last session before its start. Computed once for equal requests,
 * briefly kept.
 *
 * It has a time budget of its own, since others may come to wait for it: it ends with what was found by then.
 *
 * @param asker whose plan bounds what may be computed for it, `service` = no bound, and what luck does is waited for
 * @param ahead how many rows of the pool will be asked for first
 * @param wanted whose `gone` aborts when whoever asks does not wait any longer
 * @throws scan_busy while prices are being loaded; AbandonedError
 */
export async function scanCore(
  screening: Screening,
  query: ScanQuery,
  asker: Caller | 'service',
  ahead: number,
  wanted?: Pick<Wanted, 'gone'>,
): Promise<ScanCore> {
  const snapshot = await currentPrices(screening);
  const today = screening.clock.today();
  const { direction = 'both', minHold, maxHold, years, cycle, minWins } = query;
  const ids = query.markets.map((market) => market.id).join();
  const model = await screening.predictions.over(snapshot);
  const luck = await luckOfMarkets(screening, snapshot, query, asker);
  const parts = [
    snapshot.version,
    typeof luck === 'string' ? luck : luck.rotations,
    model?.tilts ? model.version : '',
    today,
    ids,
    printRange(query.range),
    direction,
    minHold,
    maxHold,
    years,
    cycle,
    minWins,
  ];
  const compute = (unwanted: AbortSignal) =>
    screening.jobs.budgeted(
      (signal) => computeScan({ screening, snapshot, query, today, model, luck, ahead, signal }),
      unwanted,
    );
  const keep = (core: ScanCore) => core.marketFailures.length === 0 && !core.cutShort;
  return screening.scans.get(parts.join('|'), compute, {
    get signal() {
      return wanted?.gone;
    },
    keep,
  });
}

/** One market's part of a scan. */
interface MarketScan {
  readonly prices: MarketPrices;
  readonly request: DetectionRequest | null;
  readonly candidates: readonly Candidate[];
  /** Windows looked at, and symbols that were: those that could be candidates. */
  readonly windows: number;
  readonly symbols: number;
}

/** A scan under way: what is asked, and the prices, the model and the day it is answered from. */
interface Scanning {
  readonly screening: Screening;
  readonly snapshot: Snapshot;
  readonly query: ScanQuery;
  readonly today: Day;
  /** The one in service, for the edge score. */
  readonly model: ServingModel | null;
  readonly luck: LuckOfSearch;
  readonly ahead: number;
  readonly signal: AbortSignal;
}

async function computeScan(scanning: Scanning): Promise<ScanCore> {
  const { snapshot, query } = scanning;
  const { engine, jobs } = scanning.screening;
  const work = membersByMarket(snapshot, query.markets);
  const search = async ({ market, members }: MarketMembers, signal: AbortSignal): Promise<MarketScan> => {
    const prices = readableMarket(snapshot, market.id);
    const request = requestIn(prices, query);
    if (request === null) return { prices, request, candidates: [], windows: 0, symbols: 0 };
    const candidates = await engine.detect({ symbols: members, request, mode: 'best' }, signal);
    return { prices, request, candidates, ...searchedIn(request, members) };
  };
  const results = await jobs.run(work, search, scanning.signal);
  const answered = results.flatMap((result) => (result.ok ? [result.value] : []));
  const failed = query.markets.filter((_, i) => !results[i].ok).map((market) => market.id);
  return assemble(scanning, answered, failed);
}

async function assemble(
  scanning: Scanning,
  answered: readonly MarketScan[],
  failed: readonly string[],
): Promise<ScanCore> {
  const { screening, snapshot, query, today, model, luck, ahead, signal } = scanning;
  const ranked = rankedCandidates(scanning, answered);
  const searched = {
    windows: answered.reduce((sum, scan) => sum + scan.windows, 0),
    symbols: answered.reduce((sum, scan) => sum + scan.symbols, 0),
  };
  const verifying: Verifying = {
    engine: screening.engine,
    snapshot,
    verification: {
      earliestEntry: Math.max(query.range.start, today),
      model,
      looked: { kind: 'searched', searched, luck },
      draws: drawsFor(screening.luck, query),
    },
  };
  const first = ranked.slice(0, POOL_SIZE);
  const pool = await ScanPool.of(verifying, first, ahead, signal);
  const suspects = new Set(first.flatMap(({ market }, i) => (pool.outcomes[i] === 'unavailable' ? [market.id] : [])));
  const lost: MarketScan[] = [];
  for (const one of answered) {
    // Looked into only after some candidate of the market could not be read.
    if (suspects.has(marketId(one)) && (await allDamaged(screening, one.prices, signal))) lost.push(one);
  }
  if (lost.length > 0) {
    // A market that cannot be read must not take the places of one that can.
    const rest = answered.filter((scan) => !lost.includes(scan));
    return assemble(scanning, rest, [...failed, ...lost.map(marketId)]);
  }
  return {
    snapshot,
    today,
    scanned: answered.map(({ prices }) => prices),
    marketFailures: query.markets.map((market) => market.id).filter((id) => failed.includes(id)),
    evidenceFailures: first.length - pool.size + unsearched(answered),
    found: ranked.length,
    pool,
    asOf: latestKnown(answered, query.range.start),
    cutShort: pool.outcomes.includes('late'),
    beyond: screening.rowsBeyond.inOrder(ranked.slice(POOL_SIZE), (found, until) =>
      verifyCandidates(verifying, found, until),
    ),
  };
}

function marketId({ prices }: MarketScan): string {
  return prices.market.id;
}

/** Every candidate of every market, in the order of METHOD 5. */
function rankedCandidates({ screening, snapshot }: Scanning, scans: readonly MarketScan[]): Found[] {
  const nameOf = (id: number) => snapshot.symbols.get(id)?.symbol ?? '';
  const ranked = scans
    .flatMap(({ prices, request, candidates }) => {
      const found = { market: prices.market, request: request!, daysBehind: marketAge(screening, prices) };
      return candidates.map((candidate) => ({ candidate, ...found }));
    })
    .sort((a, b) => compareCandidates(a.candidate, b.candidate, nameOf));
  return ranked.map((found, i): Found => {
    const rank = { position: i + 1, of: ranked.length };
    return { ...found, search: namedSearch(found.request, { eitherDirection: false, rank }) };
  });
}

/** Symbols whose stored prices were damaged when they were loaded: candidates nobody could look at. */
function unsearched(scans: readonly MarketScan[]): number {
  return new Set(scans.flatMap((scan) => scan.prices.unreadable.map((symbol) => symbol.id))).size;
}

/** Whether no stored series of a market can be read any more; what there is no time to look at counts as readable. */
async function allDamaged({ engine }: Screening, { symbols }: MarketPrices, signal: AbortSignal): Promise<boolean> {
  for (const symbol of symbols) {
    if (isLate(signal)) return false;
    const barsOf = await engine.read([symbol]);
    try {
      barsOf(symbol);
      return false;
    } catch (error) {
      if (!(error instanceof CorruptPricesError)) throw error;
    }
  }
  return true;
}

/** The newest day that any number of a scan from `start` on rests on; null without prices. */
function latestKnown(scans: readonly MarketScan[], start: Day): Day | null {
  const priced = scans.filter(({ prices }) => prices.asOf !== null);
  return priced.length === 0
    ? null
    : Math.max(...priced.map(({ prices }) => lastSessionBefore(prices.sessions, start)));
}
