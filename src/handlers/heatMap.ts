import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { heatMap } from '../services/heatMap';

/** GET /symbols/{symbol}/heatmap. */
export function heatMapHandler(deps: ServiceDeps): Handler<'getHeatMap'> {
  return (input, asker) =>
    heatMap(
      deps,
      {
        symbol: input.symbol,
        market: input.market,
        measure: input.measure,
        direction: input.direction,
        minHold: input.min_days,
        maxHold: input.max_days,
        holdStep: input.days_step,
        entryStep: input.entry_step,
        years: input.years,
        cycle: input.pe_cycle,
      },
      asker,
    );
}
