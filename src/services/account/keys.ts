import type { KeyService, KeyView } from '../../access/keys';
import { outOfScope } from '../../access/tiers';
import { DAY_MS, fromIso } from '../../core/calendar/dates';
import { forbidden, invalidRequest, notFound, serviceMisconfigured } from '../../errors';
import { CreatedAnswer } from '../../fileAnswer';
import type { Context, Input, Output } from '../../operation';
import type { OwnedKey } from '../../storage/apiKeys';
import type { ServiceDeps } from '../screening/deps';
import { signedIn } from './sessions';

const HOUR_MS = 3_600_000;
/** Active keys that an account may have. */
const MOST_KEYS = 50;
/** The message beside a new secret. */
export const SHOWN_ONCE = 'Shown once, keep it now.';

type PublishedKey = Output<'listKeys'>['keys'][number];

export async function listKeys(deps: ServiceDeps, _: object, context: Context): Promise<Output<'listKeys'>> {
  const { accountId } = signedIn(context);
  const keys = keyService(deps);
  const owned = await deps.storage.keys.ofAccount(accountId);
  const tier_markets = context.caller.tier.markets;
  return { keys: owned.map((key) => publishedKey(keys.view(key))), most: MOST_KEYS, tier_markets };
}

/** @throws invalid_request, forbidden for markets outside the plan */
export async function createKey(
  deps: ServiceDeps,
  { body: { name, expires_on: expiresOn, markets, read_only: readOnly = false } }: Input<'createKey'>,
  context: Context,
): Promise<CreatedAnswer<Output<'createKey'>>> {
  const { accountId } = signedIn(context);
  const keys = keyService(deps);
  const expiresAt = expiresOn === undefined ? null : new Date(fromIso(expiresOn) * DAY_MS);
  if (expiresAt !== null && expiresAt <= deps.screening.clock.now())
    throw invalidRequest(`expires_on must be a day after today (UTC); got ${expiresOn}.`);
  requireMarkets(deps, context, markets ?? []);
  const created = await keys.create(
    accountId,
    { name, expiresAt, scope: { markets: markets ?? null, readOnly } },
    MOST_KEYS,
  );
  if (created === null) {
    throw invalidRequest(`The account has ${MOST_KEYS} active keys, which is the most: revoke one first.`);
  }
  const key = await publishedKeyById(deps, created.id);
  return new CreatedAnswer({ key, secret: created.key, message: SHOWN_ONCE }, `/account/keys/${key.key_id}`);
}

/** @throws not_found, invalid_request for a key that is not active, or with the most keys and an overlap */
export async function rotateKey(
  deps: ServiceDeps,
  { key_id, body: { overlap_hours: hours } }: Input<'rotateKey'>,
  context: Context,
): Promise<Output<'rotateKey'>> {
  const keys = keyService(deps);
  const old = await ownKey(deps, context, key_id);
  const { state } = keys.view(old);
  if (state !== 'active') throw invalidRequest(`The key is ${state}: create a new one instead.`);
  const created = await keys.replace(old, hours * HOUR_MS, MOST_KEYS);
  if (created === 'ended') throw invalidRequest('The key was rotated or revoked meanwhile: create a new one instead.');
  if (created === 'full') {
    throw invalidRequest(
      `The account has ${MOST_KEYS} active keys, which is the most: rotate with overlap_hours 0, or revoke one first.`,
    );
  }
  const [key, old_key] = [await publishedKeyById(deps, created.id), await publishedKeyById(deps, old.id)];
  return { key, secret: created.key, old_key, message: SHOWN_ONCE };
}

/** @throws not_found */
export async function revokeKey(
  deps: ServiceDeps,
  { key_id }: Input<'revokeKey'>,
  context: Context,
): Promise<Output<'revokeKey'>> {
  const key = await ownKey(deps, context, key_id);
  await keyService(deps).end(key);
  return { key: await publishedKeyById(deps, key.id), message: 'The key is revoked.' };
}

function keyService({ keys }: ServiceDeps): KeyService {
  if (keys === null) throw serviceMisconfigured('KEY_SECRET is not set');
  return keys;
}

/** @throws not_found, also for a key of another account */
async function ownKey({ storage }: ServiceDeps, context: Context, keyId: string): Promise<OwnedKey> {
  const { accountId } = signedIn(context);
  const key = await storage.keys.find(keyId);
  if (key?.accountId === accountId) return key;
  throw notFound('The account has no such key; GET /account/keys lists those it has.');
}

async function publishedKeyById(deps: ServiceDeps, keyId: string): Promise<PublishedKey> {
  const key = await deps.storage.keys.find(keyId);
  if (key === null) throw notFound();
  return publishedKey(keyService(deps).view(key));
}

function requireMarkets({ screening, tiers }: ServiceDeps, { caller }: Context, ids: readonly string[]): void {
  for (const id of ids) {
    const market = screening.markets.find((market) => market.id === id);
    if (market === undefined) {
      throw invalidRequest(
        `markets must be ids of markets of the plan: ${caller.tier.markets.join(', ')}; got '${id}'.`,
      );
    }
    if (!caller.tier.markets.includes(id)) throw forbidden(outOfScope(caller, market, tiers));
  }
}

function publishedKey({ id, display, name, state, scope, ...times }: KeyView): PublishedKey {
  const { createdAt, lastUsedAt, expiresAt, revokedAt } = times;
  return {
    key_id: id,
    display,
    name,
    state,
    created_at: createdAt.toISOString(),
    last_used_at: isoTime(lastUsedAt),
    expires_at: isoTime(expiresAt),
    revoked_at: isoTime(revokedAt),
    markets: scope.markets,
    read_only: scope.readOnly,
  };
}

/** An invalid date, which only a damaged database can hold, is shown as 1970: such a key has ended. */
function isoTime(time: Date | null): string | null {
  if (time === null) return null;
  return (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString();
}
