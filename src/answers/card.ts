import { type Day, toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import type { CameTrue } from '../core/cameTrue/share';
import { isPredicted, type MlOutcome } from '../core/model/absence';
import { type Significance as Judged, P_LEVELS } from '../core/significance/significance';
import { round4, round4OrNull } from '../core/statistics/round';
import { type Baseline, excessOf } from '../core/window/baseline';
import type { CurveSummary as CurveFacts } from '../core/window/curve';
import { biasOf, type Edge, NEUTRAL } from '../core/window/edge';
import type { Evidence } from '../core/window/evidence';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Schema } from '../schema';
import { binomialChance, type CardFacts, capReason, headline, type Search, sourceLabel, verdict } from './cardFacts';
import { nextStep, scheduleOf } from './nextStep';
import { publishedRecord, publishedStats, yearResult } from './patternStats';
import { disclaimerFor, percent, plural, share, weekdayDate } from './phrases';
import { mlBlock, tierNotes } from './predictions';
import type { Card, CardChart, CardStats, LeanCard, PatternCard, Receipts, TableRow } from './shapes';
import { adjustedReading, cameTrueBlock, significanceBlock, UNKNOWN } from './significance';

/** Everything a card is built from. Days are day numbers, statistics unrounded. */
export interface CardInput {
  /** Position in the ranked list, from 1. */
  readonly rank: number;
  readonly symbol: string;
  readonly market: Pick<Market, 'id' | 'name' | 'calendar'>;
  readonly direction: Direction;
  readonly window: Pick<WindowSpec, 'entry' | 'end'>;
  readonly evidence: Evidence;
  readonly edge: Edge;
  readonly cameTrue: CameTrue;
  /** Null when no curve could be drawn. */
  readonly curve: CurveFacts | null;
  /** Entry sessions around the entry date that keep the threshold; from = to = entry for a pinned one. */
  readonly entryRun: { readonly from: Day; readonly to: Day };
  readonly search: Search;
  readonly today: Day;
  /** First day whose session has not closed, in the market. */
  readonly openFrom: Day;
  readonly asOf: Day;
  /** `10`, in cycles `8 pe2`. */
  readonly yearsLabel: string;
  /** Source label of the prices. */
  readonly priceLabel: string;
  readonly simulated: boolean;
  /** The prediction, or why there is none. */
  readonly ml: MlOutcome;
  /** The request that opens the card by itself; absent for a preset. */
  readonly link?: string;
  /** Present and true on a card past the pool of its scan. */
  readonly pastPool?: true;
  /** Present when a bare ticker was resolved to a listing. */
  readonly note?: string;
}

/** The PatternCard of SPEC 2.2: the only place where a window's numbers are rounded and put into words. */
export function buildCard(input: CardInput): PatternCard {
  const { symbol, market, direction, window, edge, simulated, search } = input;
  const bias = biasOf(direction, edge.score, input.evidence);
  const { years_tested: _, ...rates } = publishedStats(input.evidence);
  const stats: CardStats = { ...rates, years: input.yearsLabel };
  const schedule = scheduleOf(window, market.calendar, input.today, input.openFrom);
  const { entrySession, exitSession } = schedule;
  const hasSessions = exitSession > entrySession;
  const setup = {
    entry_date: toIso(window.entry),
    entry_window: `${toIso(input.entryRun.from)} to ${toIso(input.entryRun.to)}`,
    hold_days: holdOf(window),
    exit_date: toIso(window.end),
    ...(hasSessions ? { entry_session: toIso(entrySession), exit_session: toIso(exitSession) } : {}),
  };
  const receipts = receiptsOf(input);
  const significance = significanceBlock(edge.input.significance ?? UNKNOWN);
  const facts: CardFacts = {
    symbol,
    direction,
    bias,
    setup,
    edge,
    significance,
    stats,
    receipts,
    search,
    simulated,
    sessions: {
      entry: weekdayDate(hasSessions ? entrySession : window.entry),
      exit: weekdayDate(hasSessions ? exitSession : window.end),
    },
    modelExpectsLoss: isPredicted(input.ml) && input.ml.prediction.predReturnPct < 0,
  };
  return {
    rank: input.rank,
    symbol,
    market: { id: market.id, name: market.name },
    direction,
    bias,
    setup,
    edge_score: edge.score,
    edge_basis: edgeBasis(facts),
    significance,
    came_true: cameTrueBlock(input.cameTrue),
    stats,
    ml: isPredicted(input.ml) ? mlBlock(input.ml.prediction) : null,
    receipts,
    next_step: nextStep(facts, schedule),
    headline: headline(facts),
    verdict: verdict(facts),
    disclaimer: disclaimerFor(simulated),
    tier_notes: tierNotes(input.ml, setup.hold_days),
    ...(input.link === undefined ? {} : { analyze_url: input.link }),
    ...(input.pastPool === undefined ? {} : { past_pool: input.pastPool }),
    ...(input.note === undefined ? {} : { note: input.note }),
  };
}

