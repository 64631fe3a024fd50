import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS } from '../core/calendar/dates';
import { unauthorized } from '../errors';
import type { Log } from '../log';
import type { Account, AccountEvent } from '../storage/accounts';
import type { OwnedSession, Session, SessionStore } from '../storage/sessions';
import { type Admission, type BackgroundWork, SUSPENDED } from './caller';
import { randomText, sameHash } from './keys';
import type { TierTable } from './tiers';

const MINUTE_MS = 60_000;
/** Days without use until a session ends, and its longest life in days. */
const SESSION_DAYS = { idle: 7, longest: 30 } as const;
/** The longest life of a session, milliseconds. */
export const SESSION_MS = SESSION_DAYS.longest * DAY_MS;
const ROTATE_MS = 60 * MINUTE_MS;
/** How long the previous token stays valid after the new one was first used: for requests already on their way. */
const OVERLAP_MS = MINUTE_MS;
const TOUCH_MS = MINUTE_MS;
/** One message for every failure, so that guessing reveals nothing. */
const NO_SESSION = 'Not signed in, or the session has ended: sign in again.';

export interface SessionsDeps {
  readonly store: SessionStore;
  readonly tiers: TierTable;
  readonly background: BackgroundWork;
  readonly now: () => Date;
  readonly log: Log;
}

/** A new session with its cookie, which is known only now. */
export interface BegunSession {
  readonly session: OwnedSession;
  readonly cookie: string;
}

/**
 * Sessions of the account console. Each request reads its session, so that ending it in any process takes effect at once. The
 * token changes every hour. The previous token stays valid until a minute after the new one was first used, so that neither
 * parallel requests nor a lost answer end the session; used later, it shows that the cookie was stolen.
 */
export class Sessions {
  readonly days = SESSION_DAYS;

  constructor(private readonly deps: SessionsDeps) {}

  /** Starts a new session, never reusing an earlier one of the browser. @throws unauthorized for a suspended account */
  async begin(account: Account, method: Session['method'], agent: string | undefined): Promise<BegunSession> {
    const now = this.deps.now();
    const secret = newToken();
    const latestEnd = new Date(now.getTime() + SESSION_MS);
    const session: Session = {
      id: newSessionId(),
      accountId: account.id,
      hash: hashToken(secret),
      previousHash: null,
      previousUntil: null,
      method,
      agent: browserName(agent),
      createdAt: now,
      lastUsedAt: now,
      rotatedAt: now,
      endsAt: endAfter(now, latestEnd),
      latestEnd,
    };
    const isStored = await this.deps.store.insert(session, this.event(session, 'signed_in', detailOf(session)));
    if (!isStored) throw unauthorized(SUSPENDED);
    this.later(this.deps.store.prune(now), 'ended sessions could not be removed');
    const { email, tier, role } = account;
    return { session: { ...session, email, tier, role }, cookie: sessionText(session.id, secret) };
  }

  /** Authenticates the cookie of a session. @throws unauthorized */
  async admit(cookie: string): Promise<Admission> {
    const presented = readSession(cookie);
    if (presented === null) throw unauthorized(NO_SESSION);
    const found = await this.deps.store.find(presented.id);
    const now = this.deps.now().getTime();
    if (found === null || found.endsAt.getTime() <= now) throw unauthorized(NO_SESSION);
    const isCurrent = sameHash(presented.hash, found.hash);
    if (!isCurrent) await this.requirePrevious(found, presented.hash, now);
    this.noteUse(found, isCurrent, now);
    const renewed = await this.renewed(found, presented.hash, now);
    const { accountId, tier, id, role } = found;
    const caller = { accountId, tier: this.deps.tiers.ofAccount(tier), demo: false, session: { id, role } };
    return renewed === null ? { caller } : { caller, renewed };
  }

  /** Accepts the previous token within its minute; later, the session ends. @throws unauthorized */
  private async requirePrevious(session: OwnedSession, hash: string, now: number): Promise<void> {
    if (session.previousHash === null || !sameHash(hash, session.previousHash)) throw unauthorized(NO_SESSION);
    if (session.previousUntil === null || session.previousUntil.getTime() > now) return;
    const { id, accountId } = session;
    this.deps.log.warn({ session: id, account: accountId }, 'a replaced session token was used again: session ended');
    await this.deps.store.end(accountId, id, this.event(session, 'session_reused', null));
    throw unauthorized(NO_SESSION);
  }

  /** Rotates the token once an hour, or if the answer with the new one was lost. @returns the new cookie; null = unchanged */
  private async renewed(session: OwnedSession, presented: string, now: number): Promise<string | null> {
    const { id, hash, rotatedAt, previousUntil } = session;
    const age = now - rotatedAt.getTime();
    const isLost = presented !== hash && previousUntil === null && age >= OVERLAP_MS;
    if (age < ROTATE_MS && !isLost) return null;
    if (presented !== hash && !isLost) return null;
    const secret = newToken();
    const change = { from: hash, to: hashToken(secret), previous: presented };
    return (await this.deps.store.rotate(id, change, new Date(now))) ? sessionText(id, secret) : null;
  }

  private noteUse(session: OwnedSession, isCurrent: boolean, now: number): void {
    const { id, previousHash, previousUntil, lastUsedAt, latestEnd } = session;
    const { store } = this.deps;
    if (isCurrent && previousHash !== null && previousUntil === null) {
      this.later(store.retirePrevious(id, new Date(now + OVERLAP_MS)), 'could not retire a token');
    }
    if (now - lastUsedAt.getTime() < TOUCH_MS) return;
    const used = new Date(now);
    this.later(store.touch(id, { lastUsedAt: used, endsAt: endAfter(used, latestEnd) }), 'could not note a use');
  }

  private later(work: Promise<unknown>, failure: string): void {
    this.deps.background.add(work, (err) => this.deps.log.warn({ err }, `session: ${failure}`));
  }

  private event({ id, accountId }: Session, kind: AccountEvent['kind'], detail: string | null): AccountEvent {
    return { accountId, at: this.deps.now(), kind, by: 'self', subject: id, detail };
  }
}

/** The detail of a sign-in's account event: the browser, and the identity provider if it was used. */
function detailOf({ agent, method }: Session): string {
  return method === 'provider' ? `${agent}, by the identity provider` : agent;
}

function endAfter(use: Date, latest: Date): Date {
  return new Date(Math.min(use.getTime() + SESSION_DAYS.idle * DAY_MS, latest.getTime()));
}

/** Browsers by a token of their User-Agent; those that include the tokens of others come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/** Browser and system of a User-Agent, for the list of sessions; the header itself is not stored. */
function browserName(agent = ''): string {
  const browser = BROWSERS.find(([mark]) => mark.test(agent))?.[1] ?? 'another program';
  const system = SYSTEMS.find(([mark]) => mark.test(agent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}

const ID_LENGTH = 12;
const SECRET_BYTES = 32;
const SESSION = new RegExp(`^([0-9A-Za-z]{${ID_LENGTH}})\\.([\\w-]{43})$`);

/** A token of 256 random bits in base64url, which URLs and cookies hold unescaped. */
export function newToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored hash of a token. Unlike the hashes of keys it is not keyed: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function newSessionId(): string {
  return randomText(ID_LENGTH);
}

/** Parses a session cookie: the id of the session and the hash of its secret; null for a malformed one. */
function readSession(cookie: string): { readonly id: string; readonly hash: string } | null {
  const match = SESSION.exec(cookie);
  return match === null ? null : { id: match[1], hash: hashToken(match[2]) };
}

function sessionText(id: string, secret: string): string {
  return `${id}.${secret}`;
}
