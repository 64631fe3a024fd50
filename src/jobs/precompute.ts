import type { Market } from '../core/calendar/market';
import { resolveScanWindow } from '../core/calendar/marketSessions';
import { PICK_SCAN } from '../core/record/pickRule';
import type { Log } from '../log';
import type { Queue } from '../queue/queue';
import type { ScheduledJob } from '../queue/schedule';
import { studiedMarkets } from '../services/screening/cameTrue';
import { currentPrices, type Screening } from '../services/screening/deps';
import { nullJobFrom } from '../services/screening/nullDistributions';
import type { ScanQuery } from '../services/screening/question';
import { marketNullSearch } from '../services/screening/significance';
import { workLogged } from './logged';

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
  workLogged(queue, log, 'null-distribution', async ({ payload, signal }) => {
    if (!screening.nulls.computes) return null;
    const job = nullJobFrom(await currentPrices(screening), payload);
    // Null if the prices have changed: a request over the new ones sends another job.
    if (job !== null) await screening.nulls.compute(payload.key, job, signal);
    return null;
  });
  workLogged(queue, log, 'prepare-nulls', async () => {
    const missing = await prepare();
    return missing === 0 ? null : { missing };
  });
  return [{ queue: 'prepare-nulls', pattern: '*/10 * * * *' }];
}

/** Lookback of a default scan, years (openapi.yaml). */
const DEFAULT_YEARS = 10;

/**
 * Starts the null distributions that the first requests of a day need: those of the default scan of each plan's markets, and of
 * the daily pick's scan.
 *
 * @param scopes the market ids of each plan
 * @returns number of searches whose null distribution is not stored yet
 */
export async function prepareNulls(screening: Screening, scopes: readonly (readonly string[])[]): Promise<number> {
  const snapshot = await currentPrices(screening);
  const queries = [...defaultScans(screening, scopes), pickScan(screening)];
  let missing = 0;
  for (const query of queries.filter(({ markets }) => markets.some(({ id }) => snapshot.markets.get(id)?.asOf != null)))
    if (!(await screening.nulls.prepare(marketNullSearch(snapshot, query)))) missing += 1;
  return missing;
}

/** The scan without parameters, once for each distinct set of markets among the plans. */
function defaultScans({ markets, clock }: Screening, scopes: readonly (readonly string[])[]): ScanQuery[] {
  const universes = new Map<string, readonly Market[]>();
  for (const scope of scopes) {
    const seen = markets.filter((market) => market.scannedByDefault && scope.includes(market.id));
    universes.set(seen.map(({ id }) => id).join(), seen);
  }
  const range = rangeOfNow(clock.today());
  return [...universes.values()].map((seen) => ({
    markets: seen,
    range,
    question: { years: DEFAULT_YEARS, cycle: 'consecutive' },
  }));
}

function pickScan({ markets, clock }: Screening): ScanQuery {
  const { window: _, ...question } = PICK_SCAN;
  const eligible = markets.filter((market) => market.mlEligible);
  return { markets: eligible, range: rangeOfNow(clock.today()), question };
}

function rangeOfNow(today: number): ScanQuery['range'] {
  const range = resolveScanWindow('now', today);
  if ('fault' in range) throw new RangeError(range.fault);
  return range;
}

/**
 * Measures what came true (METHOD 10) in the markets that have a new session or other members, or corrected bars and a study
 * of the day before, one after another: some 5 s of a background thread for 500 members and 60 years, in tasks of .2 s.
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
