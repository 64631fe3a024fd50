import type { RequestHandler } from 'express';
import { internal } from '../errors';
import type { Log } from '../log';
import type { Metrics } from './metrics';
import { stateOf, type Violation } from './state';

/**
 * Has answers that break the contract logged and counted.
 *
 * @param strict whether they become a 500 as well, rather than being sent all the same
 */
export function watchViolations(log: Log, metrics: Metrics, strict: boolean): RequestHandler {
  const onViolation = (violation: Violation) => {
    metrics.countViolation(violation.operation);
    log.error(violation, 'response breaks the contract');
    if (strict) withhold(violation);
  };
  return (_request, response, next) => {
    stateOf(response).onViolation = onViolation;
    next();
  };
}

/** The `onViolation` under which no answer leaves that breaks the contract. @throws internal */
export function withhold(violation: Violation): never {
  throw internal({ responseBreaksContract: violation });
}
