import type { Day } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { type Candidate, compareCandidates } from '../core/detection/candidate';
import { type Evidence, evidenceOf } from '../core/window/evidence';
import type { Direction, WindowSpec } from '../core/window/window';
import type { BarsReader } from '../engine/engine';
import { readableMarket, type Snapshot } from '../engine/snapshot';
import { upstreamUnavailable } from '../errors';
import { CorruptPricesError } from '../storage/sqlite/prices';
import { windowOf } from './evidenceRows';
import { MIN_OBSERVATIONS, POOL_SIZE } from './scan';
import type { Screening } from './screening';

/** One market's best windows that begin on one day. */
export interface EntryQuery {
  readonly market: Market;
  readonly entry: Day;
  readonly direction?: Direction;
  /** Calendar days. */
  readonly minHold: number;
  readonly maxHold: number;
  readonly years: number;
  readonly cycle: 'consecutive' | 'pe';
  readonly minWins: 'default' | number;
}

/** A candidate and what became of its evidence (SPEC 2.6, `evidence_status`). */
export interface EntryRow {
  readonly symbol: string;
  readonly candidate: Candidate;
  readonly window: WindowSpec;
  readonly evidence: Evidence | 'no_data' | 'unavailable' | 'not_evaluated';
}

export interface EntryList {
  /** The pool first, then the rows past it, best detection Sharpe first in each. */
  readonly rows: readonly EntryRow[];
  readonly asOf: Day | null;
}

/**
 * The best window of each symbol and direction on one entry date (SPEC 4.2): the first 50 are verified against the
 * stored prices, the rest is named and not evaluated.
 *
 * @throws upstream_unavailable when none of the market's prices can be read, or time runs out
 */
export async function entriesOn(screening: Screening, snapshot: Snapshot, query: EntryQuery): Promise<EntryList> {
  const { market, entry, direction, minHold, maxHold, years, cycle, minWins } = query;
  const [result] = await screening.jobs.run([market], async (_, signal) => {
    const prices = readableMarket(snapshot, market.id);
    if (prices.asOf === null) return { rows: [], asOf: null };
    const asOf = Math.min(prices.asOf, entry - 1);
    const request = {
      ...{ entries: [{ day: entry, asOf }], years, cycle, minHold, maxHold, direction, minWins },
      ...{ minObservations: MIN_OBSERVATIONS, gapLimit: market.gapLimit, liveOnly: true },
    };
    const found = await screening.engine.detect({ symbols: prices.symbols, request, mode: 'best' }, signal);
    const nameOf = (id: number) => snapshot.symbols.get(id)?.symbol ?? '';
    found.sort((a, b) => compareCandidates(a, b, nameOf));
    const pool = found.slice(0, POOL_SIZE).flatMap(({ symbol }) => snapshot.symbols.get(symbol) ?? []);
    const barsOf = await screening.engine.read(pool);
    const rows = found.map((candidate, i): EntryRow => {
      const window = windowOf(candidate, request);
      const symbol = nameOf(candidate.symbol);
      const evidence = i < POOL_SIZE ? verify(barsOf, snapshot, candidate, window, market) : 'not_evaluated';
      return { symbol, candidate, window, evidence };
    });
    return { rows, asOf };
  });
  if (!result.ok) throw upstreamUnavailable(`market ${market.id}: ${result.reason}`);
  return result.value;
}

function verify(
  barsOf: BarsReader,
  snapshot: Snapshot,
  candidate: Candidate,
  window: WindowSpec,
  market: Market,
): EntryRow['evidence'] {
  const symbol = snapshot.symbols.get(candidate.symbol);
  if (!symbol) return 'no_data';
  try {
    return evidenceOf(barsOf(symbol), window, candidate.direction, market.gapLimit) ?? 'no_data';
  } catch (error) {
    if (error instanceof CorruptPricesError) return 'unavailable';
    throw error;
  }
}
