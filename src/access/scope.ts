import type { Market } from '../core/calendar/market';
import { forbidden } from '../errors';
import type { KeyScope } from '../storage/apiKeys';
import type { Caller, Tier } from './caller';
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

/**
 * What a key may do of what the plan of its account allows. Where the plan limits predictions or not, a read-only key gets
 * none, so that it can spend none.
 */
export function narrowed(tier: Tier, { markets, readOnly }: KeyScope): Tier {
  if (markets === null && !readOnly) return tier;
  const inKey = markets === null ? tier.markets : tier.markets.filter((id) => markets.includes(id));
  return { ...tier, markets: inKey, mlPerDay: readOnly ? 0 : tier.mlPerDay };
}

/** What tells callers apart who may get different answers to the same request. */
export function scopeName({ tier, key }: Caller): string {
  return key === undefined || (key.markets === null && !key.readOnly) ? tier.id : `${tier.id} ${JSON.stringify(key)}`;
}

/** What a read-only key cannot do, by operation. */
const READ_ONLY: Readonly<Record<string, string | undefined>> = {
  scoreSetups: 'spend predictions',
  createSavedScan: 'save scans',
  changeSavedScan: 'change saved scans',
  deleteSavedScan: 'delete saved scans',
  createCalendarLink: 'make calendar links',
  deleteCalendarLink: 'revoke calendar links',
  createWebhook: 'create webhooks',
  changeWebhook: 'change webhooks',
  deleteWebhook: 'delete webhooks',
  rotateWebhookSecret: 'replace secrets of webhooks',
  testWebhook: 'test webhooks',
  redeliverEvent: 'send events again',
};

/** Holds read-only keys to what spends and changes nothing. @throws forbidden */
export function authorizeKey({ key }: Caller, operationId: string): void {
  if (!key?.readOnly) return;
  const refused = READ_ONLY[operationId];
  if (refused !== undefined) {
    throw forbidden(`This key is read-only: it cannot ${refused}. Use another key of the account.`);
  }
}

/** What is said of a market that a caller's tier or key does not reach. */
export function outOfScope(caller: Caller, { id, name }: Market, tiers: TierTable): string {
  return `Market ${id} (${name}) is outside ${outsideWhat(caller, id, tiers)}`;
}

/** What a market is outside of, and what would do. */
export function outsideWhat({ tier, key }: Caller, marketId: string, tiers: TierTable): string {
  if (key?.markets && tiers.ofAccount(tier.id).markets.includes(marketId)) {
    return `the markets of this key (${key.markets.join(', ')}).`;
  }
  return `the scope of the ${tier.name} tier. ${upgradeHint(marketId, tiers)}`;
}

/** Which tier would do and where to get it, for refusals and notes about skipped markets. */
function upgradeHint(marketId: string, tiers: TierTable): string {
  const enough = tiers.cheapestTierFor(marketId);
  return enough ? `The ${enough.name} tier includes it: ${tiers.upgradeUrl}` : 'No tier on sale includes it.';
}
