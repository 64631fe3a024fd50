import type { Search } from '../answers/wording';
import type { Day } from '../core/calendar/dates';
import { compareCandidates } from '../core/detection/candidate';
import { windowsIn } from '../core/detection/plan';
import type { PresetWindow } from '../core/window/presets';
import { type EvaluatedSetup, evaluateSetup } from '../core/window/setup';
import type { Cycle, Direction, WindowSpec } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import { windowOf } from './evidenceRows';
import { type ServingModel, tiltOfWindow } from './predictions';
import type { BestSearch } from './results';
import type { Screening } from './screening';
import { type Listing, searchYear, type YearRow, yearRequest, yearRows } from './symbolYear';

export interface AnalyzeQuery {
  /** Omitted = the one with the higher win share, then the higher mean. */
  readonly direction?: Direction;
  /** With `hold`: the exact window. Alone: the best hold on this day. */
  readonly entry?: Day;
  /** Calendar days. Alone: the best entry of the coming year. */
  readonly hold?: number;
  /** Overrides both. */
  readonly preset?: PresetWindow;
  readonly years: number;
  readonly cycle: Cycle;
  readonly today: Day;
}

export interface Analysis {
  readonly setup: EvaluatedSetup;
  readonly entryRun: { readonly from: Day; readonly to: Day };
  readonly search: Search;
  /** Other windows of the coming year that qualify, best first. */
  readonly others: readonly YearRow[];
}

/** Other setups listed beside the card. */
const MOST_OTHERS = 5;
/** Entries of an unpinned analysis: today through this many days ahead (DESIGN 5). */
const DAYS_AHEAD = 364;

/**
 * The best setup of one symbol and others beside it (SPEC 4.5, DESIGN 5 "Analyze").
 *
 * @returns null when nothing at all could be observed
 * @throws CorruptPricesError
 */
export async function analyze(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  query: AnalyzeQuery,
): Promise<Analysis | null> {
  const pinned = pinnedWindow(listing, query);
  const chosen = pinned
    ? named(await judgePinned(screening, listing, pinned, query.direction, await screening.predictions.over(snapshot)))
    : await searchBest(screening, snapshot, listing, query);
  if (!chosen) return null;
  return { ...chosen, others: await otherSetups(screening, snapshot, listing, query, chosen.setup) };
}

type Chosen = Omit<Analysis, 'others'>;

function named(setup: EvaluatedSetup | null): Chosen | null {
  if (!setup) return null;
  const { entry } = setup.window;
  return { setup, entryRun: { from: entry, to: entry }, search: { kind: 'named' } };
}

/** The exact window the caller named, or null when some of it is left to the search. */
export function pinnedWindow(
  { lastBar }: Pick<Listing, 'lastBar'>,
  query: Pick<AnalyzeQuery, 'preset' | 'entry' | 'hold' | 'years' | 'cycle'>,
): WindowSpec | null {
  const { preset, entry, hold, years, cycle } = query;
  if (preset) {
    const { entry: start, end, endsBefore } = preset;
    return { entry: start, end, years, cycle, asOf: lastBar, preset: { endsBefore } };
  }
  if (entry === undefined || hold === undefined) return null;
  return { entry, end: entry + hold - 1, years, cycle, asOf: Math.min(lastBar, entry - 1) };
}

/**
 * A named window in the direction asked for, or in the one with the higher win share, then the higher mean.
 *
 * @param model the one in service, where the edge score is shown
 * @returns null when no year could be observed
 * @throws CorruptPricesError
 */
export async function judgePinned(
  { engine }: Screening,
  { symbol, market }: Listing,
  window: WindowSpec,
  direction: Direction | undefined,
  model: ServingModel | null = null,
): Promise<EvaluatedSetup | null> {
  const bars = (await engine.read([symbol]))(symbol);
  const judge = async (d: Direction) =>
    evaluateSetup(bars, window, d, market.gapLimit, await tiltOfWindow(model, { symbol, market }, window, d));
  if (direction) return judge(direction);
  const long = await judge('long');
  const short = await judge('short');
  return long && short && isBetter(short, long) ? short : long;
}

