import { publishedStats } from '../answers/card';
import { disclaimerFor } from '../answers/disclaimer';
import { lookbackLabel } from '../answers/lookbackLabel';
import type { OpportunityMl } from '../answers/shapes';
import { toIso } from '../core/calendar/dates';
import { detectionBand, type Market } from '../core/calendar/market';
import { hasFloors, reachesFloors, type StatisticFloors } from '../core/detection/floors';
import type { Evidence } from '../core/window/evidence';
import { type Direction, holdOf, type WindowSpec } from '../core/window/window';
import type { Snapshot } from '../engine/snapshot';
import { invalidRequest } from '../errors';
import type { Context, Handler, Input, Output } from '../operation';
import { isoOrNull, requireHoldOrder } from '../services/answer';
import { bandMessage } from '../services/band';
import type { HandlerDeps } from '../services/deps';
import { listingOf, readingPrices, scopedMarket } from '../services/listing';
import { type EntryRow, entriesOn } from '../services/opportunities';
import { predictRows } from '../services/predicting';
import type { PredictionItem } from '../services/predictions';
import { POOL_SIZE } from '../services/scan';
import { currentPrices } from '../services/screening';
import { holdBounds, type Listing, listYear, type YearQuery, type YearRow, yearSpan } from '../services/symbolYear';
import { marketYearDay } from './dates';

type Opportunity = Output<'listOpportunities'>['opportunities'][number];
type Status = Opportunity['evidence_status'];

/** GET /opportunities (SPEC 4.2). */
export function listOpportunitiesHandler(deps: HandlerDeps): Handler<'listOpportunities'> {
  return async (input, { caller }) => {
    const { screening } = deps;
    const market = scopedMarket(deps, caller, input.market);
    requireHoldOrder(input);
    requireBand(market, input);
    const entry = marketYearDay(screening.clock, 'from', input.from);
    const snapshot = await currentPrices(screening);
    const list = await entriesOn(screening, snapshot, {
      ...{ market, entry, direction: input.direction, years: input.years, cycle: input.pe_cycle },
      ...holdBounds({ minHold: input.min_days, maxHold: input.max_days }),
      minWins: input.min_winning_years ?? 'default',
    });
    const verified = list.rows.filter(isVerified).sort((a, b) => b.evidence.sharpe - a.evidence.sharpe);
    const unverified = list.rows.filter((row) => !isVerified(row));
    const floors = floorsOf(input);
    const rows = hasFloors(floors)
      ? verified.filter((row) => reachesFloors(row.evidence, floors))
      : [...verified, ...unverified];
    const shown = rows.slice(0, Math.min(input.limit, caller.tier.maxResults));
    const predicted = await predictRows(
      deps,
      snapshot,
      caller,
      shown.map((row) => (isVerified(row) ? itemOfRow(snapshot, market, row) : null)),
    );
    return {
      entry_date: toIso(entry),
      window_supported: false,
      evaluated_count: verified.length,
      enrichment_capped: list.rows.length > POOL_SIZE || predicted.capped,
      ml_remaining_today: await deps.mlAllowance.remaining(caller),
      opportunities: shown.map((row, i) => entryRow(row, market, predicted.blocks[i])),
      tier_notes: predicted.notes,
      disclaimer: disclaimerFor(snapshot.simulated),
      as_of: isoOrNull(list.asOf),
    };
  };
}

type VerifiedRow = EntryRow & { readonly evidence: Evidence };

function isVerified(row: EntryRow): row is VerifiedRow {
  return typeof row.evidence !== 'string';
}

function entryRow(
  { symbol, candidate, window, evidence }: EntryRow,
  market: Market,
  ml: OpportunityMl | null,
): Opportunity {
  return { ...opportunity(symbol, market, window, candidate.direction, evidence), ml };
}

function itemOfRow(snapshot: Snapshot, market: Market, { candidate, window }: VerifiedRow): PredictionItem | null {
  const symbol = snapshot.symbols.get(candidate.symbol);
  const { entry, hold, direction } = candidate;
  return symbol === undefined ? null : { symbol, market, entry, hold, direction, asOf: window.asOf };
}

