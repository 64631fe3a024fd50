import type { Logger } from 'pino';
import { WebhookClient } from './alerts/client';
import { Deliveries } from './alerts/deliveries';
import { EndpointSecretBox } from './alerts/secrets';
import { Sender } from './alerts/sender';
import type { Clock } from './clock';
import type { Config } from './config';
import type { WebhookParts } from './services/account/webhooks';
import type { Storage } from './storage/storage';

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
