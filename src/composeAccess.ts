import type { Logger } from 'pino';
import { TokenVerifier } from './access/accessToken';
import { Authenticator, authenticateRequest } from './access/authenticate';
import type { BackgroundWork } from './access/backgroundWork';
import { LinkReaders } from './access/linkReaders';
import { SignIn, type SignInDeps } from './access/providerSignIn';
import { Sessions } from './access/sessions';
import type { TierTable } from './access/tiers';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Authenticate } from './http/authenticate';
import type { Storage } from './storage/storage';

interface AccessSources {
  readonly storage: Storage;
  readonly tiers: TierTable;
  readonly demoToken: string | null;
  readonly keySecret: string | null;
  readonly background: BackgroundWork;
  readonly clock: Clock;
  readonly log: Logger;
}

/** All ways to authenticate: keys, access tokens, sessions and secret links. */
export interface Access {
  readonly authenticate: Authenticate;
  readonly sessions: Sessions;
}

/** Composes the authentication of requests. */
export function accessOf(
  config: Config,
  { storage, tiers, demoToken, keySecret, background, clock, log }: AccessSources,
): Access {
  const { moment } = clock;
  const keys = new Authenticator({ keys: storage.keys, tiers, demoToken, keySecret, background, log, moment });
  const signIn = signInOf(config, { identities: storage.identities, tiers, moment, log });
  const sessions = new Sessions({ store: storage.sessions, tiers, background, moment, log });
  const readers = { tiers, background, now: () => clock.now(), log };
  const calendars = new LinkReaders({ ...readers, what: 'calendar', extension: 'ics', store: storage.calendarLinks });
  const tables = new LinkReaders({ ...readers, what: 'table', extension: 'csv', store: storage.tableLinks });
  return {
    authenticate: authenticateRequest({ keys, signIn, sessions, calendars, tables, tiers }),
    sessions,
  };
}

/** Sign-in by access tokens; null if no issuer is set. */
function signInOf(
  { oauthIssuer: issuer, oauthAudience: audience, oauthAutoCreate: autoCreate }: Config,
  deps: Pick<SignInDeps, 'identities' | 'tiers' | 'moment' | 'log'>,
): SignIn | null {
  if (issuer === null) return null;
  return new SignIn({ ...deps, issuer, autoCreate, tokens: new TokenVerifier({ issuer, audience }) });
}
