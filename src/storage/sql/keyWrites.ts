import type { Knex } from 'knex';
import type { AccountEvent, ApiKey, NewAccount } from '../accounts';
import { toKeyRow } from './accountRows';
import { addEvent } from './events';

/** Writes of accounts and keys, each inside a transaction, as `AccountStore` has them. */

export async function insertAccount(
  trx: Knex,
  { email, tier, role, createdAt }: NewAccount,
  by: AccountEvent['by'] | undefined,
): Promise<number> {
  const [{ id }] = await trx('account').insert({ email, tier, role, created_at: createdAt.getTime() }, ['id']);
  if (by !== undefined) {
    const detail = role === 'member' ? tier : `${tier}, ${role}`;
    await addEvent(trx, { accountId: id, at: createdAt, kind: 'account_created', by, subject: null, detail });
  }
  return id;
}

export async function changeTier(trx: Knex, id: number, tier: string, event: AccountEvent | undefined): Promise<void> {
  await trx('account').where({ id }).update({ tier });
  await addEvent(trx, event);
}

export async function insertKey(
  trx: Knex,
  key: ApiKey,
  event: AccountEvent | undefined,
  most: number | undefined,
): Promise<boolean> {
  // Of two that are made at once, the second counts the first: the account's row is held until the end.
  await trx('account').where({ id: key.accountId }).update({ id: key.accountId });
  if (most !== undefined && (await activeKeys(trx, key.accountId, key.createdAt)) >= most) return false;
  await trx('api_key').insert({ ...toKeyRow(key), own_end: key.expiresAt?.getTime() ?? null });
  await addEvent(trx, event);
  return true;
}

async function activeKeys(trx: Knex, accountId: number, now: Date): Promise<number> {
  const [{ count }] = await trx('api_key')
    .where({ account_id: accountId })
    .whereNull('revoked_at')
    .where((lives) => lives.whereNull('expires_at').orWhere('expires_at', '>', now.getTime()))
    .count({ count: '*' });
  return Number(count);
}

/** What takes the place of a key ends when that one was made to end, whenever its overlap does. */
export async function replaceKey(
  trx: Knex,
  oldId: string,
  expiresAt: Date,
  successor: ApiKey,
  event: AccountEvent | undefined,
): Promise<void> {
  const old = await trx<{ own_end: number | null }>('api_key').where('id', oldId).first('own_end');
  const own_end = old?.own_end ?? null;
  await trx('api_key').insert({ ...toKeyRow(successor), expires_at: own_end, own_end });
  await trx('api_key').where({ id: oldId }).update({ expires_at: expiresAt.getTime() });
  await addEvent(trx, event);
}

export async function revokeKey(trx: Knex, id: string, at: Date, event: AccountEvent | undefined): Promise<void> {
  const revoked = await trx('api_key').where({ id }).whereNull('revoked_at').update({ revoked_at: at.getTime() });
  if (revoked > 0) await addEvent(trx, event);
}
