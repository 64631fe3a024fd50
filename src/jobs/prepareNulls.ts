import type { Market } from '../core/calendar/market';
import { resolveScanWindow } from '../core/calendar/scanWindow';
import { PICK_SCAN } from '../core/record/pickRule';
import { marketNullSearch } from '../services/screening/marketNullSearch';
import type { ScanQuery } from '../services/screening/scanQuery';
import { currentPrices, type Screening } from '../services/screening/screening';

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
