import type { Caller } from '../access/caller';
import { inScope, outOfScope, scopeName } from '../access/scope';
import { cardChart } from '../answers/chart';
import { disclaimerFor } from '../answers/disclaimer';
import { scanSummary } from '../answers/scanSummary';
import type { PatternCard } from '../answers/shapes';
import { type View, viewCards } from '../answers/views';
import { toIsoOrNull } from '../core/calendar/dates';
import { DEFAULT_WINNING_PERCENT, type Market, winningYears } from '../core/calendar/market';
import { resolveMarketTokens } from '../core/calendar/marketTokens';
import { type DateRange, printRange, resolveScanWindow } from '../core/calendar/scanWindow';
import { isPredicted, type MlOutcome } from '../core/model/absence';
import type { Cycle, Direction } from '../core/window/window';
import type { Wanted } from '../deadline';
import { forbidden, invalidRequest, upstreamUnavailable } from '../errors';
import { type Keyed, keyed, type Output } from '../operation';
import { turns } from '../turns';
import { cardOf } from './cards';
import { dataAgeOf, marketAge, sessionsBehind } from './dataAge';
import { requireMarketYear } from './dates';
import type { ServiceDeps } from './deps';
import type { ScanCore } from './results';
import { scanCore } from './scanCore';
import { type PageQuery, poolNeeded, type ScanPage, scanPage } from './scanPage';
import type { ScanQuery } from './scanQuery';
import {
  type AskedBand,
  type AskedHolds,
  bandMessage,
  holdBounds,
  isInBand,
  requireBand,
  requireHoldOrder,
} from './searchBounds';

export interface ScanQuestion extends AskedHolds, AskedBand, PageQuery {
  /** Ids, names and aliases, comma-separated; omitted = the default universe as far as it is in scope. */
  readonly markets?: string;
  /** `now`, `next_2_weeks`, `next_month` or `A..B`. */
  readonly window: string;
  /** Omitted = both. */
  readonly direction?: Direction;
  readonly cycle: Cycle;
  readonly view: View;
  /** Whether the first card brings its charts. */
  readonly withChart: boolean;
}

/**
 * The best windows of markets, ranked, as cards (SPEC 4.1).
 *
 * @throws invalid_request, forbidden when no market asked for is in scope, scan_busy while prices are being loaded,
 *   upstream_unavailable when no market could answer
 */
export async function scan(
  deps: ServiceDeps,
  caller: Caller,
  asked: ScanQuestion,
  { gone, signal }: Wanted,
): Promise<Keyed<Output<'scanMarkets'>>> {
  const { markets, note: marketsNote, single } = askedMarkets(deps, caller, asked.markets);
  if (single) requireBand(markets[0], asked);
  const { inBand, outOfBand } = splitByBand(markets, asked);
  requireHoldOrder(asked);
  const range = askedRange(deps, asked.window);
  const query: ScanQuery = {
    markets: inBand,
    range,
    direction: asked.direction,
    ...holdBounds(asked),
    years: asked.years,
    cycle: asked.cycle,
    minWins: asked.minWins ?? 'default',
  };
  const core = await scanCore(deps.screening, query, caller, poolNeeded(asked, caller), gone);
  if (core.marketFailures.length > 0 && core.marketFailures.length === inBand.length) {
    throw upstreamUnavailable(`no answer from markets ${core.marketFailures.join(', ')}`);
  }
  const page = await scanPage(deps, core, caller, asked, signal);
  const found: FoundByScan = {
    core,
    page,
    window: printRange(range),
    outOfBand,
    marketsNote,
    mlRemaining: await deps.mlAllowance.remaining(caller),
  };
  return keyed(answerKey(caller, asked, found), () => answer(deps, asked, found));
}

interface AskedMarkets {
  readonly markets: readonly Market[];
  /** Whether the request names one market and no other: its faults are errors then, and notes otherwise (SPEC 4.1, 7). */
  readonly single: boolean;
  readonly note?: string;
}

