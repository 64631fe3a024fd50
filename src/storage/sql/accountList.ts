import type { Knex } from 'knex';
import type { Account } from '../accounts';
import { type AccountRow, toAccount } from './accountRows';

/** Accounts in the order in which they were made, as `AccountStore.list` has it. */
export async function accountsAfter(
  knex: Knex,
  { after, limit, search }: { readonly after: number; readonly limit: number; readonly search: string },
): Promise<Account[]> {
  const rows = await whoseAddress(knex, search).where('id', '>', after).orderBy('id').limit(limit);
  return rows.map(toAccount);
}

export async function accountsLike(knex: Knex, search: string): Promise<number> {
  const [{ count }] = await whoseAddress(knex, search).count({ count: '*' });
  return Number(count);
}

/** Addresses are kept in lower case; what a pattern would take for its own stands for itself. */
function whoseAddress(knex: Knex, search: string): Knex.QueryBuilder<AccountRow, AccountRow[]> {
  const text = search.toLowerCase().replace(/[\\%_]/g, '\\$&');
  return knex<AccountRow>('account').whereRaw("email LIKE ? ESCAPE '\\'", [`%${text}%`]);
}
