import { LRUCache } from 'lru-cache';
import { serviceMisconfigured, unauthorized } from '../errors';
import type { Log } from '../log';
import type { KeyStore, OwnedKey } from '../storage/apiKeys';
import { isAccessToken } from './accessToken';
import { type Access, type Admission, type BackgroundWork, type Caller, SUSPENDED, type Tier } from './caller';
import { hashKey, idOfKey, keyState, sameHash } from './keys';
import type { LinkReaders } from './linkReaders';
import type { SignIn } from './providerSignIn';
import type { Sessions } from './sessions';
import { narrowed, type TierTable } from './tiers';

const TOUCH_INTERVAL_MS = 60_000;
/** Keys whose last use is remembered; an evicted key is noted once more. */
const MOST_TOUCHED = 10_000;
/** Keys whose hash is cached. */
const MOST_VERIFIED = 10_000;
/** Compared when the id is unknown, so that it takes as long as a wrong secret. */
const NO_HASH = '0'.repeat(64);

export interface AuthenticatorDeps {
  readonly keys: Pick<KeyStore, 'find' | 'touch'>;
  readonly tiers: TierTable;
  /** Null fails closed: every request is 503 service_misconfigured. */
  readonly keySecret: string | null;
  /** Null turns the demo token off. */
  readonly demoToken: string | null;
  readonly background: BackgroundWork;
  readonly now: () => Date;
  readonly log: Log;
}

/** Turns the headers of a request into its caller. */
export class Authenticator {
  /** When the use of a key was last noted, milliseconds of the epoch. */
  private readonly touched = new LRUCache<string, number>({ max: MOST_TOUCHED });
  /**
   * Hashes of valid keys by their text: hashing costs as much as reading the row, which is read each time. Invalid keys are
   * not cached, since they could evict the valid ones.
   */
  private readonly verified = new LRUCache<string, string>({ max: MOST_VERIFIED });
  private readonly reportedTiers = new Set<string>();

  constructor(private readonly deps: AuthenticatorDeps) {}

  /**
   * The caller of a request (SPEC 5). The key is read each time, so that a revocation by any process takes effect at once.
   *
   * @throws unauthorized (401) or serviceMisconfigured (503)
   */
  async authenticate(credentials: Credentials): Promise<Caller> {
    const { keys, keySecret, demoToken, tiers, now } = this.deps;
    if (keySecret === null) throw serviceMisconfigured('KEY_SECRET is not set');
    const presented = presentedKey(credentials);
    if (presented === demoToken) return { accountId: null, tier: tiers.demo, demo: true };
    const id = idOfKey(presented);
    if (id === null) throw unauthorized('API key malformed: it has the form prn_<id>_<secret>.');
    const hash = this.verified.get(presented) ?? hashKey(presented, keySecret);
    const key = await keys.find(id);
    const fits = sameHash(hash, key?.hash ?? NO_HASH);
    if (!key || !fits) return this.refuse(id, credentials.address, 'API key invalid.');
    this.verified.set(presented, hash);
    // Only a client with the right secret learns the state of the key.
    const state = keyState(key, now());
    if (state !== 'active') return this.refuse(id, credentials.address, `API key ${state}.`);
    if (key.suspended) return this.refuse(id, credentials.address, SUSPENDED);
    this.touch(id);
    const tier = narrowed(this.tierOf(key), key.scope);
    return { accountId: key.accountId, tier, demo: false, key: key.scope };
  }

  private refuse(keyId: string, address: string | undefined, message: string): never {
    this.deps.log.info({ keyId, address }, message);
    throw unauthorized(message);
  }

  /** An unknown tier falls back to the smallest tier. */
  private tierOf({ tier, accountId }: OwnedKey): Tier {
    const served = this.deps.tiers.ofAccount(tier);
    if (served.id !== tier && !this.reportedTiers.has(tier)) {
      this.reportedTiers.add(tier);
      this.deps.log.warn({ tier, accountId }, 'account with an unknown tier is served as free');
    }
    return served;
  }

