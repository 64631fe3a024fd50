import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
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
import { accountsAfter, accountsLike } from '../sql/accountList';
import { type AccountRow, type OwnedRow, toAccount, toOwned } from '../sql/accountRows';
import { claimAccount } from '../sql/claim';
import { addEvent, eventsOf } from '../sql/events';
import { changeTier, insertAccount, insertKey, replaceKey, revokeKey } from '../sql/keyWrites';
import { newSecret } from '../sql/newSecret';
import { giveRole, suspendAccount } from '../sql/suspension';
import { type Database, inWriteTransaction, reading } from './database';
import { secretBeside } from './keySecret';
import { TurnEnd } from './turn';

/** Uses of keys are written this often at most. */
const TOUCH_SPACING_MS = 200;

/** Accounts, their keys and sign-ins. All keys of an account share its tier and limits (SPEC 5.4). */
export class SqliteAccounts implements AccountStore {
  private readonly knex: Knex;
  private readonly keyById: BetterSqlite3.Statement<[string], OwnedRow>;
  private readonly turnEnd = new TurnEnd();
  /** When keys were used that is not written yet, milliseconds of the epoch. */
  private readonly touched = new Map<string, number>();
  private touching: Promise<void> | null = null;
  /** Milliseconds of a monotonic clock. */
  private lastTouch = Number.NEGATIVE_INFINITY;
  private readonly byIdentity: BetterSqlite3.Statement<[string, string], SignedInAccount>;

  constructor(private readonly database: Database) {
    const { knex, reader } = database;
    this.knex = knex;
    this.keyById = reader.prepare(
      'SELECT k.*, a.email, a.tier, a.suspended_at IS NOT NULL AS suspended FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = ?',
    );
    this.byIdentity = reader.prepare(
      `SELECT a.id AS accountId, a.tier, a.suspended_at IS NOT NULL AS suspended FROM oauth_identity i JOIN account a ON a.id = i.account_id
       WHERE i.issuer = ? AND i.subject = ?`,
    );
  }

  async insert(account: NewAccount, by?: AccountEvent['by']): Promise<Account> {
    return {
      ...account,
      suspendedAt: null,
      id: await inWriteTransaction(this.knex, (trx) => insertAccount(trx, account, by)),
    };
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
    return inWriteTransaction(this.knex, (trx) => changeTier(trx, id, tier, event));
  }

  setRole(id: number, role: Role, event?: AccountEvent): Promise<void> {
    return inWriteTransaction(this.knex, (trx) => giveRole(trx, id, role, event));
  }

  suspend(id: number, at: Date | null, event: AccountEvent): Promise<boolean> {
    return inWriteTransaction(this.knex, (trx) => suspendAccount(trx, id, at, event));
  }

  list(wanted: Parameters<AccountStore['list']>[0]): Promise<Account[]> {
    return accountsAfter(this.knex, wanted);
  }

  count(search: string): Promise<number> {
    return accountsLike(this.knex, search);
  }

  note(event: AccountEvent): Promise<void> {
    return inWriteTransaction(this.knex, (trx) => addEvent(trx, event));
  }

  events(accountId: number, before: number | null, limit: number): Promise<RecordedEvent[]> {
    return eventsOf(this.knex, accountId, before, limit);
  }

  key(id: string): Promise<OwnedKey | null> {
    return this.turnEnd.run(() =>
      reading(() => {
        const row = this.keyById.get(id);
        return row ? toOwned(row) : null;
      }),
    );
  }

  /** Counted afterwards: two statements take less than a transaction over two files. */
  async admitKey({ id }: Pick<ApiKey, 'id' | 'hash'>, { at: { now } }: Arrival): Promise<Admitted<OwnedKey>> {
    return { found: await this.key(id), now, counted: null };
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
      .orderBy(['a.email', 'k.created_at', 'k.rowid'])
      .select('k.*', 'a.email', 'a.tier', this.knex.raw('a.suspended_at IS NOT NULL AS suspended'));
    return rows.map(toOwned);
  }

  insertKey(key: ApiKey, event?: AccountEvent, most?: number): Promise<boolean> {
    return inWriteTransaction(this.knex, (trx) => insertKey(trx, key, event, most));
  }

  replaceKey(oldId: string, expiresAt: Date, successor: ApiKey, event?: AccountEvent): Promise<void> {
    return inWriteTransaction(this.knex, (trx) => replaceKey(trx, oldId, expiresAt, successor, event));
  }

  revokeKey(id: string, at: Date, event?: AccountEvent): Promise<void> {
    return inWriteTransaction(this.knex, (trx) => revokeKey(trx, id, at, event));
  }

  /** Of many keys in one transaction: each would throw away what readers hold of the database. */
  touchKey(id: string, at: Date): Promise<void> {
    this.touched.set(id, at.getTime());
    this.touching ??= this.writeTouched();
    return this.touching;
  }

  private async writeTouched(): Promise<void> {
    await sleep(Math.max(0, this.lastTouch + TOUCH_SPACING_MS - performance.now()));
    const times = JSON.stringify(Object.fromEntries(this.touched));
    this.touched.clear();
    // Who comes from here on is written with the next ones.
    this.touching = null;
    this.lastTouch = performance.now();
    await inWriteTransaction(this.knex, (trx) =>
      trx.raw(
        'UPDATE api_key SET last_used_at = used.value FROM json_each(?) AS used WHERE api_key.id = used.key',
        times,
      ),
    );
  }

  signedIn({ issuer, subject }: Identity): Promise<SignedInAccount | null> {
    return reading(() => {
      const row = this.byIdentity.get(issuer, subject);
      return row ? { ...row, suspended: Boolean(row.suspended) } : null;
    });
  }

  async admitSignedIn(identity: Identity, { at: { now } }: Arrival): Promise<Admitted<SignedInAccount>> {
    return { found: await this.signedIn(identity), now, counted: null };
  }

  claim(identity: Identity, claim: Claim): Promise<SignedInAccount | null> {
    return inWriteTransaction(this.knex, (trx) => claimAccount(trx, identity, claim));
  }

  /** In a file beside the database, readable by its owner only; a database in memory has one for its own life. */
  async generatedSecret(): Promise<string> {
    const { file } = this.database;
    return file === null ? newSecret() : secretBeside(file);
  }
}
