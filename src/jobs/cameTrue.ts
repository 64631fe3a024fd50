import type { Clock } from '../clock';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { studiedMarkets, studyVersion } from '../services/screening/cameTrue';
import { currentPrices, type Screening } from '../services/screening/deps';
import type { CameTrueStore } from '../storage/cameTrue';
import { workLogged } from './logged';

export interface CameTrueDeps {
  readonly screening: Pick<Screening, 'engine'>;
  readonly store: CameTrueStore;
  readonly clock: Clock;
}

/**
 * Measures what came true (METHOD 10) in the markets whose prices have changed, one after another: some 5 s of a background
 * thread for 500 members and 60 years, in tasks of .2 s.
 */
export function workCameTrue(queue: Queue, { screening, store, clock }: CameTrueDeps, log: Log): ScheduledJob[] {
  workLogged(queue, log, 'came-true', async ({ signal }) => {
    const measured: string[] = [];
    for (const market of studiedMarkets(await currentPrices(screening))) {
      const { id } = market.market;
      const version = studyVersion(market);
      if ((await store.versionOf(id)) === version) continue;
      const study = await screening.engine.studyMarket(market, { account: 'came-true', signal });
      if (study === null) continue;
      await store.put(id, version, study, clock.now());
      measured.push(id);
    }
    return measured.length === 0 ? null : { markets: measured.join() };
  });
  return [{ queue: 'came-true', pattern: '*/10 * * * *' }];
}
