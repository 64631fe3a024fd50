import type { Market } from '../core/calendar/market';
import { forbidden } from '../errors';
import type { KeyScope } from '../storage/apiKeys';
import type { Caller, Tier } from './caller';
import type { TierTable } from './tiers';

export function inScope(caller: Caller, marketId: string): boolean {
  return caller.tier.markets.includes(marketId);
}

/**
 * Checks that a market is in the caller's scope (SPEC 5.5).
 *
 * @throws forbidden naming the market, the caller's tier and the cheapest tier that would do
 */
export function requireMarket(caller: Caller, market: Market, tiers: TierTable): void {
  if (!inScope(caller, market.id)) throw forbidden(outOfScope(caller, market, tiers));
}

/**
 * The plan of an account within the scope of a key. A read-only key gets no predictions, also on unlimited plans, so that it
 * can spend none.
 */
export function narrowed(tier: Tier, { markets, readOnly }: KeyScope): Tier {
  if (markets === null && !readOnly) return tier;
  const inKey = markets === null ? tier.markets : tier.markets.filter((id) => markets.includes(id));
  return { ...tier, markets: inKey, mlPerDay: readOnly ? 0 : tier.mlPerDay };
}

/** The cache key of callers: those with equal keys get equal answers. */
export function scopeName({ tier, key }: Caller): string {
  return key === undefined || (key.markets === null && !key.readOnly) ? tier.id : `${tier.id} ${JSON.stringify(key)}`;
}

/** Operations that a read-only key may not call. */
const READ_ONLY: Readonly<Record<string, string | undefined>> = {
  scoreSetups: 'spend predictions',
  createSavedScan: 'save scans',
  changeSavedScan: 'change saved scans',
  deleteSavedScan: 'delete saved scans',
  createCalendarLink: 'make calendar links',
  deleteCalendarLink: 'revoke calendar links',
  createTableLink: 'make table links',
  deleteTableLink: 'revoke table links',
  createWebhook: 'create webhooks',
  changeWebhook: 'change webhooks',
  deleteWebhook: 'delete webhooks',
  rotateWebhookSecret: 'replace secrets of webhooks',
  testWebhook: 'test webhooks',
  redeliverEvent: 'send events again',
};

/** Refuses operations that change or spend something to read-only keys. @throws forbidden */
export function authorizeKey({ key }: Caller, operationId: string): void {
  if (!key?.readOnly) return;
  const refused = READ_ONLY[operationId];
  if (refused !== undefined) {
    throw forbidden(`This key is read-only: it cannot ${refused}. Use another key of the account.`);
  }
}

/** The refusal of a market outside the caller's scope. */
export function outOfScope(caller: Caller, { id, name }: Market, tiers: TierTable): string {
  return `Market ${id} (${name}) is outside ${outsideWhat(caller, id, tiers)}`;
}

/** The second half of a refusal: the scope, and a sufficient tier. */
export function outsideWhat({ tier, key }: Caller, marketId: string, tiers: TierTable): string {
  if (key?.markets && tiers.ofAccount(tier.id).markets.includes(marketId)) {
    return `the markets of this key (${key.markets.join(', ')}).`;
  }
  return `the scope of the ${tier.name} tier. ${upgradeHint(marketId, tiers)}`;
}

/** The hint which tier includes a market and where to get it. */
function upgradeHint(marketId: string, tiers: TierTable): string {
  const enough = tiers.cheapestTierFor(marketId);
  return enough ? `The ${enough.name} tier includes it: ${tiers.upgradeUrl}` : 'No tier on sale includes it.';
}
