import type { Storage } from '../storage/storage';
import { Limits, type LimitsDeps } from './limits';
import { MlAllowance } from './mlAllowance';
import type { Meter } from './rate';

/** The three budgets of SPEC 8.1. */
export interface Metering {
  readonly meter: Meter;
  readonly mlAllowance: MlAllowance;
}

/** The budgets over the counters of a database. */
export function meteringOf(
  { counters }: Pick<Storage, 'counters'>,
  { moment, log }: Pick<LimitsDeps, 'moment' | 'log'>,
): Metering {
  const mlAllowance = new MlAllowance({ charges: counters.predictions, moment });
  const { meter } = new Limits({ counters, moment, log });
  return { meter, mlAllowance };
}
