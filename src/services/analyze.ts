import type { Caller } from '../access/caller';
import { cardChart } from '../answers/chart';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import { publishedStats } from '../answers/publishedStats';
import { significanceBlock } from '../answers/significance';
import { type View, viewCards } from '../answers/views';
import { type Day, toIso } from '../core/calendar/dates';
import { lastSession } from '../core/detection/columns';
import type { MlOutcome } from '../core/model/absence';
import type { PresetWindow } from '../core/window/presets';
import { type Direction, holdOf } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import type { Output } from '../operation';
import { bestWindow, DAYS_AHEAD } from './bestWindow';
import { cardOf } from './cards';
import { dataAgeOf } from './dataAge';
import { type AskedPreset, presetAsked, requireResearchDay } from './dates';
import type { ServiceDeps } from './deps';
import { predictAll } from './heldPredictions';
import { type AskedSymbol, findListing, type Listing, type ResolvedListing } from './listing';
import {
  judgeWindow,
  knownBefore,
  knownThrough,
  type Lookback,
  type NamedDates,
  namedWindow,
  nothingObserved,
  type ReadListing,
} from './namedWindow';
import { predictionItem } from './predictions';
import type { FoundSetup, YearSearch } from './results';
import { currentPrices, requiredBarsOfOne, type Screening } from './screening';
import { type Judgement, namedJudgement } from './significance';
import { symbolJudgement } from './symbolLuck';
import { searchYear, type YearQuery, type YearRow, yearRows } from './symbolYear';

export interface AnalyzeQuestion extends AskedSymbol, AskedPreset, Lookback {
  /** Omitted = the one with the higher win share, then the higher mean. */
  readonly direction?: Direction;
  /** With `hold`: the exact window. Alone: the best hold on this day. A preset overrides both. */
  readonly entry?: Day;
  /** Calendar days. Alone: the best entry of the coming year. */
  readonly hold?: number;
  readonly view: View;
  readonly withChart: boolean;
}

/** The question with everything in it looked up. */
interface Analysis {
  readonly screening: Screening;
  readonly caller: Caller;
  readonly snapshot: Snapshot;
  readonly listing: ResolvedListing & ReadListing;
  readonly asked: AnalyzeQuestion;
  readonly preset: PresetWindow | undefined;
  readonly today: Day;
  readonly signal: AbortSignal;
}

/** Other setups listed beside the card. */
const MOST_OTHERS = 5;

/**
 * The best setup of one symbol as a card, and others beside it (SPEC 4.5, DESIGN 5 "Analyze").
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function analyze(
  deps: ServiceDeps,
  caller: Caller,
  asked: AnalyzeQuestion,
  signal: AbortSignal,
): Promise<Output<'analyzeSymbol'>> {
  const { screening } = deps;
  const today = screening.clock.today();
  const preset = presetAsked(screening.clock, asked);
  requireResearchDay(screening.clock, 'entry_date', asked.entry);
  const snapshot = await currentPrices(screening);
  const resolved = findListing(deps, snapshot, caller, asked);
  const bars = await requiredBarsOfOne(screening, resolved.symbol, signal);
  const listing = { ...resolved, bars };
  const analysis: Analysis = { screening, caller, snapshot, listing, asked, preset, today, signal };
  const found = await findSetup(analysis);
  if (!found) throw nothingObserved(listing, asked, askedAsOf(analysis));
  const { window, direction } = found.setup;
  const others = await otherSetups(analysis, found);
  const [ml] = await predictAll(
    deps,
    snapshot,
    caller,
    [predictionItem(found.loaded, found.market, window, direction)],
    { signal },
  );
  return answer(analysis, { found, others, ml });
}

/** What an analysis came to, for one caller. */
interface Analyzed {
  readonly found: FoundSetup;
  readonly others: OtherSetups | null;
  readonly ml: MlOutcome;
}

async function answer(
  { screening, snapshot, listing, asked, today }: Analysis,
  { found, others, ml }: Analyzed,
): Promise<Output<'analyzeSymbol'>> {
  const { setup } = found;
  const notes = [listing.note, staleNote(listing, setup.window.asOf)].filter((note) => note !== undefined);
  const note = notes.length === 0 ? undefined : notes.join(' ');
  const chart = asked.withChart ? cardChart(setup) : undefined;
  const [card] = viewCards([cardOf(found, { rank: 1, ml, today, note })], asked.view, chart);
  const rows = others === null ? [] : await yearRows(listing, listing.bars, others.shown, others.judgement);
  return {
    card,
    other_setups: rows.flatMap((row) => otherSetup(listing, row)),
    view: asked.view,
    disclaimer: disclaimerFor(snapshot.simulated),
    as_of: toIso(setup.window.asOf),
    ...dataAgeOf(screening, [listing], knownThrough(setup.window)),
  };
}

