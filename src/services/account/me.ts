import type { Caller } from '../../access/caller';
import type { RateReading } from '../../access/rate';
import type { Output } from '../../operation';
import { exportsLeft } from '../exports/exports';
import { publishedMarket } from '../markets/markets';
import type { ServiceDeps } from '../screening/deps';

/**
 * The limits of a caller's plan and what is left of them (SPEC 4.10). Consumes no allowance.
 *
 * @param rate what is left of the request budgets; null when nothing is metered
 */
export async function describeCaller(
  deps: ServiceDeps,
  caller: Caller,
  rate: RateReading | null,
): Promise<Output<'getMe'>> {
  const { screening, tiers, mlAllowance } = deps;
  const { tier, key } = caller;
  return {
    tier: tier.id,
    tier_name: tier.name,
    key: key === undefined ? null : { markets: key.markets, read_only: key.readOnly },
    ml_remaining_today: await mlAllowance.remaining(caller),
    ml_daily_limit: tier.mlPerDay,
    opp_limit: tier.maxResults,
    saved_scan_limit: tier.savedScans,
    webhook_limit: tier.webhooks,
    calendar_link_limit: tier.calendarLinks,
    table_link_limit: tier.tableLinks,
    ...(await exportsLeft(deps, caller)),
    rate: {
      per_minute: tier.perMinute,
      per_day: tier.perDay,
      remaining_minute: rate?.minute.remaining ?? tier.perMinute,
      remaining_today: rate?.day.remaining ?? tier.perDay,
    },
    markets_in_scope: screening.markets
      .filter((market) => tier.markets.includes(market.id))
      .map((market) => publishedMarket(market, caller)),
    upgrade_url: tiers.upgradeUrl,
  };
}
