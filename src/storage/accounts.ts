import type { Knex } from 'knex';
import {
  type Database,
  type EntityOf,
  firstOf,
  instant,
  LARGEST_ID,
  plain,
  type Query,
  type Row,
  RowMapper,
  type SqlValue,
} from './database';
import { LastOperatorError } from './errors';

export const ACCOUNT = new RowMapper({
  id: plain<number>(),
  /** Lower case. */
  email: plain<string>(),
  /** Id of a tier. The tier table may no longer have it. */
  tier: plain<string>(),
  role: plain<Role>(),
  createdAt: instant(),
  /** When an operator suspended the account; null = it is active. A suspended account cannot sign in and its jobs do not run. */
  suspendedAt: instant<Date | null>(),
});

export type Account = EntityOf<typeof ACCOUNT>;

/** `admin`: an operator of the service. */
export type Role = 'member' | 'admin';

export type NewAccount = Omit<Account, 'id' | 'suspendedAt'>;

/** A person as identified by an issuer of access tokens (OpenID Connect `iss` and `sub`). */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface Claim {
  /** Address that the issuer has verified, lower case: the identity gets the account of this address. Null = none. */
  readonly email: string | null;
  /** The account to create when there is none; null = create none. */
  readonly create: Pick<Account, 'email' | 'tier'> | null;
  readonly at: Date;
}

const EVENT = new RowMapper({
  id: plain<number>(),
  accountId: plain<number>(),
  at: instant(),
  kind: plain<
    | 'account_created'
    | 'signed_in'
    | 'signed_out'
    | 'session_ended'
    | 'sessions_ended'
    | 'session_reused'
    | 'link_made'
    | 'key_created'
    | 'key_rotated'
    | 'key_revoked'
    | 'tier_changed'
    | 'role_changed'
    | 'feed_paused'
    | 'feed_resumed'
    | 'feed_run_asked'
    | 'job_retried'
    | 'job_cancelled'
    | 'held_prices_taken'
    | 'held_prices_dropped'
    | 'account_suspended'
    | 'account_resumed'
    | 'calendar_link_made'
    | 'calendar_link_revoked'
    | 'table_link_made'
    | 'table_link_revoked'
  >(),
  /** The account holder, an operator, or a command on the server. */
  by: plain<'self' | 'operator' | 'command'>(),
  /** Id of the key, session, calendar link or table link concerned. */
  subject: plain<string | null>(),
  detail: plain<string | null>(),
});

export type RecordedEvent = EntityOf<typeof EVENT>;

/** An action on an account, for its audit log. It contains no secret. */
export type AccountEvent = Omit<RecordedEvent, 'id'>;

const ACCOUNTS = `SELECT ${ACCOUNT.columnsOf('a')} FROM account a`;
const BY_EMAIL = `${ACCOUNTS} WHERE email = ?`;
const BY_ID = `${ACCOUNTS} WHERE id = ?`;
const BY_IDENTITY = `${ACCOUNTS} JOIN oauth_identity i ON i.account_id = a.id WHERE i.issuer = ? AND i.subject = ?`;
const LIKE = "email LIKE ? ESCAPE '\\'";
const LIST = `${ACCOUNTS} WHERE ${LIKE} AND id > ? ORDER BY id LIMIT ?`;
const COUNT = `SELECT count(*) AS count FROM account WHERE ${LIKE}`;
const EVENTS = `SELECT id, account_id, at, kind, actor AS "by", subject, detail FROM account_event
  WHERE account_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;

/** A LIKE pattern that matches the text anywhere. Addresses are stored in lower case. */
const patternOf = (search: string) => `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

/** Accounts and their events. */
export class AccountStore {
  constructor(private readonly database: Database) {}

  /** @param by who created it; undefined = no event is recorded */
  insert(account: NewAccount, by?: AccountEvent['by']): Promise<Account> {
    const { tier, role, createdAt } = account;
    return this.database.change('accounts', async (trx) => {
      const created = await insertAccount(trx, account);
      if (by !== undefined) {
        const detail = role === 'member' ? tier : `${tier}, ${role}`;
        const event = {
          accountId: created.id,
          at: createdAt,
          kind: 'account_created',
          by,
          subject: null,
          detail,
        } as const;
        await addEvent(trx, event);
      }
      return created;
    });
  }

  findByEmail(email: string): Promise<Account | null> {
    return accountBy(this.database.query, BY_EMAIL, email);
  }

  find(accountId: number): Promise<Account | null> {
    return accountBy(this.database.query, BY_ID, accountId);
  }

  /**
   * A page of accounts, oldest first.
   *
   * @param page `after`: only accounts with a greater id; `search`: text that the address contains
   */
  async list(page: { readonly after: number; readonly limit: number; readonly search: string }): Promise<Account[]> {
    const { search, after, limit } = page;
    return (await this.database.query<Row>(LIST, patternOf(search), after, limit)).map(ACCOUNT.toEntity);
  }

  /** The number of accounts whose address contains a text. */
  async count(search: string): Promise<number> {
    const [{ count }] = await this.database.query<{ count: number }>(COUNT, patternOf(search));
    return count;
  }

