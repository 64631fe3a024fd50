import type { Counters } from '../storage/ports';
import { Limits, type LimitsDeps } from './limits';
import { MlAllowance } from './mlAllowance';
import type { Meter } from './rate';

/** The three budgets of SPEC 8.1. */
export interface Metering {
  readonly meter: Meter;
  readonly mlAllowance: MlAllowance;
}

export async function startMetering(
  counters: Counters,
  { now, log }: Pick<LimitsDeps, 'now' | 'log'>,
): Promise<Metering> {
  const mlAllowance = new MlAllowance({ charges: counters.predictions, now });
  await mlAllowance.releaseAbandoned();
  const { meter } = new Limits({ counters, now, log });
  return { meter, mlAllowance };
}
