import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../ports';
import type { Account, Admitted, ApiKey, Arrival, Claim, Identity, OwnedKey, Quotas, SignedInAccount } from '../rows';
import { type AccountRow, type OwnedRow, toAccount, toKeyRow, toOwned } from '../sql/accountRows';
import { claimAccount } from '../sql/claim';
import { newSecret } from '../sql/newSecret';
import { saidBy } from './clock';
import type { Statement } from './connections';
import type { PostgresDatabase } from './database';
import { type CountedRow, toCounted } from './requestCounter';
import { inTurn } from './turn';

const KEY: Statement = {
  name: 'key',
  text: 'SELECT k.*, a.email, a.tier FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = $1',
};
const ADMIT_KEY: Statement = { name: 'admit_key', text: 'SELECT * FROM admit_key($1, $2, $3, $4, $5)' };
const ADMIT_SIGNED_IN: Statement = {
  name: 'admit_signed_in',
  text: 'SELECT * FROM admit_signed_in($1, $2, $3, $4, $5)',
};
const SIGNED_IN: Statement = {
  name: 'signed_in',
  text: `SELECT a.id AS "accountId", a.tier FROM oauth_identity i JOIN account a ON a.id = i.account_id
    WHERE i.issuer = $1 AND i.subject = $2`,
};

/** Of keys and sign-ins that were used last. */
const OWNERS = 10_000;

interface SignedInRow {
  readonly who: number;
  readonly its_tier: string;
}

/** What was counted is null where nobody may come in. */
type CountedWith<Row> = Row & { [Column in keyof CountedRow]: CountedRow[Column] | null };

/** Accounts, their keys and sign-ins. All keys of an account share its tier and limits (SPEC 5.4). */
export class PostgresAccounts implements AccountStore {
  private readonly knex: Knex;
  /** As the functions of the database take them. */
  private readonly quotas = new WeakMap<Quotas, string>();
  /** Accounts by the id of a key, or who signed in. */
  private readonly owners = new LRUCache<string, number>({ max: OWNERS });

  constructor(private readonly database: PostgresDatabase) {
    this.knex = database.knex;
  }

  async insert(account: Omit<Account, 'id'>): Promise<Account> {
    const row = { email: account.email, tier: account.tier, created_at: account.createdAt.getTime() };
    const [{ id }] = await this.knex('account').insert(row, ['id']);
    return { ...account, id };
  }

  async findByEmail(email: string): Promise<Account | null> {
    const row = await this.knex<AccountRow>('account').where({ email }).first();
    return row ? toAccount(row) : null;
  }

  async setTier(id: number, tier: string): Promise<void> {
    await this.knex('account').where({ id }).update({ tier });
  }

  async key(id: string): Promise<OwnedKey | null> {
    const [row] = await this.database.requests.ask<OwnedRow>(KEY, [id]);
    return row ? toOwned(row) : null;
  }

  async admitKey({ id, hash }: Pick<ApiKey, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedKey>> {
    const [row] = await this.admit<OwnedRow>(id, ADMIT_KEY, [id, hash], arrival);
    if (row !== undefined) this.owners.set(id, row.account_id);
    return admitted(row, toOwned, arrival);
  }

  async keys(email?: string): Promise<OwnedKey[]> {
    const query = this.knex('api_key as k').join('account as a', 'a.id', 'k.account_id');
    if (email !== undefined) query.where('a.email', email);
    const rows: OwnedRow[] = await query
      // Keys of one millisecond come as they were made: ids are random.
      .orderBy(['a.email', 'k.created_at', 'k.made'])
      .select('k.*', 'a.email', 'a.tier');
    return rows.map(toOwned);
  }

  async insertKey(key: ApiKey): Promise<void> {
    await this.knex('api_key').insert(toKeyRow(key));
  }

  async replaceKey(oldId: string, expiresAt: Date, successor: ApiKey): Promise<void> {
    await this.knex.transaction(async (trx) => {
      await trx('api_key').insert(toKeyRow(successor));
      await trx('api_key').where({ id: oldId }).update({ expires_at: expiresAt.getTime() });
    });
  }

  async revokeKey(id: string, at: Date): Promise<void> {
    await this.knex('api_key').where({ id }).whereNull('revoked_at').update({ revoked_at: at.getTime() });
  }

  async touchKey(id: string, at: Date): Promise<void> {
    await this.knex('api_key').where({ id }).update({ last_used_at: at.getTime() });
  }

  async signedIn({ issuer, subject }: Identity): Promise<SignedInAccount | null> {
    const [account] = await this.database.requests.ask<SignedInAccount>(SIGNED_IN, [issuer, subject]);
    return account ?? null;
  }

  async admitSignedIn({ issuer, subject }: Identity, arrival: Arrival): Promise<Admitted<SignedInAccount>> {
    const credential = `${issuer} ${subject}`;
    const [row] = await this.admit<SignedInRow>(credential, ADMIT_SIGNED_IN, [issuer, subject], arrival);
    if (row !== undefined) this.owners.set(credential, row.who);
    return admitted(row, ({ who, its_tier }) => ({ accountId: who, tier: its_tier }), arrival);
  }

  claim(identity: Identity, claim: Claim): Promise<SignedInAccount | null> {
    return inTurn(this.knex, 'sign-in', (trx) => claimAccount(trx, identity, claim));
  }

  /** In a table beside the keys: of several processes that ask at once all get the first one's. */
  async generatedSecret(): Promise<string> {
    await this.knex('key_secret').insert({ id: 1, secret: newSecret() }).onConflict('id').ignore();
    const { secret } = await this.knex('key_secret').first('secret');
    return secret;
  }

  /** @param credential by which the account was found before: until then its requests wait for one another by that */
  private admit<Row extends object>(
    credential: string,
    statement: Statement,
    who: readonly string[],
    { at, quotas }: Arrival,
  ): Promise<CountedWith<Row>[]> {
    const values = [...who, ...saidBy(this.database, at), this.written(quotas)];
    return this.database.lines.ask(`account ${this.owners.get(credential) ?? credential}`, statement, values);
  }

  /** Tiers stay the same for the life of a process. */
  private written(quotas: Quotas): string {
    const known = this.quotas.get(quotas);
    if (known !== undefined) return known;
    const byTier = [...quotas.byTier, ['', quotas.otherwise] as const];
    const text = JSON.stringify(Object.fromEntries(byTier.map(([tier, q]) => [tier, [q.perMinute, q.perDay]])));
    this.quotas.set(quotas, text);
    return text;
  }
}

function admitted<Row, T>(row: CountedWith<Row> | undefined, toFound: (row: Row) => T, { at }: Arrival): Admitted<T> {
  if (row === undefined) return { found: null, now: at.now, counted: null };
  const isCounted = row.allowed !== null;
  return { found: toFound(row), now: row.now_ms!, counted: isCounted ? toCounted(row as CountedRow) : null };
}
