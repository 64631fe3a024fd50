import type { Knex } from 'knex';
import type { AccountEvent, Role } from '../accounts';
import { LastOperatorError } from '../errors';
import { addEvent } from './events';

/** As `AccountStore.suspend`, in a transaction that no other suspension is in. */
export async function suspendAccount(trx: Knex, id: number, at: Date | null, event: AccountEvent): Promise<boolean> {
  // Held until the end, so that no session begins meanwhile (`isActive`).
  await trx('account').where({ id }).update({ id });
  const account = await trx('account').where({ id }).first('role', 'suspended_at');
  if (account === undefined || (account.suspended_at === null) === (at === null)) return false;
  if (at !== null && account.role === 'admin' && (await otherOperators(trx, id)) === 0) throw new LastOperatorError();
  await trx('account')
    .where({ id })
    .update({ suspended_at: at === null ? null : at.getTime() });
  if (at !== null) {
    await trx('session').where({ account_id: id }).delete();
    await trx('sign_in_link').where({ account_id: id }).delete();
  }
  await addEvent(trx, event);
  return true;
}

/**
 * As `AccountStore.setRole`, in a transaction that no suspension is in: somebody must be left who can resume those operators
 * that are suspended.
 */
export async function giveRole(trx: Knex, id: number, role: Role, event: AccountEvent | undefined): Promise<void> {
  if (role !== 'admin' && (await isOnlyHope(trx, id))) throw new LastOperatorError();
  await trx('account').where({ id }).update({ role });
  await addEvent(trx, event);
}

/** Whether all other operators are suspended, and there are some. */
async function isOnlyHope(trx: Knex, id: number): Promise<boolean> {
  const account = await trx('account').where({ id }).first('role', 'suspended_at');
  if (account?.role !== 'admin' || account.suspended_at !== null || (await otherOperators(trx, id)) > 0) return false;
  const other = await trx('account').where({ role: 'admin' }).whereNot({ id }).first('id');
  return other !== undefined;
}

/** Whether an account is not suspended, which stays so until the transaction ends. */
export async function isActive(trx: Knex, id: number): Promise<boolean> {
  return (await trx('account').where({ id }).whereNull('suspended_at').update({ id })) > 0;
}

async function otherOperators(trx: Knex, id: number): Promise<number> {
  const [{ count }] = await trx('account')
    .where({ role: 'admin' })
    .whereNull('suspended_at')
    .whereNot({ id })
    .count({ count: '*' });
  return Number(count);
}
