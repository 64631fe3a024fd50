import type { OtherSetupInput } from '../../answers/analyzeAnswer';
import { analyzeUrl, NAMED_HOLDS } from '../../answers/analyzeUrl';
import { lookbackLabel } from '../../answers/phrases';
import { type Day, toIso } from '../../core/calendar/dates';
import { type DetectionRequest, FEWEST_YEARS } from '../../core/detection/plan';
import type { PresetWindow } from '../../core/window/presets';
import type { WindowSpec } from '../../core/window/window';
import type { Snapshot } from '../../engine/snapshot';
import type { AnswerParts } from '../../engine/tasks/answer';
import type { SymbolWindow } from '../../engine/tasks/symbolWindows';
import { invalidRequest } from '../../errors';
import type { Answer, Asker, Input } from '../../operation';
import { closingFields, marketAge } from '../markets/dataAge';
import { currentPrices, type Screening, type ServiceDeps } from '../screening/deps';
import { measuredSymbol, searchOfCard, verifiedSetup } from '../screening/evidence';
import { threadPredictor } from '../screening/predictions';
import { requestedPreset, requireResearchDay } from '../screening/requestRules';
import { chargeable, ReservedPredictions } from '../screening/reservedPredictions';
import { cardInput, chartInput, type VerifiedSetup } from '../screening/results';
import { drawsFor, type SignificanceContext, windowSignificance } from '../screening/significance';
import { writeAnswer } from '../screening/written';
import { findListing, type ResolvedListing, staleNote } from './listing';
import {
  bestSearches,
  DAYS_AHEAD,
  FIRST_OUT_OF_BAND,
  knownBefore,
  knownThrough,
  type NamedDates,
  namedWindow,
  nothingObserved,
  windowQuestion,
  yearRequest,
} from './namedWindow';
import {
  type PinnedSearch,
  pinnedSearch,
  type StatedSearch,
  searchedBy,
  statedSearch,
  symbolSearchContext,
} from './pinnedSearch';

/**
 * With `entry` and `hold` the exact window; with `entry` alone the best hold on this day; with `hold` alone the best entry of
 * the coming year. A preset overrides both.
 */
type AnalyzeQuestion = ReturnType<typeof windowQuestion<Input<'analyzeSymbol'>>>;

/** A question with its symbol, prices and preset resolved. */
interface Analysis {
  readonly screening: Screening;
  readonly snapshot: Snapshot;
  readonly listing: ResolvedListing;
  readonly question: AnalyzeQuestion;
  readonly preset: PresetWindow | undefined;
  /** The search that a pinned window or a preset came from. */
  readonly searched: StatedSearch;
  readonly today: Day;
  readonly asker: Asker;
}

/** Most other setups listed beside the card. */
const MAX_OTHER_SETUPS = 5;

/**
 * The best setup of one symbol as a card, and others beside it (SPEC 4.5, DESIGN 5 "Analyze").
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function analyze(
  deps: ServiceDeps,
  input: Input<'analyzeSymbol'>,
  asker: Asker,
): Promise<Answer<'analyzeSymbol'>> {
  const { engine } = deps.screening;
  return analyzed(deps, input, asker, (parts) => writeAnswer(engine, 'analyzeSymbol', parts, asker));
}

/** The card of an analysis without named dates, as Markdown. @throws as `analyze` */
export async function symbolMarkdown(
  deps: ServiceDeps,
  { symbol, market, direction, years }: Input<'getSymbolWidget'>,
  asker: Asker,
): Promise<Answer<'getSymbolWidget'>> {
  const { engine } = deps.screening;
  const input = { symbol, market, direction, years, pe_cycle: 'consecutive', reverse: false, view: 'full' } as const;
  return analyzed(deps, input, asker, (parts) => writeAnswer(engine, 'getSymbolWidget', parts, asker));
}

