import type { Caller } from '../../access/caller';
import { inScope, outOfScope } from '../../access/tiers';
import type { View } from '../../answers/card';
import type { Day } from '../../core/calendar/dates';
import { type Market, resolveMarketTokens } from '../../core/calendar/market';
import {
  type DateRange,
  lastSessionBefore,
  resolveScanWindow,
  sessionsOver,
  sessionsThrough,
} from '../../core/calendar/marketSessions';
import { type DetectionRequest, FEWEST_YEARS, yearsNeeded } from '../../core/detection/plan';
import type { RankBy, StatisticFloors } from '../../core/detection/ranking';
import type { Direction, WindowSpec } from '../../core/window/window';
import type { LoadedSymbol, MarketPrices, Snapshot } from '../../engine/snapshot';
import { forbidden, invalidRequest } from '../../errors';
import type { Input } from '../../operation';
import type { ServiceDeps } from './deps';
import {
  type BandRequest,
  bandMessage,
  type HoldRequest,
  holdBounds,
  isInBand,
  requireBand,
  requireHoldOrder,
  requireMarketYear,
} from './requestRules';

/** The past years that windows are tested on: see `WindowSpec`. */
export type Lookback = Pick<WindowSpec, 'years' | 'cycle'>;

/** The windows that a search covers. */
export interface SearchQuestion extends Lookback, HoldRequest, BandRequest {
  /** Omitted = both. */
  readonly direction?: Direction;
}

/** The question of a scan, list or export: the windows to search, and the floors that results must reach. */
export interface Question extends SearchQuestion {
  readonly floors: StatisticFloors;
}

/** The contract's parameters of a question; lists and exports have fewer of them than scans. */
type QuestionInput = Pick<Input<'scanMarkets'>, 'years' | 'pe_cycle'> & Partial<Omit<Input<'scanMarkets'>, 'format'>>;

/** Translates the contract's parameters into the program's names. Nothing else does. */
export function questionFrom(input: QuestionInput): Question {
  return {
    years: input.years,
    cycle: input.pe_cycle,
    direction: input.direction,
    minHold: input.min_days,
    maxHold: input.max_days,
    minWins: input.min_winning_years,
    floors: {
      minWinRate: input.min_win_rate,
      minYears: input.min_years,
      minAvgReturn: input.min_avg_return,
      minMedianReturn: input.min_median_return,
      minSharpe: input.min_sharpe,
      maxPSymbol: input.max_p_symbol,
      maxPSearch: input.max_p_search,
    },
  };
}

/** The part of a scan that one answer shows. */
export interface PageQuery extends Pick<Question, 'floors'> {
  /** Candidates to verify before filters, ranking and limit apply. */
  readonly pool: number;
  readonly rankBy: RankBy;
  readonly limit: number;
}

export interface ScanQuestion extends Question, PageQuery {
  /** Ids, names and aliases, comma-separated; omitted = the default universe as far as it is in scope. */
  readonly markets?: string;
  /** `now`, `next_2_weeks`, `next_month` or `A..B`. */
  readonly window: string;
  readonly view: View;
  /** Whether the first card brings its charts. */
  readonly withChart: boolean;
}

/** The question of GET /scan (SPEC 4.1). */
export function scanQuestion(input: Input<'scanMarkets'>): ScanQuestion {
  const { markets, window, pool, rank_by: rankBy, limit, view, include } = input;
  return { ...questionFrom(input), markets, window, pool, rankBy, limit, view, withChart: include === 'chart' };
}

/** The markets and dates of a valid question. */
interface CheckedScan {
  readonly inBand: readonly Market[];
  /** Which requested markets were left out, and why. */
  readonly marketsNote?: string;
  /** Which markets' detection bands do not contain the requested number of winning years. */
  readonly lookbackNote?: string;
  readonly range: DateRange;
}

/**
 * Checks the rules of a question that the contract cannot express.
 *
 * @throws invalid_request naming the parameter, forbidden when none of the requested markets is in scope
 */
export function requireScan(deps: ServiceDeps, caller: Caller, question: ScanQuestion): CheckedScan {
  const { markets, note: marketsNote, single } = requestedMarkets(deps, caller, question.markets);
  if (single) requireBand(markets[0], question);
  requireHoldOrder(question);
  const inBand = markets.filter((market) => isInBand(market, question));
  const outOfBand = markets
    .filter((market) => !isInBand(market, question))
    .map((market) => bandMessage(market, question));
  const lookbackNote =
    outOfBand.length === 0 ? undefined : `These markets contributed nothing: ${outOfBand.join('; ')}.`;
  return { inBand, marketsNote, lookbackNote, range: requestedRange(deps, question.window) };
}

interface RequestedMarkets {
  readonly markets: readonly Market[];
  /** Whether the request names exactly one market: its faults are then errors, and notes otherwise (SPEC 4.1, 7). */
  readonly single: boolean;
  readonly note?: string;
}

