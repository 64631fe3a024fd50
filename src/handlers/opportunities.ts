import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { listOpportunities } from '../services/opportunities';
import { questionOf } from '../services/question';
import { listSymbolOpportunities } from '../services/symbolOpportunities';
import { dayAsked } from './dates';

/** GET /opportunities (SPEC 4.2). */
export function listOpportunitiesHandler(deps: ServiceDeps): Handler<'listOpportunities'> {
  return (input, asker) => {
    const { market, from, limit } = input;
    return listOpportunities(deps, { ...questionOf(input), market, entry: dayAsked(from), limit }, asker);
  };
}

/** GET /opportunities/{symbol} and its alias (SPEC 4.3, 4.4). */
export function symbolOpportunitiesHandler(deps: ServiceDeps): Handler<'listSymbolOpportunities'> {
  return (input, asker) => {
    const { symbol, market } = input;
    return listSymbolOpportunities(deps, { ...questionOf(input), symbol, market }, asker);
  };
}
