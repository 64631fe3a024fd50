import { pageOf } from '../../core/parts';
import { forbidden, invalidRequest, notFound } from '../../errors';
import type { Context, Input, Output } from '../../operation';
import type { Account } from '../../storage/accounts';
import { LastOperatorError } from '../../storage/errors';
import { accountEvent, signedIn } from '../account/sessions';
import type { ServiceDeps } from '../screening/deps';

type PublishedAccount = Output<'listAccounts'>['accounts'][number];

/** Accounts in order of creation. */
export async function listAccounts(
  deps: ServiceDeps,
  { after, limit, search }: Input<'listAccounts'>,
): Promise<Output<'listAccounts'>> {
  const { accounts } = deps.storage;
  const page = { after: after ?? 0, limit: limit + 1, search: search ?? '' };
  const [rows, total] = [await accounts.list(page), await accounts.count(page.search)];
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  const published: PublishedAccount[] = [];
  for (const account of shown) published.push(await publishedAccount(deps, account));
  return {
    accounts: published,
    total,
    next_after: next,
    tiers: deps.tiers.assignable.map(({ id, name }) => ({ id, name })),
  };
}

/** @throws not_found, invalid_request for an unknown plan, forbidden for the operator's own role or suspension */
export async function changeAccount(
  deps: ServiceDeps,
  { account_id: id, body: { tier, role, suspended } }: Input<'changeAccount'>,
  context: Context,
): Promise<Output<'changeAccount'>> {
  const { accounts } = deps.storage;
  const account = await requireAccount(deps, id);
  const plans = deps.tiers.assignable.map((tier) => tier.id);
  if (tier !== undefined && !plans.includes(tier))
    throw invalidRequest(`tier must be one of ${plans.join(', ')}; got '${tier}'.`);
  if (role === 'member' && signedIn(context).accountId === id) {
    throw forbidden('Operators cannot give up their own role: another one, or a command on the server, can.');
  }
  if (suspended === true && signedIn(context).accountId === id) {
    throw forbidden('Operators cannot suspend their own account: another one, or a command on the server, can.');
  }
  if (suspended !== undefined) await setSuspended(deps, id, suspended);
  if (tier !== undefined && tier !== account.tier) {
    const detail = `${account.tier} -> ${tier}`;
    await accounts.setTier(id, tier, accountEvent(deps, id, 'tier_changed', { by: 'operator', detail }));
  }
  if (role !== undefined && role !== account.role) {
    const detail = `${account.role} -> ${role}`;
    await unlessLast(accounts.setRole(id, role, accountEvent(deps, id, 'role_changed', { by: 'operator', detail })));
  }
  return { account: await publishedAccount(deps, await requireAccount(deps, id)), message: 'The account is changed.' };
}

/** @throws forbidden for the last operator */
async function setSuspended(deps: ServiceDeps, id: number, suspended: boolean): Promise<void> {
  const event = accountEvent(deps, id, suspended ? 'account_suspended' : 'account_resumed', { by: 'operator' });
  await unlessLast(deps.storage.accounts.suspend(id, suspended ? event.at : null, event));
}

async function unlessLast(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (error instanceof LastOperatorError) throw forbidden('It is the last active operator.');
    throw error;
  }
}

/** @throws not_found */
export async function endSessionsOf(
  deps: ServiceDeps,
  { account_id: id }: Input<'endSessionsOf'>,
): Promise<Output<'endSessionsOf'>> {
  await requireAccount(deps, id);
  const event = accountEvent(deps, id, 'sessions_ended', { by: 'operator' });
  const ended = await deps.storage.sessions.end(id, null, event);
  return { ended, all: true, message: 'The sessions of the account are ended.' };
}

async function requireAccount({ storage }: ServiceDeps, id: number): Promise<Account> {
  const account = await storage.accounts.find(id);
  if (account === null) throw notFound(`There is no account ${id}.`);
  return account;
}

async function publishedAccount({ storage, screening }: ServiceDeps, account: Account): Promise<PublishedAccount> {
  const { id, email, tier, role, createdAt, suspendedAt } = account;
  const now = screening.clock.now();
  const keys = await storage.keys.ofAccount(id);
  const activeKeys = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const sessions = await storage.sessions.of(id, now);
  const { dayCount } = await storage.counters.accounts.usage(String(id), screening.clock.moment());
  return {
    account_id: id,
    email,
    tier,
    role,
    created_at: createdAt.toISOString(),
    suspended_at: suspendedAt?.toISOString() ?? null,
    keys: activeKeys.length,
    sessions: sessions.length,
    requests_today: dayCount,
  };
}
