import type { Caller } from '../access/caller';
import { disclaimerFor } from '../answers/disclaimer';
import { toIso } from '../core/calendar/dates';
import type { Market } from '../core/calendar/market';
import { reachesFloors, type StatisticFloors } from '../core/detection/floors';
import { forbidden, invalidRequest } from '../errors';
import type { Output } from '../operation';
import { dataAgeOf } from './dataAge';
import type { ServiceDeps } from './deps';
import { type AskedSymbol, findListing, marketInScope } from './listing';
import type { Lookback } from './namedWindow';
import { predictedRows } from './opportunityRows';
import { currentPrices } from './screening';
import { type AskedBand, type AskedHolds, requireBand, requireHoldOrder } from './searchBounds';
import { listYear, type YearQuery, yearSpan } from './symbolYear';

export interface SymbolOpportunitiesQuestion extends AskedSymbol, Lookback, AskedHolds, AskedBand {
  readonly floors: StatisticFloors;
}

/**
 * The windows of a symbol through the market year that qualify (SPEC 4.3, 4.4).
 *
 * @throws invalid_request, forbidden, not_found, upstream_unavailable
 */
export async function listSymbolOpportunities(
  deps: ServiceDeps,
  caller: Caller,
  asked: SymbolOpportunitiesQuestion,
  signal: AbortSignal,
): Promise<Output<'listSymbolOpportunities'>> {
  const { screening } = deps;
  const market = marketInScope(deps, caller, asked.market ?? onlyMarket(deps, caller));
  if (!market.perSymbolPatterns) throw invalidRequest(noListMessage(deps, market));
  requireHoldOrder(asked);
  requireBand(market, asked);
  const snapshot = await currentPrices(screening);
  const listing = findListing(deps, snapshot, caller, { symbol: asked.symbol, market: market.id });
  const { symbol } = listing;
  const query: YearQuery = {
    years: asked.years,
    cycle: asked.cycle,
    minHold: asked.minHold,
    maxHold: asked.maxHold,
    ...yearSpan(screening.clock.marketYear()),
    minWins: asked.minWins ?? 'default',
    liveOnly: true,
  };
  const rows = await listYear(screening, snapshot, listing, query, caller, signal);
  const shown = rows.filter((row) => reachesFloors(row.evidence, row.significance, asked.floors));
  const listed = shown.map((row) => ({ ...row, symbol, evidence: row.evidence ?? ('no_data' as const) }));
  const { opportunities, notes } = await predictedRows(deps, snapshot, caller, market, listed, signal);
  return {
    symbol: symbol.symbol,
    market: market.id,
    opportunities,
    ml_remaining_today: await deps.mlAllowance.remaining(caller),
    tier_notes: notes,
    disclaimer: disclaimerFor(snapshot.simulated),
    as_of: toIso(listing.lastBar),
    ...dataAgeOf(screening, [listing]),
  };
}

/** The one market with symbol lists that the key can reach. @throws invalid_request when there are several */
function onlyMarket({ screening }: ServiceDeps, { tier }: Caller): string {
  const reachable = screening.markets.filter((m) => m.perSymbolPatterns && tier.markets.includes(m.id));
  if (reachable.length === 1) return reachable[0].id;
  if (reachable.length === 0) throw forbidden('This key reaches no market with symbol lists.');
  const ids = reachable.map((market) => market.id).join(', ');
  throw invalidRequest(`market is required, as this key reaches several markets with symbol lists: one of ${ids}`);
}

function noListMessage({ screening }: ServiceDeps, market: Market): string {
  const ids = screening.markets.filter((m) => m.perSymbolPatterns).map((m) => m.id);
  return `market must be one of ${ids.join(', ')}: per-symbol lists do not exist in ${market.id} (${market.name})`;
}