  /** @param event recorded in the same transaction, as in every method that takes one */
  setTier(accountId: number, tier: string, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', async (trx) => {
      await trx('account').where({ id: accountId }).update({ tier });
      await addEvent(trx, event);
    });
  }

  /** @throws LastOperatorError when only suspended operators would remain: nobody could resume them */
  setRole(accountId: number, role: Role, event?: AccountEvent): Promise<void> {
    return this.database.change('accounts', async (trx, query) => {
      if (role !== 'admin' && (await leavesOnlySuspended(query, accountId))) throw new LastOperatorError();
      await trx('account').where({ id: accountId }).update({ role });
      await addEvent(trx, event);
    });
  }

  /**
   * Suspends or resumes an account. Suspending deletes its sessions and sign-in links; its keys are refused from the next
   * request on.
   *
   * @param at null = resume
   * @returns false when the account already was in that state; no event is then recorded
   * @throws LastOperatorError for the last active operator
   */
  suspend(accountId: number, at: Date | null, event: AccountEvent): Promise<boolean> {
    return this.database.change('accounts', async (trx, query) => {
      const account = await accountBy(query, BY_ID, accountId);
      if (account === null || (account.suspendedAt === null) === (at === null)) return false;
      if (at !== null && account.role === 'admin' && (await otherOperators(query, accountId)).active === 0) {
        throw new LastOperatorError();
      }
      await trx('account')
        .where({ id: accountId })
        .update(ACCOUNT.toRow({ suspendedAt: at }));
      if (at !== null) await endAccess(trx, accountId);
      await addEvent(trx, event);
      return true;
    });
  }

  /** Records an event that changes nothing in these tables. */
  recordEvent(event: AccountEvent): Promise<void> {
    return this.database.change('accounts', (trx) => addEvent(trx, event));
  }

  /** The events of an account, newest first. @param before only events with a smaller id; null = all */
  async events(accountId: number, before: number | null, limit: number): Promise<RecordedEvent[]> {
    return (await this.database.query<Row>(EVENTS, accountId, before ?? LARGEST_ID, limit)).map(EVENT.toEntity);
  }
}

/** The accounts that people sign in to through an issuer of access tokens. */
export class IdentityStore {
  constructor(private readonly database: Database) {}

  /** The account tied to an identity; null when there is none. */
  find({ issuer, subject }: Identity): Promise<Account | null> {
    return accountBy(this.database.query, BY_IDENTITY, issuer, subject);
  }

  /**
   * Ties a new identity to an existing account or to a new one. Of several simultaneous first requests, one creates the
   * account and the others find it.
   *
   * @returns null when there is no account and `claim.create` is null
   */
  claim({ issuer, subject }: Identity, { email, create, at }: Claim): Promise<Account | null> {
    return this.database.change('accounts', async (trx, query) => {
      let account = await accountBy(query, BY_IDENTITY, issuer, subject);
      if (account !== null) return account;
      // The account to create may exist: the identity's row may have been deleted since.
      const addresses = [email, create?.email].filter((address) => typeof address === 'string');
      for (const address of addresses) account ??= await accountBy(query, BY_EMAIL, address);
      if (create !== null) account ??= await insertAccount(trx, { ...create, role: 'member', createdAt: at });
      if (account === null) return null;
      await trx('oauth_identity').insert({ issuer, subject, account_id: account.id, created_at: at.getTime() });
      return account;
    });
  }
}

async function accountBy(query: Query, sql: string, ...parameters: readonly SqlValue[]): Promise<Account | null> {
  return firstOf(await query<Row>(sql, ...parameters), ACCOUNT.toEntity);
}

async function insertAccount(trx: Knex, account: NewAccount): Promise<Account> {
  const [{ id }] = await trx('account').insert(ACCOUNT.toRow(account), ['id']);
  return { ...account, suspendedAt: null, id };
}

async function leavesOnlySuspended(query: Query, accountId: number): Promise<boolean> {
  const account = await accountBy(query, BY_ID, accountId);
  if (account?.role !== 'admin' || account.suspendedAt !== null) return false;
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

/**
 * Events by the account holder that an account keeps: without a limit it could grow the table by thousands a day, by creating and
 * revoking a key. Those by operators and commands are all kept.
 */
const MOST_OWN_EVENTS = 5_000;

/** Records an event in the transaction of the change, so that both are stored or neither. */
export async function addEvent(trx: Knex, event: AccountEvent | undefined): Promise<void> {
  if (event === undefined) return;
  const { by: actor, ...row } = EVENT.toRow(event);
  await trx('account_event').insert({ ...row, actor });
  if (event.by !== 'self') return;
  const own = () => trx('account_event').where({ account_id: event.accountId, actor });
  const oldestKept = await own()
    .orderBy('id', 'desc')
    .offset(MOST_OWN_EVENTS - 1)
    .first('id');
  if (oldestKept !== undefined) await own().where('id', '<', oldestKept.id).delete();
}
