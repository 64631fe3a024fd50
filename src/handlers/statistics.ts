import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { seasonalChart, symbolPattern } from '../services/statistics';
import { dayAsked } from './dates';

/** GET /patterns/{market_id}/{symbol} (SPEC 4.6): the window of `days_out` days from today, or of a period. */
export function patternHandler(deps: ServiceDeps): Handler<'getPattern'> {
  return (input, context) =>
    symbolPattern(
      deps,
      {
        symbol: input.symbol,
        market: input.market_id,
        hold: input.days_out,
        period: input.period,
        reverse: input.reverse,
        years: input.years,
        cycle: input.pe_cycle,
      },
      context,
    );
}

/** GET /seasonal-chart (SPEC 4.7). */
export function seasonalChartHandler(deps: ServiceDeps): Handler<'getSeasonalChart'> {
  return (input, context) =>
    seasonalChart(
      deps,
      {
        symbol: input.symbol,
        market: input.market,
        entry: dayAsked(input.entry_date),
        hold: input.days_out,
        period: input.period,
        reverse: input.reverse,
        years: Number(input.years),
        cycle: input.pe_cycle,
        direction: input.direction,
      },
      context,
    );
}
