import type { Knex } from 'knex';
import type { Account, AccountEvent, Admitted, Arrival } from '../accounts';
import type { OwnedSession, ProviderSignIn, Session, SessionStore, SignInLink, TokenChange } from '../sessions';
import { type AccountRow, toAccount } from './accountRows';
import { addEvent } from './events';
import { isActive } from './suspension';

/** A session as both databases keep it: instants are epoch milliseconds. */
interface SessionRow {
  readonly id: string;
  readonly account_id: number;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly previous_until: number | null;
  readonly method: Session['method'];
  readonly agent: string;
  readonly created_at: number;
  readonly last_used_at: number;
  readonly rotated_at: number;
  readonly ends_at: number;
  readonly latest_end: number;
}

interface ProviderSignInRow {
  readonly hash: string;
  readonly next: string | null;
  readonly expires_at: number;
}

export type OwnedSessionRow = SessionRow & Pick<OwnedSession, 'email' | 'tier' | 'role'>;

/** One by its id. */
export const SESSION_BY_ID =
  'SELECT s.*, a.email, a.tier, a.role FROM session s JOIN account a ON a.id = s.account_id WHERE s.id = ';

export const toSession = (row: OwnedSessionRow): OwnedSession => ({
  id: row.id,
  accountId: row.account_id,
  hash: row.hash,
  previousHash: row.previous_hash,
  previousUntil: row.previous_until === null ? null : new Date(row.previous_until),
  method: row.method,
  agent: row.agent,
  createdAt: new Date(row.created_at),
  lastUsedAt: new Date(row.last_used_at),
  rotatedAt: new Date(row.rotated_at),
  endsAt: new Date(row.ends_at),
  latestEnd: new Date(row.latest_end),
  email: row.email,
  tier: row.tier,
  role: row.role,
});

const toRow = (session: Session): SessionRow => ({
  id: session.id,
  account_id: session.accountId,
  hash: session.hash,
  previous_hash: session.previousHash,
  previous_until: session.previousUntil?.getTime() ?? null,
  method: session.method,
  agent: session.agent,
  created_at: session.createdAt.getTime(),
  last_used_at: session.lastUsedAt.getTime(),
  rotated_at: session.rotatedAt.getTime(),
  ends_at: session.endsAt.getTime(),
  latest_end: session.latestEnd.getTime(),
});

/** What a dialect writes with. */
export interface Writing {
  readonly knex: Knex;
  /** Runs `work` in one transaction. */
  write<T>(work: (trx: Knex) => Promise<T>): Promise<T>;
}

/** Sessions, and what begins them. How one is looked up for a request is each dialect's own. */
export abstract class SqlSessions implements SessionStore {
  constructor(private readonly database: Writing) {}

  abstract find(id: string): Promise<OwnedSession | null>;
  abstract admit(presented: Pick<Session, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedSession>>;

  insert(session: Session, event: AccountEvent): Promise<boolean> {
    return this.database.write(async (trx) => {
      if (!(await isActive(trx, session.accountId))) return false;
      await trx('session').insert(toRow(session));
      await addEvent(trx, event);
      return true;
    });
  }

  async of(accountId: number, now: Date): Promise<OwnedSession[]> {
    const rows: OwnedSessionRow[] = await this.database
      .knex('session as s')
      .join('account as a', 'a.id', 's.account_id')
      .where('s.account_id', accountId)
      .where('s.ends_at', '>', now.getTime())
      .orderBy([{ column: 's.created_at', order: 'desc' }, 's.id'])
      .select('s.*', 'a.email', 'a.tier', 'a.role');
    return rows.map(toSession);
  }

  async touch(id: string, { lastUsedAt, endsAt }: Pick<Session, 'lastUsedAt' | 'endsAt'>): Promise<void> {
    const used = { last_used_at: lastUsedAt.getTime(), ends_at: endsAt.getTime() };
    await this.database.write((trx) => trx('session').where({ id }).update(used));
  }

  async rotate(id: string, { from, to, previous }: TokenChange, at: Date): Promise<boolean> {
    const changed = { hash: to, previous_hash: previous, previous_until: null, rotated_at: at.getTime() };
    return (await this.database.write((trx) => trx('session').where({ id, hash: from }).update(changed))) > 0;
  }

  async retirePrevious(id: string, until: Date): Promise<void> {
    await this.database.write((trx) =>
      trx('session').where({ id }).whereNull('previous_until').update({ previous_until: until.getTime() }),
    );
  }

  end(accountId: number, id: string | null, event: AccountEvent): Promise<number> {
    return this.database.write(async (trx) => {
      const which = id === null ? { account_id: accountId } : { account_id: accountId, id };
      const ended: number = await trx('session').where(which).delete();
      if (ended > 0) await addEvent(trx, event);
      return ended;
    });
  }

  async prune(before: Date): Promise<void> {
    await this.database.write(async (trx) => {
      await trx('session').where('ends_at', '<=', before.getTime()).delete();
      await trx('sign_in_link').where('expires_at', '<=', before.getTime()).delete();
      await trx('provider_sign_in').where('expires_at', '<=', before.getTime()).delete();
    });
  }

  insertLink({ hash, accountId, expiresAt }: SignInLink, event: AccountEvent): Promise<void> {
    return this.database.write(async (trx) => {
      await trx('sign_in_link').insert({ hash, account_id: accountId, expires_at: expiresAt.getTime() });
      await addEvent(trx, event);
    });
  }

  takeLink(hash: string, now: Date): Promise<Account | null> {
    return this.database.write(async (trx) => {
      const row: (AccountRow & { expires_at: number }) | undefined = await trx('sign_in_link as l')
        .join('account as a', 'a.id', 'l.account_id')
        .where('l.hash', hash)
        .first('a.*', 'l.expires_at');
      // Whoever takes the row away has it, of those who have seen it.
      const taken: number = row === undefined ? 0 : await trx('sign_in_link').where({ hash }).delete();
      return row !== undefined && taken > 0 && row.expires_at > now.getTime() ? toAccount(row) : null;
    });
  }

  insertProviderSignIn({ hash, next, expiresAt }: ProviderSignIn, now: Date): Promise<void> {
    return this.database.write(async (trx) => {
      await trx('provider_sign_in').where('expires_at', '<=', now.getTime()).delete();
      await trx('provider_sign_in').insert({ hash, next, expires_at: expiresAt.getTime() });
    });
  }

  takeProviderSignIn(hash: string, now: Date): Promise<ProviderSignIn | null> {
    return this.database.write(async (trx) => {
      const row: ProviderSignInRow | undefined = await trx('provider_sign_in').where({ hash }).first();
      const taken: number = row === undefined ? 0 : await trx('provider_sign_in').where({ hash }).delete();
      if (row === undefined || taken === 0 || row.expires_at <= now.getTime()) return null;
      return { hash, next: row.next, expiresAt: new Date(row.expires_at) };
    });
  }
}
