import type { Day } from '../core/calendar/dates';
import { compareCandidates } from '../core/detection/candidate';
import { FEWEST_YEARS } from '../core/detection/coverage';
import type { Direction } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import type { Listing } from './listing';
import { knownBefore, type Lookback } from './namedWindow';
import type { BestSearch } from './results';
import type { Screening } from './screening';
import { yearRequest } from './symbolYear';
import { candidateWindow, namedSearch } from './verification';

/** What is left to a search: whatever is not said. */
export interface BestWindowQuery extends Lookback {
  /** Omitted = both. */
  readonly direction?: Direction;
  /** The best hold on this day, session or not. Omitted = the best entry of the coming year. */
  readonly entry?: Day;
  /** Calendar days. Omitted = the usual holds. */
  readonly hold?: number;
  readonly today: Day;
}

/** Entries of an unpinned analysis: today through this many days ahead (DESIGN 5). */
export const DAYS_AHEAD = 364;

/** What a search may demand, strictest first: the band, then five years whatever they won, then any year at all. */
const DEMANDS = [
  { minWins: 'default', minObservations: FEWEST_YEARS },
  { minWins: 0, minObservations: FEWEST_YEARS },
  { minWins: 0, minObservations: 1 },
] as const;

/**
 * The best window of a symbol by Sharpe among those in band; out of band when there is none. Equal searches are done
 * once and briefly kept.
 *
 * @returns null when none could be observed
 */
export function bestWindow(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  query: BestWindowQuery,
  signal: AbortSignal,
): Promise<BestSearch | null> {
  const { direction, entry, hold, years, cycle, today } = query;
  const asked = JSON.stringify({ direction, entry, hold, years, cycle, today });
  const key = [snapshot.version, listing.symbol.id, listing.market.id, asked].join('|');
  const compute = (gone: AbortSignal) => search(screening, snapshot, listing, query, gone);
  return screening.bestSearches.get(key, compute, { signal });
}

async function search(
  { engine }: Screening,
  snapshot: Snapshot,
  listing: Listing,
  { entry, hold, direction, years, cycle, today }: BestWindowQuery,
  signal: AbortSignal,
): Promise<BestSearch | null> {
  const { symbol } = listing;
  const base = yearRequest(listing, {
    years,
    cycle,
    minHold: hold,
    maxHold: hold,
    direction,
    from: entry ?? today,
    to: entry ?? today + DAYS_AHEAD,
    minWins: 'default',
    liveOnly: false,
  });
  // A pinned entry may be any day, not only a session.
  const entries = entry === undefined ? base.entries : [{ day: entry, asOf: knownBefore(entry, [listing]) }];
  for (const demand of DEMANDS) {
    const request = { ...base, entries, ...demand };
    const found = await engine.detect({ symbols: [symbol], request, mode: 'best' }, signal);
    const [best] = found.sort((a, b) => compareCandidates(a, b, () => symbol.symbol));
    if (!best) continue;
    const entryRun =
      entry === undefined ? engine.entryRuns(snapshot, request)(best) : { from: best.entry, to: best.entry };
    const search = namedSearch(request, { eitherDirection: direction === undefined, rank: null });
    return { window: candidateWindow(best, request), direction: best.direction, entryRun, search, request };
  }
  return null;
}
