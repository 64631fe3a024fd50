import { optionalDay } from '../core/calendar/dates';
import type { Handlers } from '../operation';
import type { ServiceDeps } from '../services/screening/deps';
import { listOpportunities } from '../services/screening/opportunities';
import { questionFrom, scanQuestion } from '../services/screening/question';
import { scan } from '../services/screening/scan';
import { heatMap, heatMapQuestion } from '../services/symbol/heatMap';
import { listSymbolOpportunities } from '../services/symbol/symbolOpportunities';

/** Scans and lists of setups (SPEC 4.1 to 4.4), and the heat map of a symbol. */
export function screeningHandlers(deps: ServiceDeps) {
  const ofSymbol: Handlers['listSymbolOpportunities'] = (input, asker) => {
    const { symbol, market } = input;
    return listSymbolOpportunities(deps, { ...questionFrom(input), symbol, market }, asker);
  };
  return {
    /** SPEC 4.1 */
    scanMarkets: (input, context) => scan(deps, scanQuestion(input), context),
    /** SPEC 4.2 */
    listOpportunities: (input, asker) => {
      const { market, from, limit } = input;
      return listOpportunities(deps, { ...questionFrom(input), market, entry: optionalDay(from), limit }, asker);
    },
    /** SPEC 4.3, 4.4 */
    listSymbolOpportunities: ofSymbol,
    listSymbolOpportunitiesAlias: ofSymbol,
    getHeatMap: (input, asker) => heatMap(deps, { ...heatMapQuestion(input), cycle: input.pe_cycle }, asker),
  } satisfies Partial<Handlers>;
}
