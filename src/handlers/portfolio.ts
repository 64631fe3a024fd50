import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { portfolioScenario } from '../services/portfolio';
import { dayAsked } from './dates';

/** POST /portfolio/scenarios (SPEC 4.13). */
export function portfolioHandler(deps: ServiceDeps): Handler<'runPortfolioScenarios'> {
  return ({ body }, context) =>
    portfolioScenario(
      deps,
      {
        positions: body.positions.map(({ weight_pct: weight, ...position }) => ({ ...position, weight })),
        benchmark: body.benchmark,
        start: dayAsked(body.start_date),
        horizon: body.horizon,
        days: body.days,
        end: dayAsked(body.end_date),
        years: body.years,
        cycle: body.pe_cycle,
      },
      context,
    );
}
