import { forbidden, invalidRequest, notFound } from '../../errors';
import type { Context, Output } from '../../operation';
import type { AccountEvent } from '../../storage/accountEvents';
import type { Account, Role } from '../../storage/accounts';
import { LastOperatorError } from '../../storage/errors';
import { type ConsoleDeps, signedIn } from '../account/console';

type PublishedAccount = Output<'listAccounts'>['accounts'][number];

/** Accounts in the order in which they were made. */
export async function listAccounts(
  deps: ConsoleDeps,
  { after, limit, search }: { readonly after?: number; readonly limit: number; readonly search?: string },
): Promise<Output<'listAccounts'>> {
  const { accounts } = deps.console;
  const wanted = { after: after ?? 0, limit: limit + 1, search: search ?? '' };
  const [found, total] = [await accounts.list(wanted), await accounts.count(wanted.search)];
  const shown = found.slice(0, limit);
  const published: PublishedAccount[] = [];
  for (const account of shown) published.push(await publishedAccount(deps, account));
  return {
    accounts: published,
    total,
    next_after: found.length > limit ? shown[shown.length - 1].id : null,
    tiers: deps.tiers.assignable.map(({ id, name }) => ({ id, name })),
  };
}

/** @throws not_found, invalid_request for a plan that there is not, forbidden for the own role */
export async function changeAccount(
  deps: ConsoleDeps,
  context: Context,
  id: number,
  { tier, role, suspended }: { readonly tier?: string; readonly role?: Role; readonly suspended?: boolean },
): Promise<Output<'changeAccount'>> {
  const { accounts } = deps.console;
  const account = await known(deps, id);
  const plans = deps.tiers.assignable.map((one) => one.id);
  if (tier !== undefined && !plans.includes(tier)) throw invalidRequest(`tier must be one of ${plans.join(', ')}.`);
  if (role === 'member' && signedIn(context).accountId === id) {
    throw forbidden('Operators cannot give up their own role: another one, or a command on the server, can.');
  }
  if (suspended === true && signedIn(context).accountId === id) {
    throw forbidden('Operators cannot suspend their own account: another one, or a command on the server, can.');
  }
  if (suspended !== undefined) await setSuspended(deps, id, suspended);
  if (tier !== undefined && tier !== account.tier) {
    await accounts.setTier(id, tier, eventOn(deps, id, 'tier_changed', `${account.tier} -> ${tier}`));
  }
  if (role !== undefined && role !== account.role) {
    const event = eventOn(deps, id, 'role_changed', `${account.role} -> ${role}`);
    await unlessLast(accounts.setRole(id, role, event));
  }
  return { account: await publishedAccount(deps, await known(deps, id)), message: 'The account is changed.' };
}

/** @throws forbidden for the only operator that is left */
async function setSuspended(deps: ConsoleDeps, id: number, suspended: boolean): Promise<void> {
  const event = eventOn(deps, id, suspended ? 'account_suspended' : 'account_resumed', null);
  await unlessLast(deps.console.accounts.suspend(id, suspended ? event.at : null, event));
}

async function unlessLast(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (error instanceof LastOperatorError) throw forbidden('It is the only operator that is left.');
    throw error;
  }
}

/** @throws not_found */
export async function endSessionsOf(deps: ConsoleDeps, id: number): Promise<Output<'endSessionsOf'>> {
  await known(deps, id);
  const ended = await deps.console.store.end(id, null, eventOn(deps, id, 'sessions_ended', null));
  return { ended, all: true, message: 'The sessions of the account are ended.' };
}

async function known({ console }: ConsoleDeps, id: number): Promise<Account> {
  const account = await console.accounts.find(id);
  if (account === null) throw notFound(`There is no account ${id}.`);
  return account;
}

function eventOn(
  { screening }: ConsoleDeps,
  accountId: number,
  kind: AccountEvent['kind'],
  detail: string | null,
): AccountEvent {
  return { accountId, at: screening.clock.now(), kind, by: 'operator', subject: null, detail };
}

async function publishedAccount({ console, screening }: ConsoleDeps, account: Account): Promise<PublishedAccount> {
  const { id, email, tier, role, createdAt, suspendedAt } = account;
  const now = screening.clock.now();
  const keys = await console.accounts.keysOf(id);
  const lives = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const sessions = await console.store.of(id, now);
  const { dayCount } = await console.counters.accounts.usage(String(id), screening.clock.moment());
  return {
    account_id: id,
    email,
    tier,
    role,
    created_at: createdAt.toISOString(),
    suspended_at: suspendedAt?.toISOString() ?? null,
    keys: lives.length,
    sessions: sessions.length,
    requests_today: dayCount,
  };
}
