import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { TokenVerifier } from './access/accessToken';
import { Authenticator, authenticateRequest } from './access/authenticate';
import type { BackgroundWork } from './access/backgroundWork';
import { IdentityProvider } from './access/identityProvider';
import { KeyService } from './access/keys';
import { LinkReaders } from './access/linkReaders';
import { ProviderSignIn, SignIn } from './access/providerSignIn';
import { Sessions } from './access/sessions';
import { LinkMail, SignInLinks } from './access/signInLinks';
import type { TierTable } from './access/tiers';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Authenticate } from './http/authenticate';
import { OutgoingClient } from './http/outgoing';
import type { SignInParts } from './services/screening/deps';
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

interface Access {
  /** By keys, access tokens, sessions and secret links. */
  readonly authenticate: Authenticate;
  /** Null where keys cannot be hashed. */
  readonly keys: KeyService | null;
  readonly signIn: SignInParts;
}

/** Composes the authentication of requests, and the sign-in to the console. */
export function accessOf(config: Config, sources: AccessSources): Access {
  const { storage, tiers, demoToken, keySecret, background, clock, log } = sources;
  const { accounts, counters } = storage;
  const { mail, publicUrl } = config;
  const { moment } = clock;
  const now = () => clock.now();
  const sessions = new Sessions({ store: storage.sessions, tiers, background, moment, log });
  const links = new SignInLinks({ store: storage.sessions, publicUrl, now });
  const readers = { tiers, background, now, log };
  return {
    authenticate: authenticateRequest({
      keys: new Authenticator({ keys: storage.keys, tiers, demoToken, keySecret, background, log, moment }),
      signIn: tokenSignInOf(config, sources),
      sessions,
      calendars: new LinkReaders({ ...readers, what: 'calendar', extension: 'ics', store: storage.calendarLinks }),
      tables: new LinkReaders({ ...readers, what: 'table', extension: 'csv', store: storage.tableLinks }),
      tiers,
    }),
    keys:
      keySecret === null ? null : new KeyService({ accounts, keys: storage.keys, tiers, keySecret, now, by: 'self' }),
    signIn: {
      sessions,
      links,
      mail:
        mail &&
        new LinkMail({
          accounts,
          counters,
          links,
          transport: createTransport(mail.url),
          from: mail.from,
          background,
          moment,
          log,
        }),
      provider: providerOf(config, sources),
    },
  };
}

/** Sign-in by access tokens; null if no issuer is set. */
function tokenSignInOf(
  { oauthIssuer: issuer, oauthAudience: audience, oauthAutoCreate: autoCreate }: Config,
  { storage, tiers, clock, log }: AccessSources,
): SignIn | null {
  if (issuer === null) return null;
  const tokens = new TokenVerifier({ issuer, audience });
  return new SignIn({ identities: storage.identities, tiers, moment: clock.moment, log, issuer, autoCreate, tokens });
}

/** Sign-in by an identity provider; null if the settings name no issuer or client. */
function providerOf(
  { oauthIssuer: issuer, oauthClient: client, oauthAutoCreate: autoCreate, publicUrl }: Config,
  { storage, tiers, clock, log }: AccessSources,
): ProviderSignIn | null {
  if (issuer === null || client === null) return null;
  const settings = {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    redirectUri: `${publicUrl}/sign-in/callback`,
  };
  const { identities, sessions: store } = storage;
  const provider = new IdentityProvider(settings, new OutgoingClient(), log);
  return new ProviderSignIn({
    issuer,
    provider,
    identities,
    store,
    tiers,
    autoCreate,
    log,
    name: client.name,
    moment: clock.moment,
  });
}
