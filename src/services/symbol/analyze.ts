import type { OtherSetupInput } from '../../answers/analyzeAnswer';
import { disclaimerFor } from '../../answers/disclaimer';
import { lookbackLabel } from '../../answers/phrases';
import type { View } from '../../answers/views';
import { type Day, toIso } from '../../core/calendar/dates';
import { lastSession } from '../../core/detection/columns';
import type { DetectionRequest } from '../../core/detection/plan';
import type { PresetWindow } from '../../core/window/presets';
import { type Direction, holdOf, type WindowSpec } from '../../core/window/window';
import type { Snapshot } from '../../engine/snapshot';
import { refOf } from '../../engine/tasks/symbolRef';
import type { SymbolWindow } from '../../engine/tasks/symbolWindows';
import type { Answer, Asker } from '../../operation';
import { dataAgeOf, marketAge } from '../markets/dataAge';
import { cardInput, chartOf } from '../screening/cards';
import { type RequestedPreset, requestedPreset, requireResearchDay } from '../screening/dates';
import type { ServiceDeps } from '../screening/deps';
import { namedSearch, setupOf } from '../screening/evidence';
import { HeldPredictions } from '../screening/heldPredictions';
import { itemKey, predictorOf } from '../screening/predictions';
import type { FoundSetup } from '../screening/results';
import { currentPrices, type Screening } from '../screening/screening';
import { drawsFor, judged, namedJudgement } from '../screening/significance';
import { written } from '../screening/written';
import { bestSearches, DAYS_AHEAD } from './bestWindow';
import { findListing, type Listing, type RequestedSymbol, type ResolvedListing } from './listing';
import { knownBefore, knownThrough, type Lookback, type NamedDates, namedWindow, nothingObserved } from './namedWindow';
import { symbolJudgement } from './symbolNullSearch';
import { yearRequest } from './symbolYear';

export interface AnalyzeQuestion extends RequestedSymbol, RequestedPreset, Lookback {
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
  readonly snapshot: Snapshot;
  readonly listing: ResolvedListing;
  readonly asked: AnalyzeQuestion;
  readonly preset: PresetWindow | undefined;
  readonly today: Day;
  readonly asker: Asker;
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
  asked: AnalyzeQuestion,
  asker: Asker,
): Promise<Answer<'analyzeSymbol'>> {
  const { screening } = deps;
  const { clock, engine } = screening;
  const today = clock.today();
  const preset = requestedPreset(clock, asked);
  requireResearchDay(clock, 'entry_date', asked.entry);
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, asker.caller, asked);
  const analysis: Analysis = { screening, snapshot, listing, asked, preset, today, asker };
  const { found, others } = await findSetups(analysis);
  const { loaded, window, direction, ml } = found;
  const key = itemKey({ symbol: loaded, entry: window.entry, hold: holdOf(window), direction });
  const held = await HeldPredictions.hold(deps, asker.caller, [{ key, outcome: ml }]);
  const notes = [listing.note, staleNote(listing, window.asOf)].filter((note) => note !== undefined);
  const note = notes.length === 0 ? undefined : notes.join(' ');
  const parts = () => ({
    card: cardInput(found, { rank: 1, ml: held.outcomes[0], today, note }),
    chart: asked.withChart ? chartOf(found) : null,
    others,
    view: asked.view,
    notes: {
      disclaimer: disclaimerFor(snapshot.simulated),
      as_of: toIso(window.asOf),
      ...dataAgeOf(screening, [listing], knownThrough(window)),
    },
  });
  return held.show(async () => written(engine, 'analyzeSymbol', parts(), asker));
}

interface FoundSetups {
  readonly found: FoundSetup;
  readonly others: readonly OtherSetupInput[];
}

