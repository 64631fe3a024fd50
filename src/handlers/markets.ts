import type { Handlers } from '../operation';
import { describeCaller } from '../services/account/account';
import { listMarkets, listSymbols } from '../services/markets/markets';
import { methodologyHandler } from '../services/markets/methodology';
import type { ServiceDeps } from '../services/screening/deps';
import { withTables } from '../services/screening/written';

/** Markets and their symbols (SPEC 4.8, 4.9), the caller (SPEC 4.10), and the method. */
export function marketsHandlers(deps: ServiceDeps) {
  return {
    /** SPEC 4.8 */
    listMarkets: (_, { caller }) => listMarkets(deps, caller),
    /** SPEC 4.9 */
    listSymbols: withTables(deps.screening, 'listSymbols', (input, { caller }) =>
      listSymbols(deps, caller, {
        market: input.market_id,
        prefix: input.prefix,
        words: input.q,
        limit: input.limit,
      }),
    ),
    /** SPEC 4.10 */
    getMe: (_, { caller, rate }) => describeCaller(deps, caller, rate),
    getMethodology: methodologyHandler(deps),
  } satisfies Partial<Handlers>;
}
