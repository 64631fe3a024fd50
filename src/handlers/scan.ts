import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { scan } from '../services/scan';
import { scanQuestion } from '../services/scanQuestion';

/** GET /scan (SPEC 4.1). */
export function scanHandler(deps: ServiceDeps): Handler<'scanMarkets'> {
  return (input, context) => scan(deps, scanQuestion(input), context);
}
