import type { Knex } from 'knex';
import type { Claim, Identity, SignedInAccount } from '../accounts';

/** Ties somebody to an account, as `AccountStore.claim` has it, inside a transaction that no other claim is in. */
export async function claimAccount(
  trx: Knex,
  { issuer, subject }: Identity,
  { email, create, at }: Claim,
): Promise<SignedInAccount | null> {
  const known = await trx('oauth_identity as i')
    .join('account as a', 'a.id', 'i.account_id')
    .where({ 'i.issuer': issuer, 'i.subject': subject })
    .first({ accountId: 'a.id', tier: 'a.tier', since: 'a.suspended_at' });
  if (known) return toSignedIn(known);
  const account = (await accountAt(trx, email)) ?? (await createdAccount(trx, create, at));
  if (account === null) return null;
  const row = { issuer, subject, account_id: account.accountId, created_at: at.getTime() };
  await trx('oauth_identity').insert(row);
  return account;
}

async function accountAt(trx: Knex, email: string | null): Promise<SignedInAccount | null> {
  if (email === null) return null;
  const row = await trx('account').where({ email }).first({ accountId: 'id', tier: 'tier', since: 'suspended_at' });
  return row === undefined ? null : toSignedIn(row);
}

async function createdAccount(trx: Knex, create: Claim['create'], at: Date): Promise<SignedInAccount | null> {
  if (create === null) return null;
  // Whose tie to it was cut comes back to the same account.
  const former = await accountAt(trx, create.email);
  if (former !== null) return former;
  const [{ id }] = await trx('account').insert({ ...create, created_at: at.getTime() }, ['id']);
  return { accountId: id, tier: create.tier, suspended: false };
}

function toSignedIn({
  accountId,
  tier,
  since,
}: {
  accountId: number;
  tier: string;
  since: number | null;
}): SignedInAccount {
  return { accountId, tier, suspended: since !== null };
}
