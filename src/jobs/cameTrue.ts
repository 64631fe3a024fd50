import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { studiedMarkets } from '../services/screening/cameTrue';
import { currentPrices, type Screening } from '../services/screening/deps';
import { workLogged } from './logged';

/**
 * Measures what came true (METHOD 10) in the markets whose prices have changed, one after another: some 5 s of a background
 * thread for 500 members and 60 years, in tasks of .2 s.
 */
export function workCameTrue(
  queue: Queue,
  screening: Pick<Screening, 'engine' | 'cameTrue'>,
  log: Log,
): ScheduledJob[] {
  workLogged(queue, log, 'came-true', async ({ signal }) => {
    const measured: string[] = [];
    for (const prices of studiedMarkets(await currentPrices(screening))) {
      if (await screening.cameTrue.measure(prices, signal)) measured.push(prices.market.id);
    }
    return measured.length === 0 ? null : { markets: measured.join() };
  });
  return [{ queue: 'came-true', pattern: '*/10 * * * *' }];
}
