import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { BackgroundWork } from './access/backgroundWork';
import { IdentityProvider } from './access/identityProvider';
import { KeyService } from './access/keys';
import { ProviderSignIn } from './access/providerSignIn';
import type { Sessions } from './access/sessions';
import { LINK_MINUTES, LinkMail, SignInLinks } from './access/signInLinks';
import type { TierTable } from './access/tiers';
import { WebhookClient } from './alerts/client';
import { Deliveries } from './alerts/deliveries';
import { EndpointSecretBox } from './alerts/secrets';
import { Sender } from './alerts/sender';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Market } from './core/calendar/market';
import type { Provider } from './feeds/provider';
import { OutgoingClient } from './http/outgoing';
import { StoredFeedAdmin } from './jobs/feeds/feedAdmin';
import type { ConsoleParts } from './services/account/console';
import type { WebhookParts } from './services/account/webhooks';
import { PriceSurvey } from './services/operator/priceSurvey';
import type { Storage } from './storage/storage';

interface ConsoleSources {
  readonly storage: Storage;
  readonly markets: readonly Market[];
  readonly providers: ReadonlyMap<string, Provider>;
  readonly sessions: Sessions;
  readonly tiers: TierTable;
  readonly keySecret: string | null;
  readonly background: BackgroundWork;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Composes the account console. */
export function consoleOf(
  config: Config,
  { storage, markets, providers, sessions, tiers, keySecret, background, clock, log }: ConsoleSources,
): ConsoleParts {
  const { mail, publicUrl, feeds: feedsSetting } = config;
  const { accounts, keys: keyStore, sessions: store, counters, prices, feeds, heldPrices, queue } = storage;
  const runsHere = feedsSetting === 'auto';
  const feedAdmin = new StoredFeedAdmin({
    prices,
    feeds,
    heldPrices,
    queue,
    counter: counters.providers,
    providers,
    markets,
    clock,
    runsHere,
  });
  const priceSurvey = new PriceSurvey({ prices, markets, timer: clock });
  const now = () => clock.now();
  const links = new SignInLinks({ store, publicUrl, now });
  const keys =
    keySecret === null ? null : new KeyService({ accounts, keys: keyStore, tiers, keySecret, now, by: 'self' });
  const mailSettings = mail && { transport: createTransport(mail.url), from: mail.from };
  const linkMail =
    mailSettings && new LinkMail({ accounts, counters, links, ...mailSettings, background, moment: clock.moment, log });
  const provider = providerOf(config, { storage, tiers, clock, log });
  const signIn = { sessions, links, keys, mail: linkMail, provider, linkMinutes: LINK_MINUTES };
  return { accounts, keyStore, store, counters, prices, feeds, heldPrices, queue, feedAdmin, priceSurvey, ...signIn };
}

/** Sign-in by an identity provider; null if the settings name no issuer or client. */
function providerOf(
  { oauthIssuer: issuer, oauthClient: client, oauthAutoCreate: autoCreate, publicUrl }: Config,
  { storage, tiers, clock, log }: Pick<ConsoleSources, 'storage' | 'tiers' | 'clock' | 'log'>,
): ProviderSignIn | null {
  if (issuer === null || client === null) return null;
  const settings = {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    redirectUri: `${publicUrl}/sign-in/callback`,
  };
  const { accounts, identities, sessions: store } = storage;
  const provider = new IdentityProvider(settings, new OutgoingClient(), log);
  return new ProviderSignIn({
    issuer,
    provider,
    accounts,
    identities,
    store,
    tiers,
    autoCreate,
    log,
    name: client.name,
    moment: clock.moment,
  });
}

interface WebhookSources {
  readonly storage: Pick<Storage, 'webhooks' | 'queue'>;
  readonly keySecret: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Composes the sending of webhooks. `signing` is null without a KEY_SECRET. */
export function webhooksOf(
  { webhooksPrivate }: Pick<Config, 'webhooksPrivate'>,
  { storage, keySecret, clock, log }: WebhookSources,
): WebhookParts {
  const { webhooks: store, queue: jobs } = storage;
  const client = new WebhookClient(webhooksPrivate, clock);
  const unsigned = { store, client, signing: null, testsUnderWay: new Map<number, number>() };
  if (keySecret === null) return unsigned;
  const secrets = new EndpointSecretBox(keySecret);
  const sender = new Sender({ client, secrets, timer: clock, sentAt: () => new Date() });
  const deliveries = new Deliveries({ store: store.deliveries, jobs, sender, clock, log, random: Math.random });
  return { ...unsigned, signing: { secrets, sender, deliveries } };
}
