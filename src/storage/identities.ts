import { type Database, firstOf, type Query } from './database';

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

const SIGNED_IN = 'SELECT a.id AS "accountId", a.tier, a.suspended_at IS NOT NULL AS suspended FROM account a';
const BY_IDENTITY = `${SIGNED_IN} JOIN oauth_identity i ON i.account_id = a.id WHERE i.issuer = ? AND i.subject = ?`;
const BY_EMAIL = `${SIGNED_IN} WHERE a.email = ?`;

/** The accounts that people sign in to through an issuer of access tokens. */
export class IdentityStore {
  constructor(private readonly database: Database) {}

  /** The account tied to an identity; null when there is none. */
  find({ issuer, subject }: Identity): Promise<SignedInAccount | null> {
    return accountBy(this.database.query, BY_IDENTITY, issuer, subject);
  }

  /**
   * Ties a new identity to an existing account or to a new one. Of several simultaneous first requests, one creates the
   * account and the others find it.
   *
   * @returns null when there is no account and `claim.create` is null
   */
  claim({ issuer, subject }: Identity, { email, create, at }: Claim): Promise<SignedInAccount | null> {
    return this.database.change('accounts', async (trx, query) => {
      const known = await accountBy(query, BY_IDENTITY, issuer, subject);
      if (known !== null) return known;
      // The account to create may exist: the identity's row may have been deleted since.
      const addresses = [email, create?.email].filter((address) => typeof address === 'string');
      let account: SignedInAccount | null = null;
      for (const address of addresses) account ??= await accountBy(query, BY_EMAIL, address);
      if (account === null && create !== null) {
        const { tier } = create;
        const [{ id }] = await trx('account').insert({ email: create.email, tier, created_at: at.getTime() }, ['id']);
        account = { accountId: id, tier, suspended: false };
      }
      if (account === null) return null;
      const identity = { issuer, subject, account_id: account.accountId, created_at: at.getTime() };
      await trx('oauth_identity').insert(identity);
      return account;
    });
  }
}

async function accountBy(query: Query, sql: string, ...parameters: readonly string[]): Promise<SignedInAccount | null> {
  const rows = await query<SignedInAccount>(sql, ...parameters);
  return firstOf(rows, (row) => ({ ...row, suspended: Boolean(row.suspended) }));
}
