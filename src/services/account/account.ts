import type { Caller } from '../../access/caller';
import type { KeyService, KeyView } from '../../access/keys';
import { outOfScope } from '../../access/tiers';
import { DAY_MS, fromIso } from '../../core/calendar/dates';
import { pageOf } from '../../core/parts';
import { forbidden, invalidRequest, notFound, serviceMisconfigured } from '../../errors';
import { CreatedAnswer } from '../../fileAnswer';
import type { Context, Input, Output } from '../../operation';
import type { OwnedKey } from '../../storage/apiKeys';
import { publishedMarket } from '../markets/markets';
import type { ServiceDeps } from '../screening/deps';
import { currentSession, publishedSession, signedIn } from './sessions';

const MINUTE_MS = 60_000;
/** Days of GET /account/usage. */
const USAGE_DAYS = 30;

/** The signed-in account and its use of the current limits. Consumes none of them. */
export async function describeAccount(deps: ServiceDeps, _: object, context: Context): Promise<Output<'getAccount'>> {
  const { screening, storage, tiers, mlAllowance } = deps;
  const { accountId, sessionId } = signedIn(context);
  const { tier } = context.caller;
  const session = await currentSession(deps, context);
  const account = await storage.accounts.find(accountId);
  const usage = await storage.counters.accounts.usage(String(accountId), screening.clock.moment());
  const left = await mlAllowance.remaining(context.caller);
  const minuteEnds = new Date((usage.minute + 1) * MINUTE_MS).toISOString();
  const dayEnds = new Date((usage.day + 1) * DAY_MS).toISOString();
  return {
    email: session.email,
    role: session.role,
    tier: tier.id,
    tier_name: tier.name,
    created_at: (account?.createdAt ?? session.createdAt).toISOString(),
    usage: {
      minute: { used: usage.minuteCount, limit: tier.perMinute, resets_at: minuteEnds },
      day: { used: usage.dayCount, limit: tier.perDay, resets_at: dayEnds },
      predictions: {
        used: left === null || tier.mlPerDay === null ? null : tier.mlPerDay - left,
        limit: tier.mlPerDay,
        resets_at: dayEnds,
      },
    },
    session: publishedSession(session, sessionId),
    upgrade_url: tiers.upgradeUrl,
  };
}

/** The account's use on each of the last 30 days, today last. */
export async function accountUsage(
  { screening, storage, mlAllowance }: ServiceDeps,
  _: object,
  context: Context,
): Promise<Output<'getAccountUsage'>> {
  const { accountId } = signedIn(context);
  const { perDay, mlPerDay } = context.caller.tier;
  const today = Math.floor(screening.clock.now().getTime() / DAY_MS);
  const from = today - USAGE_DAYS + 1;
  const requests = await storage.counters.accounts.days(String(accountId), from);
  const predictions = mlPerDay === null ? null : await mlAllowance.days(context.caller, from);
  const countOn = (days: typeof requests, day: number) => days.find((usage) => usage.day === day)?.count ?? 0;
  const days = Array.from({ length: USAGE_DAYS }, (_, i) => ({
    date: new Date((from + i) * DAY_MS).toISOString().slice(0, 10),
    requests: countOn(requests, from + i),
    predictions: predictions === null ? null : countOn(predictions, from + i),
  }));
  return { per_day: perDay, ml_daily_limit: mlPerDay, days };
}

/** The events of the account, newest first. */
export async function accountEvents(
  { storage }: ServiceDeps,
  { before, limit }: Input<'listAccountEvents'>,
  context: Context,
): Promise<Output<'listAccountEvents'>> {
  const { accountId } = signedIn(context);
  const events = await storage.accounts.events(accountId, before ?? null, limit + 1);
  const { shown, next } = pageOf(events, limit, ({ id }) => id);
  return {
    events: shown.map(({ id, at, kind, by, subject, detail }) => ({
      event_id: id,
      at: at.toISOString(),
      event: kind,
      by,
      subject,
      detail,
    })),
    next_before: next,
  };
}

/** The limits of a caller's plan and what is left of them (SPEC 4.10). Consumes no allowance. */
export async function describeCaller(
  deps: ServiceDeps,
  _: object,
  { caller, rate }: Context,
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
      remaining_minute: rate.minute.remaining,
      remaining_today: rate.day.remaining,
    },
    markets_in_scope: screening.markets
      .filter((market) => tier.markets.includes(market.id))
      .map((market) => publishedMarket(market, caller)),
    upgrade_url: tiers.upgradeUrl,
  };
}

/** The exports that a plan grants a UTC day, and how many are left. */
export async function exportsLeft(
  { storage, screening }: ServiceDeps,
  { accountId, tier }: Caller,
): Promise<ExportsLeft> {
  const { exportsPerDay } = tier;
  if (accountId === null || exportsPerDay === 0) return { exports_per_day: 0, exports_remaining_today: 0 };
  const created = await storage.exports.countSince(accountId, midnightBefore(screening.clock.now()));
  return { exports_per_day: exportsPerDay, exports_remaining_today: Math.max(0, exportsPerDay - created) };
}

type ExportsLeft = Pick<Output<'getMe'>, 'exports_per_day' | 'exports_remaining_today'>;

/** The beginning of the UTC day. */
export function midnightBefore(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

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