function isBetter(a: EvaluatedSetup, b: EvaluatedSetup): boolean {
  const byShare = a.evidence.winRate - b.evidence.winRate;
  return byShare > 0 || (byShare === 0 && a.evidence.mean > b.evidence.mean);
}

/** What a search may demand, strictest first: the band, then five years whatever they won, then any year at all. */
const DEMANDS = [
  { minWins: 'default', minObservations: 5 },
  { minWins: 0, minObservations: 5 },
  { minWins: 0, minObservations: 1 },
] as const;

/** The window that a search found, judged by the evidence behind it. @throws CorruptPricesError */
async function searchBest(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  query: AnalyzeQuery,
): Promise<Chosen | null> {
  const { direction, entry, hold, years, cycle, today } = query;
  const asked = JSON.stringify({ direction, entry, hold, years, cycle, today });
  const key = [snapshot.version, listing.symbol.id, listing.market.id, asked].join('|');
  const found = await screening.bestSearches.get(key, () => findBest(screening, snapshot, listing, query));
  if (!found) return null;
  const { window, entryRun, windows } = found;
  const model = await screening.predictions.over(snapshot);
  const setup = await judgePinned(screening, listing, window, found.direction, model);
  return setup && { setup, entryRun, search: { kind: 'searched', windows } };
}

/** The best window by Sharpe among those in band; out of band when there is none. */
async function findBest(
  { engine }: Screening,
  snapshot: Snapshot,
  listing: Listing,
  { entry, hold, direction, years, cycle, today }: AnalyzeQuery,
): Promise<BestSearch | null> {
  const { symbol } = listing;
  const span = entry === undefined ? { from: today, to: today + DAYS_AHEAD } : { from: entry, to: entry };
  const bounds = { minHold: hold, maxHold: hold, years, cycle, direction, ...span };
  const base = yearRequest(listing, { ...bounds, minWins: 'default', liveOnly: false });
  // A pinned entry may be any day, not only a session.
  const entries = entry === undefined ? base.entries : [{ day: entry, asOf: Math.min(listing.lastBar, entry - 1) }];
  for (const demand of DEMANDS) {
    const request = { ...base, entries, ...demand };
    const found = await engine.detect({ symbols: [symbol], request, mode: 'best' });
    const [best] = found.sort((a, b) => compareCandidates(a, b, () => symbol.symbol));
    if (!best) continue;
    const [entryRun] =
      entry === undefined ? engine.entryRuns(snapshot, request, [best]) : [{ from: best.entry, to: best.entry }];
    const windows = windowsIn(request) * (direction ? 1 : 2);
    return { window: windowOf(best, request), direction: best.direction, entryRun, windows };
  }
  return null;
}

/** Qualifying windows of the year from today, or from a past pinned entry with only what was known before it. */
async function otherSetups(
  screening: Screening,
  snapshot: Snapshot,
  listing: Listing,
  query: AnalyzeQuery,
  { window, direction }: EvaluatedSetup,
): Promise<YearRow[]> {
  const isResearch = query.preset === undefined && window.entry < query.today;
  const from = isResearch ? window.entry : query.today;
  const search = await searchYear(screening, snapshot, listing, {
    years: query.years,
    cycle: query.cycle,
    direction: query.direction,
    minWins: 'default',
    from,
    to: from + DAYS_AHEAD,
    ...(isResearch ? { knownThrough: window.asOf } : {}),
    liveOnly: false,
  });
  const candidates = search.candidates.filter(
    (c) => c.direction !== direction || c.entry > window.end || c.entry + c.hold - 1 < window.entry,
  );
  return yearRows(screening, listing, { ...search, candidates: candidates.slice(0, MOST_OTHERS) });
}
