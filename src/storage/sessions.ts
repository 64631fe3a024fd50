import type { Account, AccountEvent, Admitted, Arrival, Role } from './accounts';

/** Who is signed in to the account console, and the links that begin it. */
export interface SessionStore {
  /** @returns false for an account that is suspended: nothing is stored */
  insert(session: Session, event: AccountEvent): Promise<boolean>;
  /** Looked up anew for each request, so that its end by any process counts on the very next one. */
  find(id: string): Promise<OwnedSession | null>;
  /** The same for a request, which is counted as with `AccountStore.admitKey`. */
  admit(presented: Pick<Session, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedSession>>;
  /** Those of an account that have not ended, newest first. */
  of(accountId: number, now: Date): Promise<OwnedSession[]>;
  /** Notes its use. */
  touch(id: string, use: Pick<Session, 'lastUsedAt' | 'endsAt'>): Promise<void>;
  /** Changes its token, unless another request did: then nothing. @returns whether it is changed */
  rotate(id: string, change: TokenChange, at: Date): Promise<boolean>;
  /** Says until when the token before the last change is good. Said before, it stays. */
  retirePrevious(id: string, until: Date): Promise<void>;
  /** @param id of one session; null = all of the account. @returns how many there were; none is not noted */
  end(accountId: number, id: string | null, event: AccountEvent): Promise<number>;
  /** Lets go of sessions, links and sign-ins that ended before. */
  prune(before: Date): Promise<void>;
  insertLink(link: SignInLink, event: AccountEvent): Promise<void>;
  /** Uses a link up: of two who come with it at once one gets its account. Null when it has ended, or never was. */
  takeLink(hash: string, now: Date): Promise<Account | null>;
  /** Lets go of those that nobody came back from in time. */
  insertProviderSignIn(begun: ProviderSignIn, now: Date): Promise<void>;
  /** Uses it up, as `takeLink`. */
  takeProviderSignIn(hash: string, now: Date): Promise<ProviderSignIn | null>;
}

/** Somebody signed in to the account console. Tokens are known by their SHA-256, hexadecimal. */
export interface Session {
  /** Public: names it in lists. */
  readonly id: string;
  readonly accountId: number;
  readonly hash: string;
  /** Of the token before the last change; null before the first. */
  readonly previousHash: string | null;
  /** Until when that one is good, too; null = until a moment after the new one is used first. */
  readonly previousUntil: Date | null;
  readonly method: 'link' | 'provider';
  /** The browser it began in, in few words. */
  readonly agent: string;
  readonly createdAt: Date;
  /** Coarse. */
  readonly lastUsedAt: Date;
  /** When its token was changed last. */
  readonly rotatedAt: Date;
  /** When it ends unless it is used before, and when it does in any case. */
  readonly endsAt: Date;
  readonly latestEnd: Date;
}

/** A change of a session's token: hashes of the one in force, the one that takes its place, and the one that stays good with it. */
export interface TokenChange {
  readonly from: string;
  readonly to: string;
  readonly previous: string;
}

/** A session with its account. */
export interface OwnedSession extends Session {
  readonly email: string;
  readonly tier: string;
  readonly role: Role;
}

/** What signs in to an account once. */
export interface SignInLink {
  /** SHA-256 of its token, hexadecimal. */
  readonly hash: string;
  readonly accountId: number;
  readonly expiresAt: Date;
}

/** A sign-in that was begun at the identity provider. */
export interface ProviderSignIn {
  /** SHA-256 of what the browser holds, hexadecimal. */
  readonly hash: string;
  /** The page to come back to; null = none. */
  readonly next: string | null;
  readonly expiresAt: Date;
}