/** @param write builds the answer from the parts of the analysis */
async function analyzed<Body>(
  deps: ServiceDeps,
  input: Input<'analyzeSymbol'>,
  asker: Asker,
  write: (parts: AnswerParts<'analyzeSymbol'>) => Promise<Body>,
): Promise<Body> {
  const { screening } = deps;
  const { clock } = screening;
  const question = windowQuestion(input);
  const today = clock.today();
  const preset = requestedPreset(clock, question);
  // A preset overrides the date, which is then not judged.
  if (!preset) requireResearchDay(clock, question.entry);
  const searched = statedSearch(deps, question);
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, asker.caller, question);
  const analysis: Analysis = { screening, snapshot, listing, question, preset, searched, today, asker };
  const { found: best, others } = await findSetups(analysis);
  const { window } = best;
  const reserved = await ReservedPredictions.reserve(deps, asker.caller, [chargeable(best)]);
  const parts = () => ({
    card: cardInput(best, {
      rank: 1,
      ml: reserved.outcomes[0],
      today,
      openFrom: clock.firstOpenDay(best.market.calendar),
      note: cardNote(listing, best),
    }),
    chart: question.include === 'chart' ? chartInput(best) : null,
    others,
    view: question.view,
    notes: closingFields(screening, snapshot, toIso(window.asOf), [listing], knownThrough(window)),
  });
  return reserved.show(async () => write(parts()));
}

interface AnalyzedSetups {
  readonly found: VerifiedSetup;
  readonly others: readonly OtherSetupInput[];
}

/** The setup that the caller named or the best that fits, and others. @throws not_found when no year could be observed */
async function findSetups(analysis: Analysis): Promise<AnalyzedSetups> {
  const { screening, snapshot, listing, question, today, asker } = analysis;
  const { symbol: loaded, market } = listing;
  const model = await screening.predictions.over(snapshot);
  const cameTrue = await screening.cameTrue.of(listing);
  const dates = namedDates(analysis);
  const named = dates && namedWindow(dates, question, [listing]);
  const searches = named ? [] : bestSearches(listing, { ...question, today });
  const others = otherSearch(analysis, named);
  const pinned = searchOfPinned(analysis, named);
  const best = await screening.engine.run(
    'analyze',
    {
      ...measuredSymbol(loaded, market, cameTrue),
      draws: drawsFor(screening.nulls, question),
      predictor: threadPredictor(model, today),
      others,
      mostOthers: MAX_OTHER_SETUPS,
      requested: named
        ? { window: named, direction: question.direction, searchEntry: pinned?.firstEntry ?? named.entry }
        : { searches, withEntryRun: question.entry === undefined, searchEntry: pinned?.firstEntry },
    },
    asker,
  );
  if (best === null) throw nothingObserved(listing, question, requestedAsOf(analysis));
  const { window } = best;
  const { significanceContext, search, foundBy } =
    pinned === null ? await judgedAsFound(analysis, searches[best.search!]) : await judgedAsPinned(analysis, pinned);
  const setup = verifiedSetup({ loaded, market, window, search, foundBy }, best.found, {
    model,
    daysBehind: marketAge(screening, listing, knownThrough(window)),
    significance: windowSignificance(significanceContext, loaded, best.found.strength),
    marketCameTrue: cameTrue,
    missedBandPercent: (best.search ?? 0) < FIRST_OUT_OF_BAND ? undefined : market.minWinningPercent,
  });
  return { found: setup, others: await otherSetups(analysis, best.others, others) };
}

/**
 * The search that a window with a pinned entry, pinned days or a preset is judged by; null when the answer's own search
 * chose everything.
 */
function searchOfPinned(
  { screening, snapshot, listing, question, searched, today }: Analysis,
  named: WindowSpec | null,
): PinnedSearch | null {
  const { entry, hold, years, cycle } = question;
  // Of a pinned entry alone, any hold of the search stands for the window.
  const window =
    named ?? (entry === undefined ? null : namedWindow({ entry, hold: NAMED_HOLDS.min }, question, [listing]));
  if (window !== null) return pinnedSearch(screening, snapshot, listing, window, searched);
  if (searched.range !== undefined)
    throw invalidRequest('searched needs entry_date or period: it names the search that such a window came from');
  if (hold === undefined) return null;
  const range = { start: today, end: today + DAYS_AHEAD };
  const fromToday = { entry: today, end: today + hold - 1, years, cycle, asOf: listing.asOf };
  return pinnedSearch(screening, snapshot, listing, fromToday, { ...searched, range });
}