function receiptsOf({ evidence, edge, curve, asOf, yearsLabel, priceLabel }: CardInput): Receipts {
  return {
    ...publishedRecord(evidence),
    ...anyDate(edge.input.baseline),
    ...excessBlock(evidence, edge.input.baseline),
    per_year: evidence.observations.map((year) => yearResult(year, edge.input.baseline.mean)),
    missing_years: evidence.missing.map(({ year, reason }) => ({ year: String(year), reason })),
    ...(curve === null ? {} : { curve_summary: curveSummary(curve) }),
    source: sourceLabel(yearsLabel, priceLabel),
    as_of: toIso(asOf),
  };
}

function anyDate({ windows, positiveShare, mean }: Baseline): { any_date?: Schema<'AnyDate'> } {
  if (positiveShare === null || mean === null) return {};
  return { any_date: { win_rate: round4(positiveShare), avg_return_pct: round4(mean), windows } };
}

/** The excess over the drift, and the cost at which nothing is left of it (METHOD 10). */
function excessBlock(evidence: Evidence, { mean }: Baseline): Pick<Receipts, 'excess' | 'breakeven_cost_pct'> {
  if (mean === null) return {};
  const { mean: centre, interval, halves } = excessOf(evidence, mean);
  return {
    excess: {
      mean_pct: round4(centre),
      interval_low_pct: round4OrNull(interval?.low ?? null),
      interval_high_pct: round4OrNull(interval?.high ?? null),
      earlier_half_pct: round4OrNull(halves?.earlier ?? null),
      later_half_pct: round4OrNull(halves?.later ?? null),
      adjusted_for_search: false,
    },
    breakeven_cost_pct: round4(centre),
  };
}

function curveSummary({ shape, trend, changePts, peakDay, troughDay }: CurveFacts): Schema<'CurveSummary'> {
  return { shape, trend, change_pts: round4(changePts), peak_day: peakDay, trough_day: troughDay };
}

/**
 * `edge_basis` in at most 70 words: what any date would have won, the neighbouring windows, the search the window was found
 * by and what it finds over shuffled calendars, and the limits of the score (METHOD 6, 7).
 */
function edgeBasis(facts: CardFacts): string {
  const { input, caps } = facts.edge;
  return [
    baselineSentence(facts),
    ...binomialSentence(facts),
    neighboursSentence(input.neighbours),
    searchSentence(facts.search),
    adjustedReading(facts.significance, input.significance?.missing ?? null),
    ...namedSentence(input.significance),
    ...(input.tilt === 0 ? [] : [modelSentence(input.tilt)]),
    ...caps.slice(0, 1).map((cap) => `Held below ${NEUTRAL.edge}: ${capReason(cap, facts)}.`),
  ].join(' ');
}

function baselineSentence({ edge }: CardFacts): string {
  const { positiveShare, mean } = edge.input.baseline;
  if (positiveShare === null || mean === null) return 'What any date won is unknown, counted as 50%.';
  return `Any date won ${share(positiveShare)} and made ${percent(mean)}.`;
}

