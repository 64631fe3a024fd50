import type { Caller } from '../../access/caller';
import { DAY_MS } from '../../core/calendar/dates';
import { pageOf } from '../../core/parts';
import type { Context, Input, Output } from '../../operation';
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
