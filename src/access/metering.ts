import type { Storage } from '../storage/storage';
import { Limits, type LimitsDeps } from './limits';
import { MlAllowance } from './mlAllowance';
import type { Meter } from './rate';

/** The three budgets of SPEC 8.1. */
export interface Metering {
  readonly meter: Meter;
  readonly mlAllowance: MlAllowance;
}

export async function startMetering(
  { counters, presence }: Pick<Storage, 'counters' | 'presence'>,
  { moment, log }: Pick<LimitsDeps, 'moment' | 'log'>,
): Promise<Metering> {
  const mlAllowance = new MlAllowance({ charges: counters.predictions, presence, moment });
  await mlAllowance.releaseAbandoned();
  const { meter } = new Limits({ counters, moment, log });
  return { meter, mlAllowance };
}