/** The setup the caller named, or the best of those that fit; null when nothing at all could be observed. */
async function findSetup(analysis: Analysis): Promise<FoundSetup | null> {
  const { screening, caller, snapshot, listing, asked, preset, today, signal } = analysis;
  const { symbol: loaded, market } = listing;
  const model = await screening.predictions.over(snapshot);
  const dates = namedDates(asked, preset);
  if (dates) {
    const window = namedWindow(dates, asked, [listing]);
    const judgement = namedJudgement(screening.luck, asked);
    const setup = await judgeWindow(screening, listing, window, asked.direction, { model, judgement }, signal);
    const entryRun = { from: window.entry, to: window.entry };
    return setup && { loaded, market, setup, entryRun, search: { kind: 'named' } };
  }
  const best = await bestWindow(screening, snapshot, listing, { ...asked, today }, signal);
  if (!best) return null;
  const { window, direction, entryRun, search, request } = best;
  const judgement = await symbolJudgement(screening, snapshot, listing, request, caller);
  // What the search found in memory is judged by the stored prices.
  const setup = await judgeWindow(screening, listing, window, direction, { model, judgement }, signal);
  return setup && { loaded, market, setup, entryRun, search };
}

/** The dates the caller named, or null when some of them are left to the search. */
function namedDates({ entry, hold }: AnalyzeQuestion, preset: PresetWindow | undefined): NamedDates | null {
  if (preset) return { preset };
  return entry === undefined || hold === undefined ? null : { entry, hold };
}

/** The setups listed beside a card, and what they are judged by. */
interface OtherSetups {
  /** Which found them, as it is kept. */
  readonly search: YearSearch;
  /** Those of it that are listed. */
  readonly shown: YearSearch;
  readonly judgement: Judgement;
}

/**
 * Qualifying windows of the year from today, or from a past pinned entry with only what was known before it. Null where
 * there are none.
 */
async function otherSetups(
  { screening, caller, snapshot, listing, asked, preset, today, signal }: Analysis,
  { setup: { window, direction } }: FoundSetup,
): Promise<OtherSetups | null> {
  const isResearch = preset === undefined && window.entry < today;
  const from = isResearch ? window.entry : today;
  const query: YearQuery = {
    years: asked.years,
    cycle: asked.cycle,
    direction: asked.direction,
    minWins: 'default',
    from,
    to: from + DAYS_AHEAD,
    knownThrough: isResearch ? window.asOf : undefined,
    liveOnly: false,
  };
  const search = await searchYear(screening, snapshot, listing, query, signal);
  const candidates = search.candidates.filter(
    (c) => c.direction !== direction || c.entry > window.end || c.entry + c.hold - 1 < window.entry,
  );
  if (candidates.length === 0) return null;
  const judgement = await symbolJudgement(screening, snapshot, listing, search.request, caller);
  return { search, shown: { ...search, candidates: candidates.slice(0, MOST_OTHERS) }, judgement };
}

type OtherSetup = Output<'analyzeSymbol'>['other_setups'][number];

function otherSetup({ symbol }: Listing, { window, direction, evidence, significance }: YearRow): OtherSetup[] {
  if (!evidence || !significance) return [];
  const { historical_win_rate, sharpe_ratio, avg_return_pct, median_return_pct } = publishedStats(evidence);
  return [
    {
      symbol: symbol.symbol,
      direction,
      entry_date: toIso(window.entry),
      hold_days: holdOf(window),
      historical_win_rate,
      sharpe_ratio,
      avg_return_pct,
      median_return_pct,
      years: lookbackLabel(window),
      significance: significanceBlock(significance),
    },
  ];
}

/** What is known at most of what was asked: of a past entry, nothing that came after it. */
function askedAsOf({ listing, asked: { entry }, preset }: Analysis): Day {
  return preset || entry === undefined ? listing.lastBar : knownBefore(entry, [listing]);
}

/** A symbol that stopped trading is analyzed all the same, and the card says so (METHOD 5), as far as was known. */
function staleNote({ symbol, market, lastBar }: Listing, asOf: Day): string | undefined {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  if (last === null || asOf - last <= market.gapLimit) return undefined;
  const known = asOf === lastBar ? '' : ` up to ${toIso(asOf)}`;
  return `The last bar of ${symbol.symbol}${known} is of ${toIso(last)}, ${asOf - last} days before the last of its market.`;
}
