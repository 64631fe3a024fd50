import { internal } from '../errors';
import type { Log } from '../log';
import type { Metrics } from './metrics';
import type { Fault } from './operationValidator';

/** A response that breaks the contract. */
export interface Violation {
  readonly operation: string;
  readonly faults: readonly Fault[];
}

/** Told when an answer breaks the contract. @throws internal where it is to be withheld */
export type OnViolation = (violation: Violation) => void;

/**
 * Has answers that break the contract logged and counted.
 *
 * @param strict whether they become a 500 as well, rather than being sent all the same
 */
export function watchViolations(log: Log, metrics: Pick<Metrics, 'countViolation'>, strict: boolean): OnViolation {
  return (violation) => {
    metrics.countViolation(violation.operation);
    log.error(violation, 'response breaks the contract');
    if (strict) throw internal({ responseBreaksContract: violation });
  };
}
