import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { listMarkets, listSymbols } from '../services/markets';

/** GET /markets (SPEC 4.8). */
export function marketsHandler(deps: ServiceDeps): Handler<'listMarkets'> {
  return (_, { caller }) => listMarkets(deps, caller);
}

/** GET /markets/{market_id}/symbols (SPEC 4.9). */
export function symbolsHandler(deps: ServiceDeps): Handler<'listSymbols'> {
  return (input, { caller }) =>
    listSymbols(deps, caller, {
      market: input.market_id,
      prefix: input.prefix,
      words: input.q,
      limit: input.limit,
    });
}
