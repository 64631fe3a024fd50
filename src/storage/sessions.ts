import { ACCOUNT, type Account, type AccountEvent, addEvent, type Role } from './accounts';
import { type Database, type EntityOf, firstOf, instant, plain, type Row, RowMapper } from './database';

const COLUMNS = {
  /** Public; identifies the session in lists. */
  id: plain<string>(),
  accountId: plain<number>(),
  hash: plain<string>(),
  /** Hash of the token before the last rotation; null before the first. */
  previousHash: plain<string | null>(),
  /** Until when the previous token is valid; null = the new token has not been used yet. */
  previousUntil: instant<Date | null>(),
  method: plain<'link' | 'provider'>(),
  /** Short name of the browser that signed in. */
  agent: plain<string>(),
  createdAt: instant(),
  /** Not exact: not every use is stored. */
  lastUsedAt: instant(),
  /** When its token was last rotated. */
  rotatedAt: instant(),
  /** When it ends unless it is used before. */
  endsAt: instant(),
  /** When it ends however it is used. */
  latestEnd: instant(),
};
const SESSION = new RowMapper(COLUMNS);

/** A session of the account console. Tokens are stored as their SHA-256, hexadecimal. */
export type Session = EntityOf<typeof SESSION>;

/** A rotation of a session's token; all fields are hashes. */
export interface TokenChange {
  /** Of the token in force. */
  readonly from: string;
  /** Of the token that takes its place. */
  readonly to: string;
  /** Of the token that stays good with the new one. */
  readonly previous: string;
}

const OWNED = new RowMapper({ ...COLUMNS, email: plain<string>(), tier: plain<string>(), role: plain<Role>() });

/** A session with its account. */
export type OwnedSession = EntityOf<typeof OWNED>;

const LINK = new RowMapper({
  /** SHA-256 of its token, hexadecimal. */
  hash: plain<string>(),
  accountId: plain<number>(),
  expiresAt: instant(),
});

/** A link that signs in to an account once. */
export type SignInLink = EntityOf<typeof LINK>;

const PROVIDER_SIGN_IN = new RowMapper({
  /** SHA-256 of the browser's token, hexadecimal. */
  hash: plain<string>(),
  /** The page to come back to; null = none. */
  next: plain<string | null>(),
  expiresAt: instant(),
});

/** A sign-in under way at the identity provider. */
export type ProviderSignIn = EntityOf<typeof PROVIDER_SIGN_IN>;

const OWNED_SESSIONS = `SELECT ${SESSION.columnsOf('s')}, a.email, a.tier, a.role
  FROM session s JOIN account a ON a.id = s.account_id`;
const BY_ID = `${OWNED_SESSIONS} WHERE s.id = ?`;
const OF_ACCOUNT = `${OWNED_SESSIONS} WHERE s.account_id = ? AND s.ends_at > ? ORDER BY s.created_at DESC, s.id`;
const LINKED_ACCOUNT = `SELECT ${ACCOUNT.columnsOf('a')}, l.expires_at
  FROM sign_in_link l JOIN account a ON a.id = l.account_id WHERE l.hash = ?`;
const BY_HASH = 'SELECT hash, next, expires_at FROM provider_sign_in WHERE hash = ?';

/** Sessions of the account console, and the links and provider sign-ins that start them. */
export class SessionStore {
  constructor(private readonly database: Database) {}

  /** @returns false for a suspended account: nothing is stored */
  insert(session: Session, event: AccountEvent): Promise<boolean> {
    // Suspensions use the same area, so none comes between the check and the insert.
    return this.database.change('accounts', async (trx) => {
      const active = await trx('account').where({ id: session.accountId }).whereNull('suspended_at').first('id');
      if (active === undefined) return false;
      await trx('session').insert(SESSION.toRow(session));
      await addEvent(trx, event);
      return true;
    });
  }

  /** Reads the row on every call, so that an end by any process applies to the next request. */
  async find(id: string): Promise<OwnedSession | null> {
    return firstOf(await this.database.query<Row>(BY_ID, id), OWNED.toEntity);
  }

