import { isAccessToken } from './accessToken';
import type { Authenticator } from './authenticate';
import type { Admission } from './caller';
import { type Credentials, presentedKey } from './credentials';
import type { LinkReaders } from './linkReaders';
import type { Sessions } from './sessions';
import type { SignIn } from './signIn';
import type { TierTable } from './tiers';

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
    const { authorization, apiKey, session, only, calendarFile, tableFile = '' } = credentials;
    if (only === 'address') {
      return { caller: await (calendarFile === undefined ? tables.admit(tableFile) : calendars.admit(calendarFile)) };
    }
    if (only === 'visitor') return { caller: { accountId: null, tier: tiers.demo, demo: false } };
    const hasCredentials = authorization !== undefined || apiKey !== undefined;
    if (only === 'session' || (session !== undefined && !hasCredentials)) return sessions.admit(session ?? '');
    if (signIn !== null && authorization !== undefined) {
      const bearer = presentedKey(credentials);
      if (isAccessToken(bearer)) return { caller: await signIn.admit(bearer) };
    }
    return { caller: await keys.authenticate(credentials) };
  };
}
