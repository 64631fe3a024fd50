import type { Caller } from '../../access/caller';
import type { Day } from '../../core/calendar/dates';
import { lastSessionBefore } from '../../core/calendar/marketSessions';
import { printRange } from '../../core/calendar/scanWindow';
import { type Candidate, compareCandidates } from '../../core/detection/candidate';
import type { DetectionRequest } from '../../core/detection/plan';
import type { SearchNull } from '../../core/significance/significance';
import { isLate, type Work, withinBudget } from '../../deadline';
import { type MarketPrices, readableMarket, type Snapshot, versionOfMarkets } from '../../engine/snapshot';
import { refOf } from '../../engine/tasks/symbolRef';
import { marketAge } from '../markets/dataAge';
import { isRow, namedSearch, type Verifying, verifyCandidates } from './evidence';
import { nullOfMarkets } from './marketNullSearch';
import { eachMarket } from './marketResults';
import type { ServingModel } from './predictions';
import type { Found, ScanCore } from './results';
import { membersByMarket, requestIn, type ScanQuery } from './scanQuery';
import { currentPrices, type Screening } from './screening';
import { holdBounds, POOL_SIZE } from './searchBounds';
import { drawsFor, searchedIn } from './significance';

/**
 * Scans markets for the best window of each symbol and direction (METHOD 5, DESIGN 5 "Scan"): one search over the
 * sessions of the window with data fixed as of the last session before its start. Computed once for equal requests,
 * briefly kept.
 *
 * It has a time budget of its own, since others may come to wait for it: it ends with what was found by then.
 *
 * @param asker whose plan bounds what may be computed for it, `service` = no bound, and the null distribution is waited for
 * @param work whose signal aborts when whoever asks does not wait any longer
 * @throws scan_busy while prices are being loaded; AbandonedError
 */
export async function scanCore(
  screening: Screening,
  query: ScanQuery,
  asker: Caller | 'service',
  work: Work,
): Promise<ScanCore> {
  const snapshot = await currentPrices(screening);
  const today = screening.clock.today();
  const { direction = 'both', years, cycle, minWins = 'default' } = query.question;
  const { minHold, maxHold } = holdBounds(query.question);
  const ids = query.markets.map((market) => market.id);
  const model = await screening.predictions.over(snapshot);
  const nulls = await nullOfMarkets(screening, snapshot, query, asker);
  const known = typeof nulls === 'string' ? nulls : nulls.rotations;
  const key = [
    versionOfMarkets(snapshot, ids),
    known,
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
  const compute = ({ account, signal: gone }: Required<Work>) =>
    withinBudget(
      screening.budget,
      (signal) => computeScan({ screening, snapshot, query, today, model, nulls, work: { account, signal } }),
      gone,
    );
  const keep = (core: ScanCore) => core.marketFailures.length === 0 && !core.cutShort;
  return screening.scans.get(key, compute, { work, keep });
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
  /** The one in service. */
  readonly model: ServingModel | null;
  readonly nulls: SearchNull;
  readonly work: Work;
}

async function computeScan(scanning: Scanning): Promise<ScanCore> {
  const { snapshot, query, screening, work } = scanning;
  const results = await eachMarket(membersByMarket(snapshot, query.markets), async ({ market, members }) => {
    const prices = readableMarket(snapshot, market.id);
    const request = requestIn(prices, query);
    if (request === null) return { prices, request, candidates: [], windows: 0, symbols: 0 };
    const candidates = await screening.engine.detect({ symbols: members, request, mode: 'best' }, work);
    return { prices, request, candidates, ...searchedIn(request, members) };
  });
  const answered = results.flatMap((result) => (result.ok ? [result.value] : []));
  const failed = query.markets.filter((_, i) => !results[i].ok).map((market) => market.id);
  return assemble(scanning, answered, failed);
}

async function assemble(
  scanning: Scanning,
  answered: readonly MarketScan[],
  failed: readonly string[],
): Promise<ScanCore> {
  const { screening, snapshot, query, today, model, nulls, work } = scanning;
  const ranked = rankedCandidates(scanning, answered);
  const searched = {
    windows: answered.reduce((sum, scan) => sum + scan.windows, 0),
    symbols: answered.reduce((sum, scan) => sum + scan.symbols, 0),
  };
  const verifying: Verifying = {
    engine: screening.engine,
    snapshot,
    today,
    model,
    earliestEntry: Math.max(query.range.start, today),
    judgement: {
      looked: { kind: 'searched', searched, nulls },
      draws: drawsFor(screening.nulls, query.question),
    },
  };
  const first = ranked.slice(0, POOL_SIZE);
  const outcomes = await verifyCandidates(verifying, first, work);
  const suspects = new Set(first.flatMap(({ market }, i) => (outcomes[i] === 'unavailable' ? [market.id] : [])));
  const lost: MarketScan[] = [];
  for (const one of answered) {
    // Looked into only after some candidate of the market could not be read.
    if (suspects.has(marketId(one)) && (await allDamaged(scanning, one.prices))) lost.push(one);
  }
  if (lost.length > 0) {
    // A market that cannot be read must not take the places of one that can.
    const rest = answered.filter((scan) => !lost.includes(scan));
    return assemble(scanning, rest, [...failed, ...lost.map(marketId)]);
  }
  const pool = outcomes.filter(isRow);
  return {
    snapshot,
    today,
    scanned: answered.map(({ prices }) => prices),
    marketFailures: query.markets.map((market) => market.id).filter((id) => failed.includes(id)),
    evidenceFailures: first.length - pool.length + unsearched(answered),
    ranked,
    pool,
    asOf: latestKnown(answered, query.range.start),
    cutShort: outcomes.includes('late'),
    verify: (found, account, signal) => verifyCandidates(verifying, found, { account, signal }),
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
async function allDamaged({ screening, work }: Scanning, { symbols }: MarketPrices): Promise<boolean> {
  try {
    return await screening.engine.run('allDamaged', { symbols: symbols.map(refOf) }, work);
  } catch (error) {
    if (isLate(work.signal)) return false;
    throw error;
  }
}

/** The newest day that any number of a scan from `start` on rests on; null without prices. */
function latestKnown(scans: readonly MarketScan[], start: Day): Day | null {
  const priced = scans.filter(({ prices }) => prices.asOf !== null);
  return priced.length === 0
    ? null
    : Math.max(...priced.map(({ prices }) => lastSessionBefore(prices.sessions, start)));
}
