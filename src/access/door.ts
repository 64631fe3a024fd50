import { isAccessToken } from './accessToken';
import type { Authenticator } from './authenticate';
import type { CalendarReaders } from './calendarReaders';
import type { Admission } from './caller';
import { type Credentials, presentedKey } from './credentials';
import type { Sessions } from './sessions';
import type { SignIn } from './signIn';
import type { TierTable } from './tiers';

export interface DoorDeps {
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
export function doorOf({ keys, signIn, sessions, calendars, tiers }: DoorDeps) {
  return async (credentials: Credentials, counting: boolean): Promise<Admission> => {
    const { authorization, apiKey, session, only, calendarFile = '' } = credentials;
    if (only === 'address') return calendars.admit(calendarFile);
    if (only === 'visitor') return { caller: { accountId: null, tier: tiers.demo, demo: false }, counted: null };
    const brings = authorization !== undefined || apiKey !== undefined;
    if (only === 'session' || (session !== undefined && !brings)) return sessions.admit(session ?? '', counting);
    if (signIn !== null && authorization !== undefined) {
      const bearer = presentedKey(credentials);
      if (isAccessToken(bearer)) return signIn.admit(bearer, counting);
    }
    return counting ? keys.admit(credentials) : { caller: await keys.authenticate(credentials), counted: null };
  };
}