  /** Notes the use of a key at most once a minute. */
  private touch(id: string): void {
    const { background, keys, now, log } = this.deps;
    const at = now();
    const last = this.touched.get(id);
    if (last !== undefined && at.getTime() - last < TOUCH_INTERVAL_MS) return;
    this.touched.set(id, at.getTime());
    background.add(keys.touch(id, at), (err) => log.warn({ err, keyId: id }, 'could not note the use of a key'));
  }
}

/** The credentials of a request. */
export interface Credentials {
  /** What the operation requires; absent = a key (/mcp). */
  readonly access?: Access;
  /** The Authorization header; repeated ones joined with commas. */
  readonly authorization?: string;
  /** The X-API-Key header. */
  readonly apiKey?: string | readonly string[];
  /** The session cookie, if the request comes from a page of this server. */
  readonly session?: string;
  /** The last part of a calendar's address. */
  readonly calendarFile?: string;
  /** The last part of a table's address. */
  readonly tableFile?: string;
  /** Client address, for the log of refusals. */
  readonly address?: string;
}

const HEADER_HINT = "send the header 'Authorization: Bearer <API_KEY>' or 'X-API-Key: <API_KEY>'";

/**
 * The key a request carries, in either header (SPEC 5.1).
 *
 * @throws unauthorized without any, in another form, or with two different ones. No message repeats what was sent: it
 * may be a key in the wrong place.
 */
function presentedKey({ authorization, apiKey }: Credentials): string {
  const bearer = authorization === undefined ? null : bearerToken(authorization);
  const header = apiKey === undefined ? null : headerKey(apiKey);
  if (bearer !== null && header !== null && bearer !== header) {
    throw unauthorized('Authorization and X-API-Key carry different keys; send one of them.');
  }
  const key = bearer ?? header;
  if (key === null) throw unauthorized(`API key missing: ${HEADER_HINT}.`);
  return key;
}

function bearerToken(authorization: string): string {
  const match = /^Bearer +(\S+)$/i.exec(authorization.trim());
  if (!match) throw unauthorized(`Authorization header not understood: ${HEADER_HINT}.`);
  return match[1];
}

function headerKey(apiKey: string | readonly string[]): string {
  const key = typeof apiKey === 'string' ? apiKey.trim() : '';
  // A repeated X-API-Key is joined with commas.
  if (!/^[^\s,]+$/.test(key)) throw unauthorized(`X-API-Key must hold exactly one key: ${HEADER_HINT}.`);
  return key;
}

export interface AuthenticationDeps {
  readonly keys: Authenticator;
  /** Null without an issuer of access tokens. */
  readonly signIn: SignIn | null;
  readonly sessions: Pick<Sessions, 'admit'>;
  readonly calendars: Pick<LinkReaders, 'admit'>;
  readonly tables: Pick<LinkReaders, 'admit'>;
  readonly tiers: TierTable;
}

/**
 * Authenticates a request by its credentials. An access token is accepted wherever a key is, also by /mcp, which passes it on
 * to /v1. A session replaces a key when no key is sent, and is the only credential of operations for sessions.
 *
 * @throws unauthorized (401), forbidden (403), not_found (404) for an unknown address, serviceMisconfigured (503)
 */
export function authenticateRequest({ keys, signIn, sessions, calendars, tables, tiers }: AuthenticationDeps) {
  return async (credentials: Credentials): Promise<Admission> => {
    const { authorization, apiKey, session, access, calendarFile, tableFile = '' } = credentials;
    if (access === 'address') {
      return { caller: await (calendarFile === undefined ? tables.admit(tableFile) : calendars.admit(calendarFile)) };
    }
    if (access === 'page') return { caller: { accountId: null, tier: tiers.demo, demo: false } };
    const hasCredentials = authorization !== undefined || apiKey !== undefined;
    if (access === 'session' || access === 'operator' || (session !== undefined && !hasCredentials))
      return sessions.admit(session ?? '');
    if (signIn !== null && authorization !== undefined) {
      const bearer = presentedKey(credentials);
      if (isAccessToken(bearer)) return { caller: await signIn.admit(bearer) };
    }
    return { caller: await keys.authenticate(credentials) };
  };
}