/** The search that a setup is judged by, as its significance, the texts of its card and its link need it. */
interface JudgedSearch extends Pick<VerifiedSetup, 'search' | 'foundBy'> {
  readonly significanceContext: SignificanceContext;
}

/** @param request the search that found the setup */
async function judgedAsFound(
  { screening, listing, question, asker }: Analysis,
  request: DetectionRequest,
): Promise<JudgedSearch> {
  return {
    significanceContext: await symbolSearchContext(screening, listing, { request }, 'found', asker.caller),
    search: searchOfCard(request, { eitherDirection: question.direction === undefined, rank: null }),
    foundBy: searchedBy(request),
  };
}

async function judgedAsPinned(
  analysis: Analysis,
  { range, minHold, maxHold, entries, holds, context }: PinnedSearch,
): Promise<JudgedSearch> {
  const { question, searched, asker } = analysis;
  const part = namedDates(analysis) !== null ? 'window' : question.entry === undefined ? 'hold' : 'entry';
  return {
    significanceContext: await context(asker),
    search: { kind: 'named', part, entries, holds },
    foundBy: { from: range.start, to: range.end, minHold, maxHold, markets: searched.markets?.map(({ id }) => id) },
  };
}

/** The dates that the caller named; null when the search chooses some of them. */
function namedDates({ preset, question: { entry, hold } }: Analysis): NamedDates | null {
  if (preset) return { preset };
  return entry === undefined || hold === undefined ? null : { entry, hold };
}

/** The search of the year from today, or from a past pinned entry with only what was known before it. */
function otherSearch({ listing, question, preset, today }: Analysis, named: WindowSpec | null): DetectionRequest {
  const pinned = named?.entry ?? question.entry ?? today;
  const isResearch = preset === undefined && pinned < today;
  const from = isResearch ? pinned : today;
  const request = yearRequest(listing, {
    years: question.years,
    cycle: question.cycle,
    direction: question.direction,
    from,
    to: from + DAYS_AHEAD,
    knownThrough: isResearch ? knownBefore(pinned, [listing]) : undefined,
  });
  return { ...request, liveOnly: false };
}

async function otherSetups(
  { screening, listing, asker }: Analysis,
  best: readonly SymbolWindow[],
  request: DetectionRequest,
): Promise<OtherSetupInput[]> {
  if (best.length === 0) return [];
  const significanceContext = await symbolSearchContext(screening, listing, { request }, 'found', asker.caller);
  const { symbol } = listing.symbol;
  return best.flatMap(({ window, direction, found: outcome }) => {
    if (outcome === null) return [];
    const significance = windowSignificance(significanceContext, listing.symbol, outcome.strength);
    const { evidence } = outcome;
    const link = analyzeUrl({ symbol, market: listing.market.id, direction, window }, searchedBy(request));
    return [{ symbol, direction, window, evidence, years: lookbackLabel(window), significance, link }];
  });
}

/** The last day whose data may be used: for a past entry, nothing after it. */
function requestedAsOf({ listing, question: { entry }, preset }: Analysis): Day {
  return preset || entry === undefined ? listing.asOf : knownBefore(entry, [listing]);
}

/** What a reader must know about the card of an analysis besides its numbers; undefined = nothing. */
function cardNote(listing: ResolvedListing, best: VerifiedSetup): string | undefined {
  const notes = [listing.note, staleNote(listing, best.window.asOf), outOfBandNote(best)];
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}

/** The search found nothing in the market's detection band (SPEC 4.5). */
function outOfBandNote({
  market,
  edge: { input },
  evidence: { wins, yearsTested },
}: VerifiedSetup): string | undefined {
  if (input.missedBandPercent === undefined) return undefined;
  return (
    `No window of this search lies in the detection band of market ${market.id} (${market.name}), wins in ` +
    `${input.missedBandPercent}% of at least ${FEWEST_YEARS} years: this is the best outside it, with ${wins} of ${yearsTested}, ` +
    'shown neutral.'
  );
}
