import type { Caller } from '../access/caller';
import { cardChart } from '../answers/chart';
import { disclaimerFor } from '../answers/disclaimer';
import { scanSummary } from '../answers/scanSummary';
import type { PatternCard } from '../answers/shapes';
import { viewCards } from '../answers/views';
import { toIsoOrNull } from '../core/calendar/dates';
import { DEFAULT_WINNING_PERCENT, type Market, winningYears } from '../core/calendar/market';
import { type DateRange, printRange } from '../core/calendar/scanWindow';
import type { Wanted } from '../deadline';
import { upstreamUnavailable } from '../errors';
import type { Output } from '../operation';
import { turns } from '../turns';
import { cardOf } from './cards';
import { dataAgeOf, marketAge, sessionsBehind } from './dataAge';
import type { ServiceDeps } from './deps';
import type { ScanCore } from './results';
import { scanCore } from './scanCore';
import { poolNeeded, type ScanPage, scanPage } from './scanPage';
import type { ScanQuery } from './scanQuery';
import { requireScan, type ScanQuestion } from './scanQuestion';
import { type AskedBand, bandMessage, holdBounds } from './searchBounds';

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
  wanted: Wanted,
): Promise<Output<'scanMarkets'>> {
  const { inBand, outOfBand, marketsNote, range } = requireScan(deps, caller, asked);
  const query = scanQueryOf(asked, inBand, range);
  const core = await scanCore(deps.screening, query, caller, poolNeeded(asked, caller), wanted);
  if (core.marketFailures.length > 0 && core.marketFailures.length === inBand.length) {
    throw upstreamUnavailable(`no answer from markets ${core.marketFailures.join(', ')}`);
  }
  const page = await scanPage(deps, core, caller, asked, wanted);
  const found: FoundByScan = {
    core,
    page,
    window: printRange(range),
    outOfBand,
    marketsNote,
    mlRemaining: await deps.mlAllowance.remaining(caller),
  };
  return answer(deps, asked, found);
}

/** @param markets in scope and in band */
export function scanQueryOf(asked: ScanQuestion, markets: readonly Market[], range: DateRange): ScanQuery {
  const { direction, years, cycle, minWins = 'default' } = asked;
  return { markets, range, direction, ...holdBounds(asked), years, cycle, minWins };
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
