import type { Handler } from '../operation';
import type { ServiceDeps } from '../services/deps';
import { describeCaller } from '../services/me';

/** GET /me (SPEC 4.10). */
export function meHandler(deps: ServiceDeps): Handler<'getMe'> {
  return (_, { caller, rate }) => describeCaller(deps, caller, rate);
}
