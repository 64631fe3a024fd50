import type { Caller } from '../access/caller';
import { disclaimerFor } from '../answers/disclaimer';
import { type Day, toIso, toIsoOrNull } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { lastSessionBefore } from '../core/calendar/marketSessions';
import { compareCandidates } from '../core/detection/candidate';
import { hasFloors, reachesFloors, type StatisticFloors } from '../core/detection/floors';
import { evidenceOf } from '../core/window/evidence';
import type { Direction, WindowSpec } from '../core/window/window';
import type { BarsReader } from '../engine/recentBars';
import { type LoadedSymbol, readableMarket, type Snapshot } from '../engine/snapshot';
import { upstreamUnavailable } from '../errors';
import type { Output } from '../operation';
import { CorruptPricesError } from '../storage/errors';
import { mapInTurns } from '../turns';
import { dataAgeOf } from './dataAge';
import { marketYearDay } from './dates';
import type { ServiceDeps } from './deps';
import { marketInScope } from './listing';
import { luckOfEntry } from './marketLuck';
import { marketRequest } from './marketRequest';
import type { Lookback } from './namedWindow';
import { isVerified, type ListedWindow, predictedRows } from './opportunityRows';
import { currentPrices, type Screening } from './screening';
import { type AskedBand, type AskedHolds, holdBounds, POOL_SIZE, requireBand, requireHoldOrder } from './searchBounds';
import { drawsFor, type Judgement, searchedIn, significanceIn } from './significance';
import { candidateWindow } from './verification';

export interface OpportunitiesQuestion extends Lookback, AskedHolds, AskedBand {
  /** Market id. */
  readonly market: string;
  /** Omitted = today. */
  readonly entry?: Day;
  /** Omitted = both. */
  readonly direction?: Direction;
  readonly floors: StatisticFloors;
  readonly limit: number;
}

/**
 * One market's best window of each symbol and direction on one entry date (SPEC 4.2): the first 50 are verified against
 * the stored prices, the rest is named and not evaluated.
 *
 * @throws forbidden, invalid_request, scan_busy; upstream_unavailable when none of the market's prices can be read, or
 *   time runs out
 */
export async function listOpportunities(
  deps: ServiceDeps,
  caller: Caller,
  asked: OpportunitiesQuestion,
  signal: AbortSignal,
): Promise<Output<'listOpportunities'>> {
  const { screening } = deps;
  const market = marketInScope(deps, caller, asked.market);
  requireHoldOrder(asked);
  requireBand(market, asked);
  const entry = marketYearDay(screening.clock, 'from', asked.entry);
  const snapshot = await currentPrices(screening);
  const list = await entriesOn(screening, snapshot, market, { ...asked, entry }, caller, signal);
  const verified = list.rows.filter(isVerified).sort((a, b) => b.evidence.sharpe - a.evidence.sharpe);
  const unverified = list.rows.filter((row) => !isVerified(row));
  const rows = hasFloors(asked.floors)
    ? verified.filter((row) => reachesFloors(row.evidence, row.significance, asked.floors))
    : [...verified, ...unverified];
  const shown = rows.slice(0, Math.min(asked.limit, caller.tier.maxResults));
  const { opportunities, notes, capped } = await predictedRows(deps, snapshot, caller, market, shown, signal);
  return {
    entry_date: toIso(entry),
    window_supported: false,
    evaluated_count: verified.length,
    enrichment_capped: list.rows.length > POOL_SIZE || capped,
    evidence_failures: unverified.filter(({ evidence }) => evidence === 'unavailable').length + list.unsearched,
    ml_remaining_today: await deps.mlAllowance.remaining(caller),
    opportunities,
    tier_notes: notes,
    disclaimer: disclaimerFor(snapshot.simulated),
    as_of: toIsoOrNull(list.asOf),
    ...dataAgeOf(screening, [readableMarket(snapshot, market.id)]),
  };
}

interface EntryList {
  /** Best detection Sharpe first. */
  readonly rows: readonly ListedWindow[];
  /** Symbols whose prices could not be read when they were loaded: candidates nobody could look at. */
  readonly unsearched: number;
  readonly asOf: Day | null;
}

async function entriesOn(
  screening: Screening,
  snapshot: Snapshot,
  market: Market,
  asked: OpportunitiesQuestion & { readonly entry: Day },
  caller: Caller,
  wanted: AbortSignal,
): Promise<EntryList> {
  const { entry } = asked;
  const { engine, jobs } = screening;
  const search = async (_: Market, signal: AbortSignal): Promise<EntryList> => {
    const prices = readableMarket(snapshot, market.id);
    const unsearched = prices.unreadable.length;
    if (prices.asOf === null) return { rows: [], unsearched, asOf: null };
    const asOf = lastSessionBefore(prices.sessions, entry);
    const request = marketRequest(prices, [{ day: entry, asOf }], { ...asked, ...holdBounds(asked) });
    const found = await engine.detect({ symbols: prices.symbols, request, mode: 'best' }, signal);
    const symbols = new Map(prices.symbols.map((symbol) => [symbol.id, symbol]));
    found.sort((a, b) => compareCandidates(a, b, (id) => symbols.get(id)!.symbol));
    const barsOf = await engine.read(
      found.slice(0, POOL_SIZE).map((candidate) => symbols.get(candidate.symbol)!),
      signal,
    );
    const luck = await screening.luck.of(luckOfEntry(snapshot, prices, request), caller);
    const judgement: Judgement = {
      looked: { kind: 'searched', searched: searchedIn(request, prices.symbols), luck },
      searchEntry: entry,
      draws: drawsFor(screening.luck, asked),
    };
    const rows = await mapInTurns(found, (candidate, i): ListedWindow => {
      signal.throwIfAborted();
      const symbol = symbols.get(candidate.symbol)!;
      const window = candidateWindow(candidate, request);
      const { direction } = candidate;
      const evidence = i < POOL_SIZE ? evidenceIn(barsOf, symbol, window, direction, market) : 'not_evaluated';
      const isVerified = typeof evidence !== 'string';
      const significance = isVerified ? significanceIn(judgement, symbol, window, direction, market) : null;
      return { symbol, window, direction, evidence, significance };
    });
    return { rows, unsearched, asOf };
  };
  const [result] = await jobs.run([market], search, wanted);
  if (!result.ok) throw upstreamUnavailable(`market ${market.id}: ${result.reason}`);
  return result.value;
}

/** A symbol whose stored prices cannot be read costs its own row, not the list. */
function evidenceIn(
  barsOf: BarsReader,
  symbol: LoadedSymbol,
  window: WindowSpec,
  direction: Direction,
  market: Market,
): ListedWindow['evidence'] {
  try {
    return evidenceOf(barsOf(symbol), window, direction, market.gapLimit) ?? 'no_data';
  } catch (error) {
    if (error instanceof CorruptPricesError) return 'unavailable';
    throw error;
  }
}
