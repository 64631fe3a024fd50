import type { Handler } from '../operation';
import type { HandlerDeps } from '../services/deps';

/** GET /me (SPEC 4.10): reads, and consumes no allowance. */
export function meHandler({ screening, tiers, mlAllowance }: HandlerDeps): Handler<'getMe'> {
  return async (_, { caller, rate }) => {
    const { tier } = caller;
    return {
      tier: tier.id,
      tier_name: tier.name,
      ml_remaining_today: await mlAllowance.remaining(caller),
      ml_daily_limit: tier.mlPerDay,
      opp_limit: tier.maxResults,
      rate: {
        per_minute: tier.perMinute,
        per_day: tier.perDay,
        remaining_minute: rate?.minute.remaining ?? tier.perMinute,
        remaining_today: rate?.day.remaining ?? tier.perDay,
      },
      markets_in_scope: screening.markets
        .filter((market) => tier.markets.includes(market.id))
        .map(({ id, name, mlEligible }) => ({ id, name, ml_eligible: mlEligible })),
      upgrade_url: tiers.upgradeUrl,
    };
  };
}