/** The note of a scan without named markets, when the key reaches none of those scanned by default. @param own that it reaches */
function noDefaultNote(own: readonly Market[]): string {
  const fault = 'This key reaches none of the markets that a scan covers by default';
  if (own.length === 0) return `${fault}, and no other market.`;
  return `${fault}: name its own in markets: ${own.map(({ id, name }) => `${id} (${name})`).join(', ')}.`;
}

/** The markets of the request in the caller's scope, and a note about the tokens that gave none. */
function requestedMarkets(
  { screening, tiers }: ServiceDeps,
  caller: Caller,
  list: string | undefined,
): RequestedMarkets {
  const isInScope = (market: Market) => inScope(caller, market.id);
  // The default universe is intersected with the scope without a note (SPEC 2.1).
  if (list === undefined) {
    const markets = screening.markets.filter((market) => market.scannedByDefault && isInScope(market));
    if (markets.length > 0) return { markets, single: false };
    return { markets, single: false, note: noDefaultNote(screening.markets.filter(isInScope)) };
  }
  const resolved = resolveMarketTokens(list, screening.markets);
  const markets = resolved.markets.filter(isInScope);
  const unknown = resolved.unknown.map((token) => `'${token}'`).join(', ');
  if (resolved.markets.length === 0) {
    throw invalidRequest(
      `markets must name a market by id '0' to '16', name or alias, for instance 2, sp500 or S&P 500 STOCKS ` +
        `(GET /markets lists them); got '${list}'.`,
    );
  }
  const outOfScopeMarkets = resolved.markets.filter((market) => !isInScope(market));
  const refusals = outOfScopeMarkets.map((market) => outOfScope(caller, market, tiers));
  if (markets.length === 0) throw forbidden(refusals.join(' '));
  const notes = [
    ...(unknown === '' ? [] : [`Unknown markets were ignored: ${unknown}.`]),
    ...refusals.map((refusal) => `Skipped: ${refusal}`),
  ];
  const single = resolved.markets.length === 1;
  return notes.length === 0 ? { markets, single } : { markets, single, note: notes.join(' ') };
}

function requestedRange({ screening: { clock } }: ServiceDeps, window: string): DateRange {
  const range = resolveScanWindow(window, clock.today());
  if ('fault' in range) throw invalidRequest(range.fault);
  requireMarketYear(clock, 'window start', range.start);
  return range;
}

/** The parts of a request that a cached scan depends on, besides prices and the day. */
export interface ScanQuery {
  /** In scope and in band, lowest id first. */
  readonly markets: readonly Market[];
  readonly range: DateRange;
  readonly question: SearchQuestion;
}

export interface MarketMembers {
  readonly market: Market;
  readonly members: readonly LoadedSymbol[];
}

/** The symbols of each market. A symbol of several markets is listed once, in the first of them. */
export function membersByMarket({ markets }: Snapshot, requested: readonly Market[]): MarketMembers[] {
  const assigned = new Set<number>();
  return requested.map((market) => {
    const members = markets.get(market.id)?.symbols.filter((s) => !assigned.has(s.id)) ?? [];
    for (const { id } of members) assigned.add(id);
    return { market, members };
  });
}

/**
 * The detection request of a scan in one market; null when it has no prices. Entries come from the calendar and not from the
 * bars: on the day before the window nobody knew which sessions would have bars.
 */
export function marketScanRequest(prices: MarketPrices, query: ScanQuery): DetectionRequest | null {
  if (prices.asOf === null) return null;
  const asOf = lastSessionBefore(prices.sessions, query.range.start);
  const known = sessionsThrough(prices.sessions, asOf);
  const entries = sessionsOver(prices.market, known, query.range.start, query.range.end);
  return marketRequest(
    prices,
    entries.map((day) => ({ day, asOf })),
    query.question,
  );
}

/**
 * Last day of data by which the prices of a scan are called old (METHOD 1): for a window that is over, the day before it,
 * so that the answer is the same whenever it is requested; for one that may still be entered, today.
 */
export function ageThrough({ start, end }: DateRange, today: Day): Day {
  return end < today ? start - 1 : Infinity;
}

/** The search of a whole market over some entries (METHOD 5): symbols that still trade and have enough years. */
export function marketRequest(
  { market, symbols }: MarketPrices,
  entries: DetectionRequest['entries'],
  question: SearchQuestion,
): DetectionRequest {
  const request = detectionRequest(market, entries, question);
  return { ...request, minObservations: yearsNeeded(request, symbols) };
}

/** The search of a question over some entries, for symbols that still trade and have five years. */
export function detectionRequest(
  { gapLimit }: Market,
  entries: DetectionRequest['entries'],
  question: SearchQuestion,
): DetectionRequest {
  const { years, cycle, direction, minWins = 'default' } = question;
  const searched = { entries, years, cycle, ...holdBounds(question), direction, gapLimit };
  return { ...searched, minWins, minObservations: FEWEST_YEARS, liveOnly: true };
}
