import type { Caller } from '../access/caller';
import type { Log } from '../log';
import type { ServiceDeps } from './deps';
import { scan } from './scan';
import type { ScanQuestion } from './scanQuestion';
import { POOL_SIZE } from './searchBounds';

/** GET /scan without parameters (openapi.yaml). */
const DEFAULT_SCAN: ScanQuestion = {
  ...{ window: 'now', years: 10, cycle: 'consecutive', pool: POOL_SIZE, floors: {}, rankBy: 'sharpe', limit: 25 },
  ...{ view: 'full', withChart: false },
};

export interface RehearsalDeps {
  readonly serving: ServiceDeps;
  /** Resolves when nobody has wanted anything for a moment. */
  readonly quiet: () => Promise<void>;
  readonly log: Log;
}

/**
 * Makes the answer of the default scan for nobody after a start, once nobody asks: the first that is asked for found neither
 * its code compiled nor its prices read, and took some 300 ms. What it found is kept as any scan is; no allowance is spent, and no
 * computation of luck begun. Never rejects: what fails is found by who asks. Tests: rehearsal.test.ts.
 */
export async function rehearse({ serving, quiet, log }: RehearsalDeps, signal: AbortSignal): Promise<void> {
  try {
    await quiet();
    if (signal.aborted) return;
    JSON.stringify(await scan(serving, nobody(serving), DEFAULT_SCAN, { gone: signal, signal }));
  } catch (err) {
    if (!signal.aborted) log.warn({ err }, 'the rehearsal of the first scan failed');
  }
}

/** Whom everything is granted, none of it counted. */
function nobody({ screening }: ServiceDeps): Caller {
  const tier = {
    ...{ id: 'rehearsal', name: 'Rehearsal', order: null, perMinute: 0, perDay: 0, mlPerDay: null },
    ...{ maxResults: DEFAULT_SCAN.limit, searchesPerHour: 0 },
    ...{ savedScans: 0, exportsPerDay: 0, webhooks: 0, calendarLinks: 0 },
    markets: screening.markets.map(({ id }) => id),
  };
  return { accountId: null, demo: false, tier };
}
