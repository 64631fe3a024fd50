import { createTransport } from 'nodemailer';
import { TokenVerifier } from './access/accessToken';
import { Authenticator, authenticateRequest } from './access/authenticate';
import type { BackgroundWork } from './access/caller';
import { IdentityProvider } from './access/identityProvider';
import { KeyService } from './access/keys';
import { LinkReaders } from './access/linkReaders';
import { ProviderSignIn, SignIn } from './access/providerSignIn';
import { Sessions } from './access/sessions';
import { LinkMail, SignInLinks } from './access/signInLinks';
import type { Foundation } from './composeScreening';
import type { Authenticate } from './http/authenticate';
import { OutgoingClient } from './http/outgoing';
import type { SignInParts } from './services/screening/deps';

interface ComposedAccess {
  /** By keys, access tokens, sessions and secret links. */
  readonly authenticate: Authenticate;
  /** Null where keys cannot be hashed. */
  readonly keys: KeyService | null;
  readonly signIn: SignInParts;
}

interface AccessSources {
  /** Null turns the demo token off. */
  readonly demoToken: string | null;
  /** Null where keys cannot be hashed. */
  readonly keySecret: string | null;
  readonly background: BackgroundWork;
}

/** Composes the authentication of requests, and the sign-in to the console. */
export function accessOf(foundation: Foundation, { demoToken, keySecret, background }: AccessSources): ComposedAccess {
  const { config, storage, tiers, clock, log } = foundation;
  const { accounts, counters } = storage;
  const { mail, publicUrl } = config;
  const { now, moment } = clock;
  const sessions = new Sessions({ store: storage.sessions, tiers, background, now, log });
  const links = new SignInLinks({ store: storage.sessions, publicUrl, now });
  const readers = { tiers, background, now, log };
  const issued = issuerSignInOf(foundation);
  return {
    authenticate: authenticateRequest({
      keys: new Authenticator({ keys: storage.keys, tiers, demoToken, keySecret, background, log, now }),
      signIn: issued.byToken,
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
      provider: issued.byProvider,
    },
  };
}

/** Sign-in by access tokens of the issuer, and to the console through it; null if the settings name no issuer or client. */
function issuerSignInOf({ config, storage, tiers, clock, log }: Foundation) {
  const { oauthIssuer: issuer, oauthClient: client, oauthAudience: audience, oauthAutoCreate: autoCreate } = config;
  if (issuer === null) return { byToken: null, byProvider: null };
  const { identities, sessions: store } = storage;
  const shared = { issuer, identities, tiers, autoCreate, now: clock.now, log };
  const byToken = new SignIn({ ...shared, tokens: new TokenVerifier({ issuer, audience }) });
  if (client === null) return { byToken, byProvider: null };
  const redirectUri = `${config.publicUrl}/sign-in/callback`;
  const settings = { issuer, clientId: client.id, clientSecret: client.secret, redirectUri };
  const provider = new IdentityProvider(settings, new OutgoingClient(), log);
  return { byToken, byProvider: new ProviderSignIn({ ...shared, provider, store, name: client.name }) };
}
