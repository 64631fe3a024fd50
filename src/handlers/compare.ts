import type { Handler } from '../operation';
import { compare } from '../services/compare';
import type { ServiceDeps } from '../services/deps';
import { dayAsked } from './dates';

/** GET /compare (SPEC 4.12). */
export function compareHandler(deps: ServiceDeps): Handler<'compareSymbols'> {
  return (input, context) =>
    compare(
      deps,
      {
        symbols: input.symbols,
        market: input.market,
        direction: input.direction,
        entry: dayAsked(input.entry_date),
        hold: input.days_out,
        period: input.period,
        years: input.years,
        cycle: input.pe_cycle,
      },
      context,
    );
}
