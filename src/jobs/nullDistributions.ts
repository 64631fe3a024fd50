import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { nullJobFrom } from '../services/screening/nullJobs';
import { currentPrices, type Screening } from '../services/screening/screening';
import { logged } from './logged';

/**
 * Computes null distributions (METHOD 9) that requests of any process need.
 *
 * @param prepare sends jobs for those that the first requests of a day need, and returns how many are missing
 */
export function workNullDistributions(
  queue: Queue,
  screening: Screening,
  prepare: () => Promise<number>,
  log: Log,
): ScheduledJob[] {
  queue.work(
    'null-distribution',
    logged(log, 'null-distribution', async ({ payload, signal }) => {
      if (!screening.nulls.computes) return null;
      const job = nullJobFrom(await currentPrices(screening), payload);
      // Null if the prices have changed: a request over the new ones sends another job.
      if (job !== null) await screening.nulls.compute(payload.key, job, signal);
      return null;
    }),
  );
  queue.work(
    'prepare-nulls',
    logged(log, 'prepare-nulls', async () => {
      const missing = await prepare();
      return missing === 0 ? null : { missing };
    }),
  );
  return [{ queue: 'prepare-nulls', pattern: '*/10 * * * *' }];
}
