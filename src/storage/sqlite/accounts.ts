import type { Knex } from 'knex';
import { type Database, inWriteTransaction } from './database';

export interface Account {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  /** Id of a row of the tier table; may be unknown to it. */
  readonly tier: string;
  readonly createdAt: Date;
}

interface AccountRow {
  id: number;
  email: string;
  tier: string;
  created_at: number;
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  tier: row.tier,
  createdAt: new Date(row.created_at),
});

/** Accounts. All keys of an account share its tier and limits (SPEC 5.4). */
export class AccountRepository {
  private readonly knex: Knex;

  constructor(database: Database) {
    this.knex = database.knex;
  }

  async insert(account: Omit<Account, 'id'>): Promise<Account> {
    const row = { email: account.email, tier: account.tier, created_at: account.createdAt.getTime() };
    const [{ id }] = await inWriteTransaction(this.knex, (trx) => trx('account').insert(row, ['id']));
    return { ...account, id };
  }

  async findByEmail(email: string): Promise<Account | null> {
    const row = await this.knex<AccountRow>('account').where({ email }).first();
    return row ? toAccount(row) : null;
  }

  async setTier(id: number, tier: string): Promise<void> {
    await inWriteTransaction(this.knex, (trx) => trx('account').where({ id }).update({ tier }));
  }
}
