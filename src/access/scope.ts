import type { Market } from '../core/calendar/market';
import { forbidden } from '../errors';
import type { Caller } from './caller';
import type { TierTable } from './tiers';

export function inScope(caller: Caller, marketId: string): boolean {
  return caller.tier.markets.includes(marketId);
}

/**
 * Lets a caller into a market of its tier's scope (SPEC 5.5).
 *
 * @throws forbidden naming the market, the caller's tier and the cheapest tier that would do
 */
export function requireMarket(caller: Caller, market: Market, tiers: TierTable): void {
  if (!inScope(caller, market.id)) throw forbidden(outOfScope(caller, market, tiers));
}

/** What is said of a market that a caller's tier does not reach. */
export function outOfScope({ tier }: Caller, { id, name }: Market, tiers: TierTable): string {
  return `Market ${id} (${name}) is outside the scope of the ${tier.name} tier. ${upgradeHint(id, tiers)}`;
}

/** Which tier would do and where to get it, for refusals and notes about skipped markets. */
export function upgradeHint(marketId: string, tiers: TierTable): string {
  const enough = tiers.cheapestTierFor(marketId);
  return enough ? `The ${enough.name} tier includes it: ${tiers.upgradeUrl}` : 'No tier on sale includes it.';
}
