import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { scan } from '../services/scan';

/** GET /scan (SPEC 4.1). */
export function scanHandler(deps: ServiceDeps): Handler<'scanMarkets'> {
  return (input, { caller, ...wanted }) =>
    scan(
      deps,
      caller,
      {
        markets: input.markets,
        window: input.window,
        direction: input.direction,
        minHold: input.min_days,
        maxHold: input.max_days,
        years: input.years,
        cycle: input.pe_cycle,
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
        pool: input.pool,
        rankBy: input.rank_by,
        limit: input.limit,
        view: input.view,
        withChart: input.include === 'chart',
      },
      wanted,
    );
}