/** The markets of the request in the caller's scope, and a note about the tokens that gave none. */
function askedMarkets({ screening, tiers }: ServiceDeps, caller: Caller, list: string | undefined): AskedMarkets {
  const isInScope = (market: Market) => inScope(caller, market.id);
  // The default universe is intersected with the scope without a word (SPEC 2.1).
  if (list === undefined) {
    return { markets: screening.markets.filter((m) => m.scannedByDefault && isInScope(m)), single: false };
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
  const outside = resolved.markets.filter((market) => !isInScope(market));
  const refusals = outside.map((market) => outOfScope(caller, market, tiers));
  if (markets.length === 0) throw forbidden(refusals.join(' '));
  const notes = [
    ...(unknown === '' ? [] : [`Unknown markets were ignored: ${unknown}.`]),
    ...refusals.map((refusal) => `Skipped: ${refusal}`),
  ];
  const single = resolved.markets.length === 1;
  return notes.length === 0 ? { markets, single } : { markets, single, note: notes.join(' ') };
}

/** Markets whose detection band holds the asked number of winning years, and the others (SPEC 4.1). */
function splitByBand(markets: readonly Market[], asked: AskedBand) {
  return {
    inBand: markets.filter((market) => isInBand(market, asked)),
    outOfBand: markets.filter((market) => !isInBand(market, asked)),
  };
}

function askedRange({ screening: { clock } }: ServiceDeps, window: string): DateRange {
  const range = resolveScanWindow(window, clock.today());
  if ('fault' in range) throw invalidRequest(range.fault);
  requireMarketYear(clock, 'window start', range.start);
  return range;
}

/** What a scan came to, for one caller. */
interface FoundByScan {
  readonly core: ScanCore;
  readonly page: ScanPage;
  /** `A..B` */
  readonly window: string;
  readonly outOfBand: readonly Market[];
  readonly marketsNote?: string;
  /** Once this request is charged; null = unlimited. */
  readonly mlRemaining: number | null;
}

/** Everything that an answer says, by what it is made of. */
function answerKey(caller: Caller, asked: ScanQuestion, { core, page, mlRemaining }: FoundByScan): string {
  const { shown, ...counts } = page;
  const rows = shown.map(({ row, ml }) => [row.loaded.id, row.direction, nameOfOutcome(ml)]);
  return JSON.stringify([core.serial, scopeName(caller), asked, counts, mlRemaining, rows]);
}

/** A model says the same of a setup whenever it is asked over the same prices: its version stands for its words. */
function nameOfOutcome(ml: MlOutcome): string {
  return isPredicted(ml) ? `model ${ml.model.version}` : ml.reason;
}

/** Makes the cards in slices: a thousand of them take some 50 ms. */
async function answer(
  { screening, tiers }: ServiceDeps,
  asked: ScanQuestion,
  found: FoundByScan,
): Promise<Output<'scanMarkets'>> {
  const { core, page, window, outOfBand, marketsNote } = found;
  const { today } = core;
  const pause = turns();
  const cards: PatternCard[] = [];
  for (const { row, ml } of page.shown) {
    await pause();
    cards.push(cardOf(row, { rank: cards.length + 1, ml, today }));
  }
  const evidenceFailures = core.evidenceFailures + page.failures;
  const [first] = page.shown;
  const chart = asked.withChart && first ? cardChart(first.row.setup) : undefined;
  return {
    generated_at: screening.clock.now().toISOString(),
    summary: scanSummary({
      cards,
      found: page.qualified,
      ...(page.filtered ? { pool: { verified: page.evaluated, found: core.found } } : {}),
      awaitsLuck: page.awaitsLuck,
      window,
      rankBy: asked.rankBy,
      marketsScanned: core.scanned.map((prices) => ({
        id: prices.market.id,
        lastBar: prices.asOf,
        isOld: marketAge(screening, prices) !== null,
        sessionsBehind: sessionsBehind(screening, prices),
      })),
      marketFailures: core.marketFailures,
      evidenceFailures,
    }),
    window,
    markets_scanned: core.scanned.map(({ market }) => market.id),
    market_failures: core.marketFailures,
    evidence_failures: evidenceFailures,
    rank_by: asked.rankBy,
    view: asked.view,
    lookback: {
      year1: asked.years,
      year2: asked.minWins ?? winningYears(DEFAULT_WINNING_PERCENT, asked.years),
    },
    count: cards.length,
    evaluated_count: page.evaluated,
    found_count: core.found,
    enrichment_capped: core.found > page.poolSize || page.mlCapped,
    capped_by_plan: page.cappedByPlan,
    shown_of_evaluated: `${cards.length} of ${page.qualified}`,
    ...(page.cappedByPlan ? { upgrade_url: tiers.upgradeUrl } : {}),
    ml_remaining_today: found.mlRemaining,
    opportunities: viewCards(cards, asked.view, chart),
    ...(marketsNote === undefined ? {} : { markets_note: marketsNote }),
    ...(outOfBand.length === 0 ? {} : { lookback_note: lookbackNote(outOfBand, asked) }),
    disclaimer: disclaimerFor(core.snapshot.simulated),
    as_of: toIsoOrNull(core.asOf),
    ...dataAgeOf(screening, core.scanned),
  };
}

function lookbackNote(markets: readonly Market[], asked: AskedBand): string {
  return `These markets contributed nothing: ${markets.map((market) => bandMessage(market, asked)).join('; ')}.`;
}
