import { isAccessToken } from './accessToken';
import type { Authenticator } from './authenticate';
import type { CalendarReaders } from './calendarReaders';
import type { Admission } from './caller';
import { type Credentials, presentedKey } from './credentials';
import type { Sessions } from './sessions';
import type { SignIn } from './signIn';
import type { TierTable } from './tiers';

export interface AuthenticationDeps {
  readonly keys: Authenticator;
  /** Null where nobody signs in elsewhere. */
  readonly signIn: SignIn | null;
  readonly sessions: Pick<Sessions, 'admit'>;
  readonly calendars: Pick<CalendarReaders, 'admit'>;
  readonly tiers: TierTable;
}

/**
 * Who comes in, by what they bring. An access token is accepted wherever a key is: /mcp is a door to the same /v1, and hands
 * it on as it came. A session stands in for a key where none is sent, and is all that counts where only sessions do.
 *
 * @throws unauthorized (401), forbidden (403), not_found (404) for the address of no calendar, serviceMisconfigured (503)
 */
export function authenticateRequest({ keys, signIn, sessions, calendars, tiers }: AuthenticationDeps) {
  return async (credentials: Credentials): Promise<Admission> => {
    const { authorization, apiKey, session, only, calendarFile = '' } = credentials;
    if (only === 'address') return { caller: await calendars.admit(calendarFile) };
    if (only === 'visitor') return { caller: { accountId: null, tier: tiers.demo, demo: false } };
    const brings = authorization !== undefined || apiKey !== undefined;
    if (only === 'session' || (session !== undefined && !brings)) return sessions.admit(session ?? '');
    if (signIn !== null && authorization !== undefined) {
      const bearer = presentedKey(credentials);
      if (isAccessToken(bearer)) return { caller: await signIn.admit(bearer) };
    }
    return { caller: await keys.authenticate(credentials) };
  };
}
