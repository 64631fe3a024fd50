import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller';
import { type Day, dayOf } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { lastSessionBefore, sessionsOver } from '../core/calendar/marketSessions';
import { type Candidate, compareCandidates } from '../core/detection/candidate';
import { FEWEST_YEARS } from '../core/detection/coverage';
import type { DetectionRequest } from '../core/detection/plan';
import type { Significance } from '../core/significance/significance';
import { type WindowStrength, windowStrength } from '../core/significance/windowRotations';
import type { Bars } from '../core/window/bars';
import { type Evidence, evidenceOf } from '../core/window/evidence';
import type { Direction, WindowSpec } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import { turns } from '../turns';
import { isStale, type Listing } from './listing';
import type { Lookback } from './namedWindow';
import type { YearSearch } from './results';
import { requiredBarsOfOne, type Screening } from './screening';
import { type AskedHolds, holdBounds } from './searchBounds';
import { type Judgement, judged } from './significance';
import { symbolJudgement } from './symbolLuck';
import { candidateWindow } from './verification';

export interface YearQuery extends Lookback, AskedHolds {
  readonly minWins: 'default' | number;
  readonly direction?: Direction;
  /** Entry dates, both ends included. */
  readonly from: Day;
  readonly to: Day;
  /** Nothing after this day may touch a number, besides METHOD 1's rule for each entry. */
  readonly knownThrough?: Day;
  /** Whether a symbol that stopped trading is left out (METHOD 5). */
  readonly liveOnly: boolean;
}

/** Searches all entries of a span of days for one symbol. Equal searches are done once and briefly kept. */
export function searchYear(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  query: YearQuery,
  signal: AbortSignal,
): Promise<YearSearch> {
  const key = [snapshot.version, listing.symbol.id, listing.market.id, JSON.stringify(query)].join('|');
  const compute = async (gone: AbortSignal) => {
    const request = yearRequest(listing, query);
    const job = { symbols: [listing.symbol], request, mode: 'distinct' as const };
    const candidates = await screening.engine.detect(job, gone);
    candidates.sort((a, b) => compareCandidates(a, b, () => listing.symbol.symbol));
    return { request, candidates };
  };
  return screening.yearSearches.get(key, compute, { signal });
}

/** The search over a span of entry days, each known through the last session before it (METHOD 1). */
export function yearRequest(
  { market, sessions }: Pick<Listing, 'market' | 'sessions'>,
  query: YearQuery,
): DetectionRequest {
  const { knownThrough = Infinity } = query;
  const entries = sessionsOver(market, sessions, query.from, query.to);
  return {
    entries: entries.map((day) => ({ day, asOf: Math.min(knownThrough, lastSessionBefore(sessions, day)) })),
    years: query.years,
    cycle: query.cycle,
    ...holdBounds(query),
    direction: query.direction,
    minWins: query.minWins,
    minObservations: FEWEST_YEARS,
    gapLimit: market.gapLimit,
    liveOnly: query.liveOnly,
  };
}

/** A qualifying window with its evidence; null where nothing could be observed. */
export interface YearRow {
  readonly window: WindowSpec;
  readonly direction: Direction;
  readonly evidence: Evidence | null;
  /** Null without evidence. */
  readonly significance: Significance | null;
}

/** Of candidates that were shown before: a search is kept for a while, and its windows are as strong as they were. */
const strengths = new WeakMap<Candidate, { readonly strength: WindowStrength | null }>();

function strengthIn(
  { searchEntry, draws }: Judgement,
  candidate: Candidate,
  { symbol, market }: Listing,
  window: WindowSpec,
): WindowStrength | null {
  const known = strengths.get(candidate);
  if (known) return known.strength;
  const entry = searchEntry ?? window.entry;
  const strength = windowStrength(symbol, window, candidate.direction, entry, market.gapLimit, draws);
  strengths.set(candidate, { strength });
  return strength;
}

/** How many windows' evidence is kept, some two kilobytes each. */
const MOST_KEPT = 500;

/** The same of their evidence, as long as it was measured on the bars that are in memory. */
const evidences = new LRUCache<Candidate, { readonly bars: WeakRef<Bars>; readonly evidence: Evidence | null }>({
  max: MOST_KEPT,
});

function evidenceIn(bars: Bars, candidate: Candidate, window: WindowSpec, { gapLimit }: Market): Evidence | null {
  const known = evidences.get(candidate);
  if (known?.bars.deref() === bars) return known.evidence;
  const evidence = evidenceOf(bars, window, candidate.direction, gapLimit);
  evidences.set(candidate, { bars: new WeakRef(bars), evidence });
  return evidence;
}

/**
 * The evidence of what a search found.
 *
 * @param judgement of the search
 * @throws the signal's reason once it is aborted
 */
export async function yearRows(
  listing: Listing,
  bars: Bars,
  { candidates, request }: YearSearch,
  judgement: Judgement,
  signal?: AbortSignal,
): Promise<YearRow[]> {
  const { symbol, market } = listing;
  const rows: YearRow[] = [];
  const pause = turns();
  for (const candidate of candidates) {
    await pause();
    signal?.throwIfAborted();
    const window = candidateWindow(candidate, request);
    const { direction } = candidate;
    const evidence = evidenceIn(bars, candidate, window, market);
    const significance = evidence && judged(judgement, symbol, strengthIn(judgement, candidate, listing, window));
    rows.push({ window, direction, evidence, significance });
  }
  return rows;
}

/**
 * The list of a symbol's year: what a search found, with its evidence. Where not one window of the search could be
 * observed in any year, a single row without evidence says so, for the first entry and the shortest hold (METHOD 1).
 *
 * @param caller whose plan bounds what luck may be computed of
 * @throws upstream_unavailable
 */
export async function listYear(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  query: YearQuery,
  caller: Caller,
  signal: AbortSignal,
): Promise<YearRow[]> {
  const search = await searchYear(screening, snapshot, listing, query, signal);
  const { request } = search;
  // Each entry is searched as of the day before it, when a symbol that stopped trading this year was still alive.
  const candidates = query.liveOnly && isStale(listing) ? [] : search.candidates;
  if (candidates.length > 0) {
    const judgement = await symbolJudgement(screening, snapshot, listing, request, caller);
    const bars = await requiredBarsOfOne(screening, listing.symbol, signal);
    return yearRows(listing, bars, search, judgement, signal);
  }
  const [first] = request.entries;
  const anything = { ...request, minWins: 0, minObservations: 1, liveOnly: false };
  const job = { symbols: [listing.symbol], request: anything, mode: 'best' as const };
  const observed = await screening.engine.detect(job, signal);
  if (first === undefined || observed.length > 0) return [];
  const { years, cycle, minHold } = request;
  const window = { entry: first.day, end: first.day + minHold - 1, years, cycle, asOf: first.asOf };
  return [{ window, direction: query.direction ?? 'long', evidence: null, significance: null }];
}

/** January 1 and December 31 of a market year. */
export function yearSpan(year: number): { from: Day; to: Day } {
  return { from: dayOf(year, 1, 1), to: dayOf(year, 12, 31) };
}
