import type { Caller } from '../access/caller';
import { inScope, upgradeHint } from '../access/scope';
import { disclaimerFor } from '../answers/disclaimer';
import { scanSummary } from '../answers/scanSummary';
import type { PatternCard } from '../answers/shapes';
import { viewCards } from '../answers/views';
import { DEFAULT_WINNING_PERCENT, detectionBand, type Market, winningYears } from '../core/calendar/market';
import { resolveMarketTokens } from '../core/calendar/marketTokens';
import { printRange, resolveScanWindow } from '../core/calendar/scanWindow';
import type { StatisticFloors } from '../core/detection/floors';
import { forbidden, invalidRequest, upstreamUnavailable } from '../errors';
import type { Handler, Input, Output } from '../operation';
import { chartOf, isoOrNull, requireHoldOrder } from '../services/answer';
import { bandMessage } from '../services/band';
import type { HandlerDeps } from '../services/deps';
import { KeptAnswers } from '../services/keptAnswers';
import type { ScanCore } from '../services/results';
import { POOL_SIZE, scan } from '../services/scan';
import { pageOf, type ScanPage } from '../services/scanPage';
import { holdBounds } from '../services/symbolYear';
import { requireMarketYear } from './dates';

type ScanInput = Input<'scan'>;

/** Finished answers, some half a megabyte each at most. */
const MOST_KEPT = 32;
const MOST_CARDS_KEPT = 100;

/** GET /scan (SPEC 4.1). */
export function scanHandler(deps: HandlerDeps): Handler<'scan'> {
  const kept = new KeptAnswers<Output<'scan'>>(MOST_KEPT);
  return async (input, context) => {
    const asked = askedMarkets(deps, context.caller, input.markets);
    const { inBand, outOfBand } = splitByBand(asked.markets, input);
    const query = queryOf(deps, input, inBand);
    const core = await scan(deps.screening, query);
    if (core.marketFailures.length > 0 && core.marketFailures.length === inBand.length) {
      throw upstreamUnavailable(`no answer from markets ${core.marketFailures.join(', ')}`);
    }
    const page = await pageOf(deps, core, context.caller, {
      floors: floorsOf(input),
      rankBy: input.rank_by,
      limit: input.limit,
    });
    const parts: Parts = {
      core,
      page,
      window: printRange(query.range),
      outOfBand,
      marketsNote: asked.note,
      mlRemaining: await deps.mlAllowance.remaining(context.caller),
    };
    if (page.rows.length > MOST_CARDS_KEPT) return answer(deps, input, parts);
    return kept.of(core, keyOf(input, parts), () => answer(deps, input, parts));
  };
}

interface AskedMarkets {
  readonly markets: readonly Market[];
  readonly note?: string;
}

/** The markets of the request in the caller's scope, and a note about the tokens that gave none. */
function askedMarkets({ screening, tiers }: HandlerDeps, caller: Caller, list: string | undefined): AskedMarkets {
  const isInScope = (market: Market) => inScope(caller, market.id);
  // The default universe is intersected with the scope without a word (SPEC 2.1).
  if (list === undefined) return { markets: screening.markets.filter((m) => m.scannedByDefault && isInScope(m)) };
  const resolved = resolveMarketTokens(list, screening.markets);
  const markets = resolved.markets.filter(isInScope);
  const unknown = resolved.unknown.map((token) => `'${token}'`).join(', ');
  if (resolved.markets.length === 0) {
    throw invalidRequest(
      `markets names no known market; got '${list}', accepted are ids 0 to 16, names and aliases as in GET /markets`,
    );
  }
  const outside = resolved.markets.filter((market) => !isInScope(market));
  const refusals = outside.map(
    (m) =>
      `Market ${m.id} (${m.name}) is outside the scope of the ${caller.tier.name} tier. ${upgradeHint(m.id, tiers)}`,
  );
  if (markets.length === 0) throw forbidden(refusals.join(' '));
  const notes = [
    ...(unknown === '' ? [] : [`Unknown markets were ignored: ${unknown}.`]),
    ...refusals.map((refusal) => `Skipped: ${refusal}`),
  ];
  return notes.length === 0 ? { markets } : { markets, note: notes.join(' ') };
}

