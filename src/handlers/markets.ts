import type { Operations } from '../operation';
import { describeCaller } from '../services/account/account';
import { describeMethod, listMarkets, listSymbols } from '../services/markets/markets';
import type { ServiceDeps } from '../services/screening/deps';

/** Markets and their symbols (SPEC 4.8, 4.9), the caller (SPEC 4.10), and the method. */
export const markets = {
  listMarkets,
  listSymbols,
  getMe: describeCaller,
  getMethodology: describeMethod,
} satisfies Operations<ServiceDeps>;
