import type { Handler } from '../operation';
import { analyze } from '../services/analyze';
import type { ServiceDeps } from '../services/deps';
import { dayAsked } from './dates';

/** GET /analyze/{symbol} (SPEC 4.5). */
export function analyzeHandler(deps: ServiceDeps): Handler<'analyzeSymbol'> {
  return (input, asker) =>
    analyze(
      deps,
      {
        symbol: input.symbol,
        market: input.market,
        direction: input.direction,
        entry: dayAsked(input.entry_date),
        hold: input.days_out,
        period: input.period,
        reverse: input.reverse,
        years: input.years,
        cycle: input.pe_cycle,
        view: input.view,
        withChart: input.include === 'chart',
      },
      asker,
    );
}
