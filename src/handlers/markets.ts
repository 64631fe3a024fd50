import type { Caller } from '../access/caller';
import { inScope } from '../access/scope';
import { DEFAULT_WINNING_PERCENT, detectionBand, type Market, winningYears } from '../core/calendar/market';
import { listedIn, type Snapshot } from '../engine/snapshot';
import type { Handler, Output } from '../operation';
import { isoOrNull } from '../services/answer';
import type { HandlerDeps } from '../services/deps';
import { KeptAnswers } from '../services/keptAnswers';
import { scopedMarket } from '../services/listing';
import { currentPrices } from '../services/screening';

/** Bounds of a lookback (SPEC 8.5). */
const LOOKBACK = { min: 5, max: 98 } as const;
const EXAMPLE_YEARS = 10;
/** One for each tier. */
const MOST_KEPT = 10;

/** GET /markets (SPEC 4.8). */
export function marketsHandler({ screening }: HandlerDeps): Handler<'listMarkets'> {
  const kept = new KeptAnswers<Output<'listMarkets'>>(MOST_KEPT);
  return async (_, { caller }) => {
    const snapshot = await currentPrices(screening);
    return kept.of(snapshot, caller.tier.id, () => answer(screening.markets, snapshot, caller));
  };
}

function answer(markets: readonly Market[], snapshot: Snapshot, caller: Caller): Output<'listMarkets'> {
  return {
    markets: markets.map((market) => {
      const prices = snapshot.markets.get(market.id);
      return {
        id: market.id,
        name: market.name,
        ml_eligible: market.mlEligible,
        in_scope: inScope(caller, market.id),
        pattern_detection: detectionOf(market),
        symbol_count: prices?.symbols.length ?? 0,
        as_of: isoOrNull(prices?.asOf ?? null),
      };
    }),
  };
}

type Detection = Output<'listMarkets'>['markets'][number]['pattern_detection'];

function detectionOf(market: Market): Detection {
  const { min, max } = detectionBand(market, EXAMPLE_YEARS);
  const usual = winningYears(DEFAULT_WINNING_PERCENT, EXAMPLE_YEARS);
  return {
    scan: true,
    per_symbol: market.perSymbolPatterns,
    min_years: LOOKBACK.min,
    max_years: LOOKBACK.max,
    min_winning_share: market.minWinningPercent / 100,
    default_winning_share: DEFAULT_WINNING_PERCENT / 100,
    example: `years=${EXAMPLE_YEARS} accepts min_winning_years ${min} to ${max}, by default ${usual}`,
  };
}

/** GET /markets/{market_id}/symbols (SPEC 4.9). */
export function symbolsHandler(deps: HandlerDeps): Handler<'listSymbols'> {
  return async (input, { caller }) => {
    const market = scopedMarket(deps, caller, input.market_id);
    const snapshot = await currentPrices(deps.screening);
    const page = listedIn(snapshot, market.id, input.prefix, input.limit);
    const cut = page.matched - page.symbols.length;
    return {
      symbols: page.symbols.map(({ symbol, name }) => ({ symbol, name })),
      total: page.total,
      matched: page.matched,
      count: page.symbols.length,
      ...(cut === 0 ? {} : { note: `${cut} of ${page.matched} matching rows were cut by limit=${input.limit}.` }),
    };
  };
}
