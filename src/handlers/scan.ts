import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { scan } from '../services/scan';
import { scanQuestion } from '../services/scanQuestion';

/** GET /scan (SPEC 4.1). */
export function scanHandler(deps: ServiceDeps): Handler<'scanMarkets'> {
  // Handed on as it is: a copy would make its signals.
  return (input, context) => scan(deps, context.caller, scanQuestion(input), context);
}
