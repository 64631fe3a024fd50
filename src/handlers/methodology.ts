import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { methodTeller } from '../services/methodology';

/** GET /methodology */
export function methodologyHandler(deps: ServiceDeps): Handler<'getMethodology'> {
  return methodTeller(deps);
}
