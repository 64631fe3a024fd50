import { methodology } from '../core/methodology';
import { currentPrices } from '../flows/screening';
import type { Handler } from '../operation';
import type { HandlerDeps } from './shared/deps';

/** GET /methodology: the definition of every number. */
export function methodologyHandler({ screening }: HandlerDeps): Handler<'getMethodology'> {
  return async () => {
    const { simulated } = await currentPrices(screening);
    return methodology({ simulated, model: null });
  };
}
