import { MlChargeRepository } from '../storage/sqlite/mlAllowance';
import { UsageRepository } from '../storage/sqlite/usage';
import { closeUsageDatabase, openUsageDatabase } from '../storage/sqlite/usageDatabase';
import { Limits, type LimitsDeps } from './limits';
import { MlAllowance } from './mlAllowance';
import type { Meter } from './rate';

/** The three budgets of SPEC 8.1, counted beside a database. */
export interface Metering {
  readonly meter: Meter;
  readonly mlAllowance: MlAllowance;
  close(): void;
}

/**
 * @param databaseFile as `Database.file`: null = in memory
 * @throws Error when the counters cannot be opened
 */
export async function openMetering(
  databaseFile: string | null,
  { now, log }: Pick<LimitsDeps, 'now' | 'log'>,
): Promise<Metering> {
  const usage = openUsageDatabase(databaseFile);
  const accounts = new UsageRepository(usage, 'account_usage');
  const addresses = new UsageRepository(usage, 'address_usage');
  const mlAllowance = new MlAllowance({ charges: new MlChargeRepository(usage), now });
  await mlAllowance.releaseAbandoned();
  const { meter } = new Limits({ accounts, addresses, now, log });
  return { meter, mlAllowance, close: () => closeUsageDatabase(usage) };
}
