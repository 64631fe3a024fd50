import type { Knex } from 'knex';
import { type AccountEvent, addEvent, eventsOf, type RecordedEvent } from './accountEvents';
import { type ApiKey, insertKey, KeyUses, type OwnedKey, ownedKey, ownedKeys, replaceKey, revokeKey } from './apiKeys';
import { dateOrNull, millisOrNull } from './columns';
import type { Database, Query } from './database';
import { LastOperatorError } from './errors';
import { type Claim, claimAccount, type Identity, type SignedInAccount, signedInAccount } from './identities';
import { generatedSecret } from './keySecret';

export interface Account {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  /** Id of a row of the tier table; may be unknown to it. */
  readonly tier: string;
  readonly role: Role;
  readonly createdAt: Date;
  /** When an operator suspended it: nobody gets in with it, and nothing is done for it. Null = it is not suspended. */
  readonly suspendedAt: Date | null;
}

/** `admin`: an operator of the service. */
export type Role = 'member' | 'admin';

export type NewAccount = Omit<Account, 'id' | 'suspendedAt'>;

export interface AccountRow {
  readonly id: number;
  readonly email: string;
  readonly tier: string;
  readonly role: Role;
  readonly created_at: number;
  readonly suspended_at: number | null;
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  tier: row.tier,
  role: row.role,
  createdAt: new Date(row.created_at),
  suspendedAt: dateOrNull(row.suspended_at),
});

const ACCOUNTS = 'SELECT id, email, tier, role, created_at, suspended_at FROM account';
const BY_EMAIL = `${ACCOUNTS} WHERE email = ?`;
const BY_ID = `${ACCOUNTS} WHERE id = ?`;
const LIKE = "email LIKE ? ESCAPE '\\'";
const LIST = `${ACCOUNTS} WHERE ${LIKE} AND id > ? ORDER BY id LIMIT ?`;
const COUNT = `SELECT count(*) AS count FROM account WHERE ${LIKE}`;

/** Addresses are stored in lower case. Characters that mean something in a pattern stand for themselves. */
const patternOf = (search: string) => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Accounts, their keys, and the people who sign in to them elsewhere. All keys of an account share its tier (SPEC 5.4). */
export class AccountStore {
  private readonly keyUses: KeyUses;

  constructor(private readonly database: Database) {
    this.keyUses = new KeyUses(database);
  }

  /** @param by who created it; undefined = no event is recorded */
  insert(account: NewAccount, by?: AccountEvent['by']): Promise<Account> {
    const { email, tier, role, createdAt } = account;
    return this.database.change('accounts', async (trx) => {
      const [{ id }] = await trx('account').insert({ email, tier, role, created_at: createdAt.getTime() }, ['id']);
      if (by !== undefined) {
        const detail = role === 'member' ? tier : `${tier}, ${role}`;
        await addEvent(trx, { accountId: id, at: createdAt, kind: 'account_created', by, subject: null, detail });
      }
      return { ...account, suspendedAt: null, id };
    });
  }

  async findByEmail(email: string): Promise<Account | null> {
    const [row] = await this.database.query<AccountRow>(BY_EMAIL, email);
    return row === undefined ? null : toAccount(row);
  }

  async find(accountId: number): Promise<Account | null> {
    const [row] = await this.database.query<AccountRow>(BY_ID, accountId);
    return row === undefined ? null : toAccount(row);
  }

  /**
   * Accounts in the order in which they were created.
   *
   * @param page `after`: id of the account before the first one; `search`: text that is part of the address
   */
  async list(page: { readonly after: number; readonly limit: number; readonly search: string }): Promise<Account[]> {
    const { search, after, limit } = page;
    return (await this.database.query<AccountRow>(LIST, patternOf(search), after, limit)).map(toAccount);
  }

  /** How many addresses have a text in them. */
  async count(search: string): Promise<number> {
    const [{ count }] = await this.database.query<{ count: number }>(COUNT, patternOf(search));
    return count;
  }