/** A row of a list; without evidence its statistics are null (SPEC 2.6). */
function opportunity(
  symbol: string,
  market: Market,
  window: WindowSpec,
  direction: Direction,
  evidence: Evidence | Exclude<Status, 'verified'>,
): Opportunity {
  const stats = typeof evidence === 'string' ? null : publishedStats(evidence);
  return {
    symbol,
    market: market.id,
    direction,
    entry_date: toIso(window.entry),
    days_out: holdOf(window),
    sharpe_ratio: stats?.sharpe_ratio ?? null,
    avg_profit_pct: stats?.avg_return_pct ?? null,
    median_profit_pct: stats?.median_return_pct ?? null,
    win_rate: stats?.historical_win_rate ?? null,
    years: lookbackLabel(window),
    years_tested: stats?.years_tested ?? null,
    evidence_status: typeof evidence === 'string' ? evidence : 'verified',
    ml: null,
  };
}

/** GET /opportunities/{symbol} and its alias (SPEC 4.3, 4.4). */
export function symbolOpportunitiesHandler(deps: HandlerDeps): Handler<'listSymbolOpportunities'> {
  return async (input, context) => {
    const { screening } = deps;
    const marketId = input.market ?? onlyMarket(deps, context);
    const market = scopedMarket(deps, context.caller, marketId);
    if (!market.perSymbolPatterns) throw invalidRequest(noListMessage(deps, market));
    requireHoldOrder(input);
    requireBand(market, input);
    const snapshot = await currentPrices(screening);
    const listing = listingOf(deps, snapshot, context.caller, input.symbol, marketId);
    const query: YearQuery = {
      ...{ years: input.years, cycle: input.pe_cycle, minHold: input.min_days, maxHold: input.max_days },
      ...yearSpan(screening.clock.marketYear()),
      minWins: input.min_winning_years ?? 'default',
      liveOnly: true,
    };
    const rows = await readingPrices(() => listYear(screening, snapshot, listing, query));
    const floors = floorsOf(input);
    const shown = rows.filter((row) => reachesFloors(row.evidence, floors));
    const predicted = await predictRows(
      deps,
      snapshot,
      context.caller,
      shown.map((row) => (row.evidence === null ? null : yearItem(listing, row))),
    );
    return {
      symbol: listing.symbol.symbol,
      market: market.id,
      opportunities: shown.map(({ window, direction, evidence }, i) => ({
        ...opportunity(listing.symbol.symbol, market, window, direction, evidence ?? 'no_data'),
        ml: predicted.blocks[i],
      })),
      ml_remaining_today: await deps.mlAllowance.remaining(context.caller),
      tier_notes: predicted.notes,
      disclaimer: disclaimerFor(snapshot.simulated),
      as_of: toIso(listing.lastBar),
    };
  };
}

function yearItem({ symbol, market }: Listing, { window, direction }: YearRow): PredictionItem {
  return { symbol, market, entry: window.entry, hold: holdOf(window), direction, asOf: window.asOf };
}

/** The one market with symbol lists that the key can reach. @throws invalid_request when there are several */
function onlyMarket({ screening }: HandlerDeps, { caller }: Context): string {
  const reachable = screening.markets.filter((m) => m.perSymbolPatterns && caller.tier.markets.includes(m.id));
  if (reachable.length === 1) return reachable[0].id;
  const ids = reachable.map((market) => market.id).join(', ');
  throw invalidRequest(`market is required, as this key reaches several markets with symbol lists: one of ${ids}`);
}

function noListMessage({ screening }: HandlerDeps, market: Market): string {
  const ids = screening.markets.filter((m) => m.perSymbolPatterns).map((m) => m.id);
  return `market must be one of ${ids.join(', ')}: per-symbol lists do not exist in ${market.id} (${market.name})`;
}

type BandInput = Pick<Input<'listOpportunities'>, 'years' | 'min_winning_years'>;

/** @throws invalid_request naming the market's band */
function requireBand(market: Market, { years, min_winning_years: asked }: BandInput): void {
  const { min, max } = detectionBand(market, years);
  if (asked !== undefined && (asked < min || asked > max)) throw invalidRequest(bandMessage(market, years, asked));
}

type FloorInput = Partial<
  Pick<Input<'listOpportunities'>, 'min_win_rate' | 'min_avg_return' | 'min_median_return' | 'min_sharpe'>
>;

function floorsOf(input: FloorInput): StatisticFloors {
  return {
    minWinRate: input.min_win_rate,
    minAvgReturn: input.min_avg_return,
    minMedianReturn: input.min_median_return,
    minSharpe: input.min_sharpe,
  };
}