/** The setup the caller named, or the best of those that fit, and others. @throws not_found where nothing could be observed */
async function findSetups(analysis: Analysis): Promise<FoundSetups> {
  const { screening, snapshot, listing, asked, today, asker } = analysis;
  const { symbol: loaded, market } = listing;
  const { engine, nulls } = screening;
  const model = await screening.predictions.over(snapshot);
  const draws = drawsFor(nulls, asked);
  const dates = namedDates(analysis);
  const searches = dates ? [] : bestSearches(listing, { ...asked, today });
  const named = dates && namedWindow(dates, asked, [listing]);
  const others = otherSearch(analysis, named);
  const found = await engine.run(
    'analyze',
    {
      symbol: refOf(loaded),
      gapLimit: market.gapLimit,
      mlEligible: market.mlEligible,
      draws,
      predictor: predictorOf(model, today),
      others,
      mostOthers: MOST_OTHERS,
      requested: named
        ? { window: named, direction: asked.direction }
        : { searches, withEntryRun: asked.entry === undefined },
    },
    asker,
  );
  if (found === null) throw nothingObserved(listing, asked, requestedAsOf(analysis));
  const { window } = found;
  const request = found.search === null ? null : searches[found.search];
  const judgement =
    request === null ? namedJudgement(nulls, asked) : await symbolJudgement(screening, listing, request, asker.caller);
  const search =
    request === null
      ? ({ kind: 'named' } as const)
      : namedSearch(request, { eitherDirection: asked.direction === undefined, rank: null });
  const setup = setupOf({ loaded, market, window, search }, found.found, {
    model,
    daysBehind: marketAge(screening, listing, knownThrough(window)),
    significance: judged(judgement, loaded, found.found.strength),
  });
  return { found: setup, others: await otherSetups(analysis, found.others, others) };
}

/** The dates the caller named, or null when some of them are left to the search. */
function namedDates({ preset, asked: { entry, hold } }: Analysis): NamedDates | null {
  if (preset) return { preset };
  return entry === undefined || hold === undefined ? null : { entry, hold };
}

/** The search of the year from today, or from a past pinned entry with only what was known before it. */
function otherSearch({ listing, asked, preset, today }: Analysis, named: WindowSpec | null): DetectionRequest {
  const pinned = named?.entry ?? asked.entry ?? today;
  const isResearch = preset === undefined && pinned < today;
  const from = isResearch ? pinned : today;
  return yearRequest(listing, {
    years: asked.years,
    cycle: asked.cycle,
    direction: asked.direction,
    from,
    to: from + DAYS_AHEAD,
    liveOnly: false,
    knownThrough: isResearch ? knownBefore(pinned, [listing]) : undefined,
  });
}

async function otherSetups(
  { screening, listing, asker }: Analysis,
  found: readonly SymbolWindow[],
  request: DetectionRequest,
): Promise<OtherSetupInput[]> {
  if (found.length === 0) return [];
  const judgement = await symbolJudgement(screening, listing, request, asker.caller);
  return found.flatMap(({ window, direction, found: outcome }) => {
    if (outcome === null) return [];
    const significance = judged(judgement, listing.symbol, outcome.strength);
    const { evidence } = outcome;
    return [{ symbol: listing.symbol.symbol, direction, window, evidence, years: lookbackLabel(window), significance }];
  });
}

/** What is known at most of what was asked: of a past entry, nothing that came after it. */
function requestedAsOf({ listing, asked: { entry }, preset }: Analysis): Day {
  return preset || entry === undefined ? listing.lastBar : knownBefore(entry, [listing]);
}

/** A symbol that stopped trading is analyzed all the same, and the card says so (METHOD 5), as far as was known. */
function staleNote({ symbol, market, lastBar }: Listing, asOf: Day): string | undefined {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  if (last === null || asOf - last <= market.gapLimit) return undefined;
  const known = asOf === lastBar ? '' : ` up to ${toIso(asOf)}`;
  return `The last bar of ${symbol.symbol}${known} is of ${toIso(last)}, ${asOf - last} days before the last of its market.`;
}
