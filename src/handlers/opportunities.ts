import type { Handler, Input } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { listOpportunities, type OpportunitiesQuestion } from '../services/opportunities';
import { listSymbolOpportunities } from '../services/symbolOpportunities';
import { dayAsked } from './dates';

/** GET /opportunities (SPEC 4.2). */
export function listOpportunitiesHandler(deps: ServiceDeps): Handler<'listOpportunities'> {
  return (input, asker) =>
    listOpportunities(
      deps,
      {
        market: input.market,
        entry: dayAsked(input.from),
        direction: input.direction,
        minHold: input.min_days,
        maxHold: input.max_days,
        years: input.years,
        cycle: input.pe_cycle,
        minWins: input.min_winning_years,
        floors: floorsAsked(input),
        limit: input.limit,
      },
      asker,
    );
}

/** GET /opportunities/{symbol} and its alias (SPEC 4.3, 4.4). */
export function symbolOpportunitiesHandler(deps: ServiceDeps): Handler<'listSymbolOpportunities'> {
  return (input, asker) =>
    listSymbolOpportunities(
      deps,
      {
        symbol: input.symbol,
        market: input.market,
        minHold: input.min_days,
        maxHold: input.max_days,
        years: input.years,
        cycle: input.pe_cycle,
        minWins: input.min_winning_years,
        floors: floorsAsked(input),
      },
      asker,
    );
}

type FloorInput = Partial<
  Pick<
    Input<'listOpportunities'>,
    'min_win_rate' | 'min_avg_return' | 'min_median_return' | 'min_sharpe' | 'max_p_symbol' | 'max_p_search'
  >
>;

function floorsAsked(input: FloorInput): OpportunitiesQuestion['floors'] {
  return {
    minWinRate: input.min_win_rate,
    minAvgReturn: input.min_avg_return,
    minMedianReturn: input.min_median_return,
    minSharpe: input.min_sharpe,
    maxPSymbol: input.max_p_symbol,
    maxPSearch: input.max_p_search,
  };
}
