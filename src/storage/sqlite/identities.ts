import type BetterSqlite3 from 'better-sqlite3';
import type { Knex } from 'knex';
import { type Database, inWriteTransaction } from './database';

/** A person as an issuer of access tokens names them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** The account somebody signed in to. */
export interface SignedInAccount {
  readonly accountId: number;
  readonly tier: string;
}

export interface Claim {
  /** Of an account that may be taken, proven to be theirs; null = none. Lower case. */
  readonly email: string | null;
  /** The account to make when there is none; null = make none. */
  readonly create: { readonly email: string; readonly tier: string } | null;
  readonly at: Date;
}

/** Who of an issuer has which account. */
export class IdentityRepository {
  private readonly knex: Knex;
  private readonly byIdentity: BetterSqlite3.Statement<[string, string], SignedInAccount>;

  constructor(database: Database) {
    this.knex = database.knex;
    this.byIdentity = database.reader.prepare(
      `SELECT a.id AS accountId, a.tier FROM oauth_identity i JOIN account a ON a.id = i.account_id
       WHERE i.issuer = ? AND i.subject = ?`,
    );
  }

  find({ issuer, subject }: Identity): SignedInAccount | null {
    return this.byIdentity.get(issuer, subject) ?? null;
  }

  /**
   * Ties somebody seen for the first time to their account, or to a new one. Of several first requests at once one makes
   * the account and the others find it.
   *
   * @returns null when there is no account and none may be made
   */
  claim({ issuer, subject }: Identity, { email, create, at }: Claim): Promise<SignedInAccount | null> {
    return inWriteTransaction(this.knex, async (trx) => {
      const known = await trx('oauth_identity as i')
        .join('account as a', 'a.id', 'i.account_id')
        .where({ 'i.issuer': issuer, 'i.subject': subject })
        .first({ accountId: 'a.id', tier: 'a.tier' });
      if (known) return known;
      const account = (await accountOf(trx, email)) ?? (await createdAccount(trx, create, at));
      if (account === null) return null;
      const row = { issuer, subject, account_id: account.accountId, created_at: at.getTime() };
      await trx('oauth_identity').insert(row);
      return account;
    });
  }
}

async function accountOf(trx: Knex, email: string | null): Promise<SignedInAccount | null> {
  if (email === null) return null;
  return (await trx('account').where({ email }).first({ accountId: 'id', tier: 'tier' })) ?? null;
}

async function createdAccount(trx: Knex, create: Claim['create'], at: Date): Promise<SignedInAccount | null> {
  if (create === null) return null;
  // Whose tie to it was cut comes back to the same account.
  const former = await accountOf(trx, create.email);
  if (former !== null) return former;
  const [{ id }] = await trx('account').insert({ ...create, created_at: at.getTime() }, ['id']);
  return { accountId: id, tier: create.tier };
}