function binomialSentence(facts: CardFacts): string[] {
  const chance = binomialChance(facts);
  return chance === null ? [] : [`Chance of such wins, ignoring the search: ${chance}.`];
}

function neighboursSentence(winShare: number | null): string {
  return winShare === null ? 'No neighbouring windows.' : `Neighbouring windows won ${share(winShare)}.`;
}

const NAMED = { window: 'Named', entry: 'Entry named', hold: 'Hold named' } as const;

/** The search in words, as it was (METHOD 7). */
function searchSentence(search: Search): string {
  const entries = search.entries === 1 ? '1 entry' : `${search.entries} entries`;
  const windows = `${entries} x ${plural(search.holds, 'hold')}`;
  if (search.kind === 'named') return `${NAMED[search.part]} by the caller; judged as the best of ${windows}.`;
  const rank = search.rank === null ? '' : `, rank ${search.rank.position} of ${search.rank.of}`;
  return `Best of ${windows}${search.eitherDirection ? ', either direction' : ''}${rank}.`;
}

/** Why a card opened by the link of a scan may score less than in it (METHOD 6): the full factor is for what a scan finds. */
function namedSentence(significance: Judged | null): string[] {
  const pSearch = significance?.named ? significance.pSearch : null;
  const isLess = pSearch !== null && pSearch <= P_LEVELS.significant;
  return isLess ? ["Opened by its link: only the symbol's search counts; the scan's card may score higher."] : [];
}

function modelSentence(tilt: number): string {
  return `The model adds ${tilt > 0 ? '+' : ''}${tilt.toFixed(1)} points.`;
}

/** How much of each card a response carries (SPEC 4.1 `view`, DESIGN 5). */
export type View = Schema<'ScanResponse'>['view'];

/**
 * The cards in a view, in their order: `full` all of each; `evidence` the first in full, the rest lean;
 * `decision` all lean; `table` one flat row each. The cards themselves are not changed.
 *
 * @param chart of the card of rank 1; ignored in the table view
 */
export function viewCards(cards: readonly PatternCard[], view: View, chart?: CardChart): Card[] {
  if (view === 'table') return cards.map(tableRow);
  return cards.map((card) => {
    const isFirst = card.rank === 1;
    const shown = view === 'full' || (view === 'evidence' && isFirst) ? card : leanCard(card);
    return isFirst && chart !== undefined ? { ...shown, chart } : shown;
  });
}

/** The card without per_year, curve_summary, set_reminder and copy_text. */
export function leanCard(card: PatternCard): LeanCard {
  const { per_year: _years, curve_summary: _curve, ...receipts } = card.receipts;
  const { set_reminder: _reminder, copy_text: _text, ...nextStep } = card.next_step;
  return { ...card, receipts, next_step: nextStep };
}

export function tableRow(card: PatternCard): TableRow {
  const { entry_session, exit_session } = card.setup;
  return {
    rank: card.rank,
    symbol: card.symbol,
    market: card.market.id,
    direction: card.direction,
    bias: card.bias,
    entry_date: card.setup.entry_date,
    exit_date: card.setup.exit_date,
    hold_days: card.setup.hold_days,
    ...(entry_session === undefined ? {} : { entry_session, exit_session }),
    edge_score: card.edge_score,
    historical_win_rate: card.stats.historical_win_rate,
    years_tested: card.receipts.years_tested,
    avg_return_pct: card.stats.avg_return_pct,
    median_return_pct: card.stats.median_return_pct,
    sharpe_ratio: card.stats.sharpe_ratio,
    significance: card.significance,
    ...(card.came_true === undefined ? {} : { came_true: card.came_true }),
    ml_win_prob: card.ml === null ? null : card.ml.ml_win_prob,
    tier_notes: card.tier_notes,
    ...(card.past_pool === undefined ? {} : { past_pool: card.past_pool }),
  };
}