  /** The sessions of an account that have not ended, newest first. */
  async of(accountId: number, now: Date): Promise<OwnedSession[]> {
    return (await this.database.query<Row>(OF_ACCOUNT, accountId, now.getTime())).map(OWNED.toEntity);
  }

  /** Stores a use. */
  async touch(id: string, { lastUsedAt, endsAt }: Pick<Session, 'lastUsedAt' | 'endsAt'>): Promise<void> {
    const used = SESSION.toRow({ lastUsedAt, endsAt });
    await this.database.change('accounts', (trx) => trx('session').where({ id }).update(used));
  }

  /** Rotates the token. @returns false when another request has rotated it already */
  async rotate(id: string, { from, to, previous }: TokenChange, at: Date): Promise<boolean> {
    const rotated = SESSION.toRow({ hash: to, previousHash: previous, previousUntil: null, rotatedAt: at });
    const changed: number = await this.database.change('accounts', (trx) =>
      trx('session').where({ id, hash: from }).update(rotated),
    );
    return changed > 0;
  }

  /** Sets until when the previous token is valid, unless that is already set. */
  async retirePrevious(id: string, until: Date): Promise<void> {
    await this.database.change('accounts', (trx) =>
      trx('session').where({ id }).whereNull('previous_until').update({ previous_until: until.getTime() }),
    );
  }

  /** @param id of one session; null = all of the account. @returns the number ended; at 0 no event is recorded */
  end(accountId: number, id: string | null, event: AccountEvent): Promise<number> {
    return this.database.change('accounts', async (trx) => {
      const which = id === null ? { account_id: accountId } : { account_id: accountId, id };
      const ended: number = await trx('session').where(which).delete();
      if (ended > 0) await addEvent(trx, event);
      return ended;
    });
  }

  /** Deletes sessions, links and provider sign-ins that ended before a moment. */
  async prune(before: Date): Promise<void> {
    await this.database.change('accounts', async (trx) => {
      await trx('session').where('ends_at', '<=', before.getTime()).delete();
      await trx('sign_in_link').where('expires_at', '<=', before.getTime()).delete();
      await trx('provider_sign_in').where('expires_at', '<=', before.getTime()).delete();
    });
  }

  insertLink(link: SignInLink, event: AccountEvent): Promise<void> {
    return this.database.change('accounts', async (trx) => {
      await trx('sign_in_link').insert(LINK.toRow(link));
      await addEvent(trx, event);
    });
  }

  /** Deletes a link and returns its account; of two simultaneous calls only one gets it. Null when expired or unknown. */
  takeLink(hash: string, now: Date): Promise<Account | null> {
    return this.database.change('accounts', async (trx, query) => {
      const [row] = await query<{ expires_at: number }>(LINKED_ACCOUNT, hash);
      await trx('sign_in_link').where({ hash }).delete();
      return row === undefined || row.expires_at <= now.getTime() ? null : ACCOUNT.toEntity(row);
    });
  }

  /** Also deletes expired provider sign-ins. */
  insertProviderSignIn(signIn: ProviderSignIn, now: Date): Promise<void> {
    return this.database.change('accounts', async (trx) => {
      await trx('provider_sign_in').where('expires_at', '<=', now.getTime()).delete();
      await trx('provider_sign_in').insert(PROVIDER_SIGN_IN.toRow(signIn));
    });
  }

  /** Deletes and returns a provider sign-in, as `takeLink`. */
  takeProviderSignIn(hash: string, now: Date): Promise<ProviderSignIn | null> {
    return this.database.change('accounts', async (trx, query) => {
      const signIn = firstOf(await query<Row>(BY_HASH, hash), PROVIDER_SIGN_IN.toEntity);
      await trx('provider_sign_in').where({ hash }).delete();
      return signIn !== null && signIn.expiresAt > now ? signIn : null;
    });
  }
}
