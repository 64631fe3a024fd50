import type { Counted, Moment, Quota } from './counters';

/** Who may ask: accounts, their keys, and whom an issuer of access tokens calls what. */
export interface AccountStore {
  insert(account: NewAccount, by?: AccountEvent['by']): Promise<Account>;
  findByEmail(email: string): Promise<Account | null>;
  find(accountId: number): Promise<Account | null>;
  /** Of those whose address has a text in it, in the order in which they were made, some after the one of an id. */
  list(wanted: { readonly after: number; readonly limit: number; readonly search: string }): Promise<Account[]>;
  /** How many have a text in their address. */
  count(search: string): Promise<number>;
  /** @param event noted with it, as with every method that takes one: both are stored, or neither */
  setTier(accountId: number, tier: string, event?: AccountEvent): Promise<void>;
  setRole(accountId: number, role: Role, event?: AccountEvent): Promise<void>;
  /**
   * Suspends an account, which ends its sessions and links, or resumes it. Its keys let nobody in from the next request on.
   *
   * @param at null = it is resumed
   * @returns whether that changed anything; else nothing is noted
   * @throws LastOperatorError for the only operator that is left
   */
  suspend(accountId: number, at: Date | null, event: AccountEvent): Promise<boolean>;
  /** Notes what was done with something else than the account itself. */
  note(event: AccountEvent): Promise<void>;
  /** What was done with an account, newest first. @param before id of an event: only older ones; null = all */
  events(accountId: number, before: number | null, limit: number): Promise<RecordedEvent[]>;
  key(id: string): Promise<OwnedKey | null>;
  /**
   * Looks a key up for a request, each time anew, so that a revocation by any process counts on the very next one. Where
   * that saves a round trip the request is counted with it: one whose hash fits, of a key that is neither revoked nor expired.
   */
  admitKey(presented: Pick<ApiKey, 'id' | 'hash'>, arrival: Arrival): Promise<Admitted<OwnedKey>>;
  /** By account, oldest first. @param email of one account; undefined = all */
  keys(email?: string): Promise<OwnedKey[]>;
  /** Of an account, oldest first. */
  keysOf(accountId: number): Promise<OwnedKey[]>;
  /** @param most active keys that the account may have. @returns whether there was room, and it is stored */
  insertKey(key: ApiKey, event?: AccountEvent, most?: number): Promise<boolean>;
  /** Adds the successor, which ends when the key it replaces was made to, and sets that one's end: both or neither. */
  replaceKey(oldId: string, expiresAt: Date, successor: ApiKey, event?: AccountEvent): Promise<void>;
  /** The first revocation counts; a later one leaves its time, and is not noted. */
  revokeKey(id: string, at: Date, event?: AccountEvent): Promise<void>;
  touchKey(id: string, at: Date): Promise<void>;
  /** The account somebody signs in to. */
  signedIn(identity: Identity): Promise<SignedInAccount | null>;
  /** Looks that account up for a request, which is counted as with `admitKey`. */
  admitSignedIn(identity: Identity, arrival: Arrival): Promise<Admitted<SignedInAccount>>;
  /**
   * Ties somebody seen for the first time to their account, or to a new one. Of several first requests at once one makes
   * the account and the others find it.
   *
   * @returns null when there is no account and none may be made
   */
  claim(identity: Identity, claim: Claim): Promise<SignedInAccount | null>;
  /** A secret to hash keys with, made once and kept as long as the accounts. @throws Error when what was kept is damaged */
  generatedSecret(): Promise<string>;
}

export interface Account {
  readonly id: number;
  /** Lower case. */
  readonly email: string;
  /** Id of a row of the tier table; may be unknown to it. */
  readonly tier: string;
  readonly role: Role;
  readonly createdAt: Date;
  /** Since when an operator lets nobody in with it, and nothing is done for it; null = they do not. */
  readonly suspendedAt: Date | null;
}

/** `admin`: an operator of the service. */
export type Role = 'member' | 'admin';

/** An account that is to be. */
export type NewAccount = Omit<Account, 'id' | 'suspendedAt'>;

/** What was done with an account; no secret is part of it. */
export interface AccountEvent {
  readonly accountId: number;
  readonly at: Date;
  readonly kind:
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
    | 'held_prices_taken'
    | 'held_prices_dropped'
    | 'account_suspended'
    | 'account_resumed'
    | 'calendar_link_made'
    | 'calendar_link_revoked';
  /** The account holder, an operator, or a command on the server. */
  readonly by: 'self' | 'operator' | 'command';
  /** The key, session or calendar link it is about. */
  readonly subject: string | null;
  readonly detail: string | null;
}

export interface RecordedEvent extends AccountEvent {
  readonly id: number;
}

/** A key as it is known after its creation. The secret is not among what is known. */
export interface ApiKey {
  /** Public part of the key. */
  readonly id: string;
  readonly accountId: number;
  readonly name: string;
  /** Keyed hash of the whole key, hexadecimal. */
  readonly hash: string;
  /** Last four characters of the secret, for display. */
  readonly lastFour: string;
  readonly createdAt: Date;
  /** Coarse: written at most once a minute. */
  readonly lastUsedAt: Date | null;
  /** As it was made, or the end of a rotation's overlap; null = none. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly scope: KeyScope;
}

/** What a key may do of what its plan allows. */
export interface KeyScope {
  /** Market ids; null = every one of the plan. */
  readonly markets: readonly string[] | null;
  /** Whether it may spend no predictions. */
  readonly readOnly: boolean;
}

/** A key with its account, for lists and authentication. */
export interface OwnedKey extends ApiKey {
  readonly email: string;
  readonly tier: string;
  /** Whether the account is. */
  readonly suspended: boolean;
}

/** A person as an issuer of access tokens names them. */
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
  /** Of an account that may be taken, proven to be theirs; null = none. Lower case. */
  readonly email: string | null;
  /** The account to make when there is none; null = make none. */
  readonly create: { readonly email: string; readonly tier: string } | null;
  readonly at: Date;
}

/** What looking somebody up came to. */
export interface Admitted<T> {
  /** Null when there is nobody. */
  readonly found: T | null;
  /** By the clock gone by, epoch milliseconds. */
  readonly now: number;
  /** The request, counted in the same step; null where it is yet to be counted, or nobody may come in. */
  readonly counted: Counted | null;
}

/** A request that somebody makes who is yet to be looked up. */
export interface Arrival {
  readonly at: Moment;
  readonly quotas: Quotas;
}

/** What accounts may ask for, by their tier. */
export interface Quotas {
  readonly byTier: ReadonlyMap<string, Quota>;
  /** Of an account on any other tier. */
  readonly otherwise: Quota;
}
