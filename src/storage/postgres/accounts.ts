import type { Knex } from 'knex';
import type {
  Account,
  AccountEvent,
  AccountStore,
  Admitted,
  ApiKey,
  Arrival,
  Claim,
  Identity,
  NewAccount,
  OwnedKey,
  RecordedEvent,
  Role,
  SignedInAccount,
} from '../accounts';
import type { Statement } from '../postgresConnections';
import { accountsAfter, accountsLike } from '../sql/accountList';
import { type AccountRow, type OwnedRow, toAccount, toOwned } from '../sql/accountRows';
import { claimAccount } from '../sql/claim';
import { addEvent, eventsOf } from '../sql/events';
import { changeTier, insertAccount, insertKey, replaceKey, revokeKey } from '../sql/keyWrites';
import { newSecret } from '../sql/newSecret';
import { giveRole, suspendAccount } from '../sql/suspension';
import { admit } from './admission';
import type { PostgresDatabase } from './database';
import { inTurn } from './turn';

const KEY: Statement = {
  name: 'key',
  text: `SELECT k.*, a.email, a.tier, a.suspended_at IS NOT NULL AS suspended FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = $1`,
};
const ADMIT_KEY: Statement = {
  name: 'admit_active_key',
  text: 'SELECT * FROM admit_active_key($1, $2, $3, $4, $5)',
};
const ADMIT_SIGNED_IN: Statement = {
  name: 'admit_active_sign_in',
  text: 'SELECT * FROM admit_active_sign_in($1, $2, $3, $4, $5)',
};
const SIGNED_IN: Statement = {
  name: 'signed_in',
  text: `SELECT a.id AS "accountId", a.tier, a.suspended_at IS NOT NULL AS suspended FROM oauth_identity i JOIN account a ON a.id = i.account_id
    WHERE i.issuer = $1 AND i.subject = $2`,
};

interface SignedInRow {
  readonly who: number;
  readonly its_tier: string;
  readonly suspended: boolean;
}

/** Accounts, their keys and sign-ins. All keys of an account share its tier and limits (SPEC 5.4). */
export class PostgresAccounts implements AccountStore {
  private readonly knex: Knex;

  constructor(private readonly database: PostgresDatabase) {
    this.knex = database.knex;
  }

  async insert(account: NewAccount, by?: AccountEvent['by']): Promise<Account> {
    return { ...account, suspendedAt: null, id: await this.knex.transaction((trx) => insertAccount(trx, account, by)) };
  }

  async findByEmail(email: string): Promise<Account | null> {
    const row = await this.knex<AccountRow>('account').where({ email }).first();
    return row ? toAccount(row) : null;
  }

  async find(id: number): Promise<Account | null> {
    const row = await this.knex<AccountRow>('account').where({ id }).first();
    return row ? toAccount(row) : null;
  }

  setTier(id: number, tier: string, event?: AccountEvent): Promise<void> {
    return this.knex.transaction((trx) => changeTier(trx, id, tier, event));
  }

  setRole(id: number, role: Role, event?: AccountEvent): Promise<void> {
    return inTurn(this.knex, 'accounts', (trx) => giveRole(trx, id, role, event));
  }

  suspend(id: number, at: Date | null, event: AccountEvent): Promise<boolean> {
    return inTurn(this.knex, 'accounts', (trx) => suspendAccount(trx, id, at, event));
  }

  list(wanted: Parameters<AccountStore['list']>[0]): Promise<Account[]> {
    return accountsAfter(this.knex, wanted);
  }

  count(search: string): Promise<number> {
    return accountsLike(this.knex, search);
  }

  note(event: AccountEvent): Promise<void> {
    return addEvent(this.knex, event);
  }

  events(accountId: number, before: number | null, limit: number): Promise<RecordedEvent[]> {
    return eventsOf(this.knex, accountId, before, limit);
  }

  async key(id: string): Promise<OwnedKey | null> {
    const [row] = await this.database.requests.ask<OwnedRow>(KEY, [id]);
    return row ? toOwned(row) : null;
  }

  admitKey({ id, hash }: Pick<ApiKey, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedKey>> {
    const asked = { statement: ADMIT_KEY, credential: id, who: [id, hash], arrival };
    return admit(this.database, asked, toOwned, (row) => row.account_id);
  }

  async keys(email?: string): Promise<OwnedKey[]> {
    return this.keysWhere(email === undefined ? {} : { 'a.email': email });
  }

  async keysOf(accountId: number): Promise<OwnedKey[]> {
    return this.keysWhere({ 'k.account_id': accountId });
  }

  private async keysWhere(which: Readonly<Record<string, string | number>>): Promise<OwnedKey[]> {
    const rows: OwnedRow[] = await this.knex('api_key as k')
      .join('account as a', 'a.id', 'k.account_id')
      .where(which)
      // Keys of one millisecond come as they were made: ids are random.
      .orderBy(['a.email', 'k.created_at', 'k.made'])
      .select('k.*', 'a.email', 'a.tier', this.knex.raw('a.suspended_at IS NOT NULL AS suspended'));
    return rows.map(toOwned);
  }

  insertKey(key: ApiKey, event?: AccountEvent, most?: number): Promise<boolean> {
    return this.knex.transaction((trx) => insertKey(trx, key, event, most));
  }

  replaceKey(oldId: string, expiresAt: Date, successor: ApiKey, event?: AccountEvent): Promise<void> {
    return this.knex.transaction((trx) => replaceKey(trx, oldId, expiresAt, successor, event));
  }

  revokeKey(id: string, at: Date, event?: AccountEvent): Promise<void> {
    return this.knex.transaction((trx) => revokeKey(trx, id, at, event));
  }

  async touchKey(id: string, at: Date): Promise<void> {
    await this.knex('api_key').where({ id }).update({ last_used_at: at.getTime() });
  }

  async signedIn({ issuer, subject }: Identity): Promise<SignedInAccount | null> {
    const [account] = await this.database.requests.ask<SignedInAccount>(SIGNED_IN, [issuer, subject]);
    return account ?? null;
  }

  admitSignedIn({ issuer, subject }: Identity, arrival: Arrival): Promise<Admitted<SignedInAccount>> {
    const toFound = ({ who, its_tier, suspended }: SignedInRow) => ({ accountId: who, tier: its_tier, suspended });
    const who = [issuer, subject];
    const asked = { statement: ADMIT_SIGNED_IN, credential: who.join(' '), who, arrival };
    return admit(this.database, asked, toFound, (row) => row.who);
  }

  claim(identity: Identity, claim: Claim): Promise<SignedInAccount | null> {
    return inTurn(this.knex, 'accounts', (trx) => claimAccount(trx, identity, claim));
  }

  /** In a table beside the keys: of several processes that ask at once all get the first one's. */
  async generatedSecret(): Promise<string> {
    await this.knex('key_secret').insert({ id: 1, secret: newSecret() }).onConflict('id').ignore();
    const { secret } = await this.knex('key_secret').first('secret');
    return secret;
  }
}