/** Markets whose detection band holds the asked `min_winning_years`, and the others (SPEC 4.1). */
function splitByBand(markets: readonly Market[], { years, min_winning_years: asked }: ScanInput) {
  const isInBand = (market: Market) => {
    const { min, max } = detectionBand(market, years);
    return asked === undefined || (asked >= min && asked <= max);
  };
  const outOfBand = markets.filter((market) => !isInBand(market));
  if (markets.length === 1 && outOfBand.length === 1) throw invalidRequest(bandMessage(outOfBand[0], years, asked));
  return { inBand: markets.filter(isInBand), outOfBand };
}

function queryOf({ screening }: HandlerDeps, input: ScanInput, markets: readonly Market[]) {
  requireHoldOrder(input);
  const range = resolveScanWindow(input.window, screening.clock.today());
  if ('fault' in range) throw invalidRequest(range.fault);
  requireMarketYear(screening.clock, 'window start', range.start);
  return {
    markets,
    range,
    direction: input.direction,
    ...holdBounds({ minHold: input.min_days, maxHold: input.max_days }),
    years: input.years,
    cycle: input.pe_cycle,
    minWins: input.min_winning_years ?? ('default' as const),
  };
}

function floorsOf(input: ScanInput): StatisticFloors {
  return {
    minWinRate: input.min_win_rate,
    minYears: input.min_years,
    minAvgReturn: input.min_avg_return,
    minMedianReturn: input.min_median_return,
    minSharpe: input.min_sharpe,
  };
}

interface Parts {
  readonly core: ScanCore;
  readonly page: ScanPage;
  /** `A..B` */
  readonly window: string;
  readonly outOfBand: readonly Market[];
  readonly marketsNote?: string;
  /** Once this request is charged; null = unlimited. */
  readonly mlRemaining: number | null;
}

/** Everything that an answer says and its scan's core does not. */
function keyOf(input: ScanInput, { page: { rows, ...page }, outOfBand, marketsNote, mlRemaining }: Parts): string {
  const cards = rows.map(({ card }) => [card.symbol, card.direction, card.ml, card.tier_notes]);
  return JSON.stringify([input, page, outOfBand.map(({ id }) => id), marketsNote, mlRemaining, cards]);
}

function answer(deps: HandlerDeps, input: ScanInput, parts: Parts): Output<'scan'> {
  const { core, page, window, outOfBand } = parts;
  const { clock } = deps.screening;
  const cards = page.rows.map((row, i): PatternCard => ({ ...row.card, rank: i + 1 }));
  const evidenceFailures = core.evidenceFailures + page.failures;
  const chart = input.include === 'chart' && page.rows.length > 0 ? chartOf(page.rows[0].setup) : undefined;
  const views = viewCards(cards, input.view, chart);
  return {
    generated_at: clock.now().toISOString(),
    summary: scanSummary({
      cards,
      found: page.qualified,
      window,
      rankBy: input.rank_by,
      marketsScanned: core.scanned,
      marketFailures: core.marketFailures,
      evidenceFailures,
      today: clock.today(),
    }),
    window,
    markets_scanned: core.scanned.map(({ id }) => id),
    market_failures: [...core.marketFailures],
    evidence_failures: evidenceFailures,
    rank_by: input.rank_by,
    view: input.view,
    lookback: {
      year1: input.years,
      year2: input.min_winning_years ?? winningYears(DEFAULT_WINNING_PERCENT, input.years),
    },
    count: cards.length,
    evaluated_count: core.pool.length,
    enrichment_capped: core.found > POOL_SIZE || page.mlCapped,
    capped_by_plan: page.cappedByPlan,
    shown_of_evaluated: `${cards.length} of ${page.qualified}`,
    ...(page.cappedByPlan ? { upgrade_url: deps.tiers.upgradeUrl } : {}),
    ml_remaining_today: parts.mlRemaining,
    opportunities: views,
    ...(parts.marketsNote === undefined ? {} : { markets_note: parts.marketsNote }),
    ...(outOfBand.length === 0 ? {} : { lookback_note: lookbackNote(outOfBand, input) }),
    disclaimer: disclaimerFor(core.snapshot.simulated),
    as_of: isoOrNull(core.asOf),
  };
}

function lookbackNote(markets: readonly Market[], { years, min_winning_years: asked }: ScanInput): string {
  return `These markets contributed nothing: ${markets.map((market) => bandMessage(market, years, asked)).join('; ')}.`;
}
