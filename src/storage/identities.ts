import type { Knex } from 'knex';
import type { Database, Query } from './database';

/** A person as identified by an issuer of access tokens (OpenID Connect `iss` and `sub`). */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface SignedInAccount {
  readonly accountId: number;
  readonly tier: string;
  readonly suspended: boolean;
}

export interface Claim {
  /** Address that the issuer has verified, lower case: the identity gets the account of this address. Null = none. */
  readonly email: string | null;
  /** The account to create when there is none; null = create none. */
  readonly create: { readonly email: string; readonly tier: string } | null;
  readonly at: Date;
}

interface SignedInRow {
  readonly id: number;
  readonly tier: string;
  readonly suspended_at: number | null;
}

const BY_IDENTITY = `SELECT a.id, a.tier, a.suspended_at FROM oauth_identity i JOIN account a ON a.id = i.account_id
  WHERE i.issuer = ? AND i.subject = ?`;
const BY_EMAIL = 'SELECT id, tier, suspended_at FROM account WHERE email = ?';

const toSignedIn = (row: SignedInRow | undefined): SignedInAccount | null =>
  row === undefined ? null : { accountId: row.id, tier: row.tier, suspended: row.suspended_at !== null };

/** The accounts that people sign in to through an issuer of access tokens. */
export class IdentityStore {
  constructor(private readonly database: Database) {}

  /** The account tied to an identity; null when there is none. */
  find(identity: Identity): Promise<SignedInAccount | null> {
    return accountOf(this.database.query, identity);
  }

  /**
   * Ties a new identity to an existing account or to a new one. Of several simultaneous first requests, one creates the
   * account and the others find it.
   *
   * @returns null when there is no account and `claim.create` is null
   */
  claim(identity: Identity, { email, create, at }: Claim): Promise<SignedInAccount | null> {
    return this.database.change('accounts', async (trx, query) => {
      const known = await accountOf(query, identity);
      if (known !== null) return known;
      const account = (await accountAt(query, email)) ?? (await createdAccount(trx, query, create, at));
      if (account === null) return null;
      await trx('oauth_identity').insert({
        issuer: identity.issuer,
        subject: identity.subject,
        account_id: account.accountId,
        created_at: at.getTime(),
      });
      return account;
    });
  }
}

async function accountOf(query: Query, { issuer, subject }: Identity): Promise<SignedInAccount | null> {
  const [row] = await query<SignedInRow>(BY_IDENTITY, issuer, subject);
  return toSignedIn(row);
}

async function accountAt(query: Query, email: string | null): Promise<SignedInAccount | null> {
  if (email === null) return null;
  const [row] = await query<SignedInRow>(BY_EMAIL, email);
  return toSignedIn(row);
}

async function createdAccount(
  trx: Knex,
  query: Query,
  create: Claim['create'],
  at: Date,
): Promise<SignedInAccount | null> {
  if (create === null) return null;
  // The identity's row may have been deleted since the account was created.
  const former = await accountAt(query, create.email);
  if (former !== null) return former;
  const { email, tier } = create;
  const [{ id }] = await trx('account').insert({ email, tier, created_at: at.getTime() }, ['id']);
  return { accountId: id, tier, suspended: false };
}