  /** @param event recorded with the change, as in every method that takes one: both are stored, or neither */
  setTier(accountId: number, tier: string, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', async (trx) => {
      await trx('account').where({ id: accountId }).update({ tier });
      await addEvent(trx, event);
    });
  }

  /** @throws LastOperatorError when only suspended operators would be left, whom nobody could resume */
  setRole(accountId: number, role: Role, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', async (trx, query) => {
      if (role !== 'admin' && (await leavesOnlySuspended(query, accountId))) throw new LastOperatorError();
      await trx('account').where({ id: accountId }).update({ role });
      await addEvent(trx, event);
    });
  }

  /**
   * Suspends an account, which ends its sessions and sign-in links, or resumes it. From the next request on its keys are
   * refused.
   *
   * @param at null = it is resumed
   * @returns whether that changed anything; if not, no event is recorded
   * @throws LastOperatorError for the only operator that is left
   */
  suspend(accountId: number, at: Date | null, event: AccountEvent): Promise<boolean> {
    return this.database.change('accounts', async (trx, query) => {
      const [account] = await query<AccountRow>(BY_ID, accountId);
      if (account === undefined || (account.suspended_at === null) === (at === null)) return false;
      if (at !== null && account.role === 'admin' && (await otherOperators(query, accountId)).active === 0) {
        throw new LastOperatorError();
      }
      await trx('account')
        .where({ id: accountId })
        .update({ suspended_at: millisOrNull(at) });
      if (at !== null) await endAccess(trx, accountId);
      await addEvent(trx, event);
      return true;
    });
  }

  /** Records what was done with something other than the account itself. */
  note(event: AccountEvent): Promise<void> {
    return this.database.change('accounts', (trx) => addEvent(trx, event));
  }

  /** What was done with an account, newest first. @param before id of an event: only older ones; null = all */
  events(accountId: number, before: number | null, limit: number): Promise<RecordedEvent[]> {
    return eventsOf(this.database.read, accountId, before, limit);
  }

  /** Reads the row each time: a revocation by any process counts on the very next request. */
  key(id: string): Promise<OwnedKey | null> {
    return ownedKey(this.database.query, id);
  }

  /** By account, oldest first. @param email of one account; undefined = all */
  keys(email?: string): Promise<OwnedKey[]> {
    return email === undefined ? ownedKeys(this.database, 'TRUE') : ownedKeys(this.database, 'a.email = ?', email);
  }

  /** Of an account, oldest first. */
  keysOf(accountId: number): Promise<OwnedKey[]> {
    return ownedKeys(this.database, 'k.account_id = ?', accountId);
  }

  /** @param most active keys that the account may have. @returns whether there was space for it, and it is stored */
  insertKey(key: ApiKey, event?: AccountEvent, most?: number): Promise<boolean> {
    return this.database.change('accounts', (trx) => insertKey(trx, key, event, most));
  }

  /**
   * Sets the end of a key and adds its successor: both, or neither. The successor ends when the key it replaces was created
   * to end, whatever `successor.expiresAt` says.
   */
  replaceKey(oldId: string, expiresAt: Date, successor: ApiKey, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', (trx) => replaceKey(trx, oldId, expiresAt, successor, event));
  }

  /** The first revocation counts; a later one leaves its time, and is not recorded. */
  revokeKey(id: string, at: Date, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', (trx) => revokeKey(trx, id, at, event));
  }

  /** Notes the use of a key. It may take a fifth of a second until it is stored and this resolves. */
  touchKey(id: string, at: Date): Promise<void> {
    return this.keyUses.add(id, at);
  }

  /** The account that a person signs in to. */
  signedIn(identity: Identity): Promise<SignedInAccount | null> {
    return signedInAccount(this.database.query, identity);
  }

  /**
   * Ties a person who is new to their account, or to a new one. Of several first requests at once one creates the account
   * and the others find it.
   *
   * @returns null when there is no account and none may be created
   */
  claim(identity: Identity, claim: Claim): Promise<SignedInAccount | null> {
    return this.database.change('accounts', (trx, query) => claimAccount(trx, query, identity, claim));
  }

  /** A secret to hash keys with, made once and kept as long as the accounts. @throws Error when what was kept is damaged */
  generatedSecret(): Promise<string> {
    return generatedSecret(this.database);
  }
}

async function leavesOnlySuspended(query: Query, accountId: number): Promise<boolean> {
  const [account] = await query<AccountRow>(BY_ID, accountId);
  if (account?.role !== 'admin' || account.suspended_at !== null) return false;
  const { active, suspended } = await otherOperators(query, accountId);
  return active === 0 && suspended > 0;
}

const OTHER_OPERATORS = `SELECT count(*) FILTER (WHERE suspended_at IS NULL) AS active,
    count(*) FILTER (WHERE suspended_at IS NOT NULL) AS suspended
  FROM account WHERE role = 'admin' AND id <> ?`;

async function otherOperators(query: Query, accountId: number): Promise<{ active: number; suspended: number }> {
  const [counts] = await query<{ active: number; suspended: number }>(OTHER_OPERATORS, accountId);
  return counts;
}

async function endAccess(trx: Knex, accountId: number): Promise<void> {
  await trx('session').where({ account_id: accountId }).delete();
  await trx('sign_in_link').where({ account_id: accountId }).delete();
}
