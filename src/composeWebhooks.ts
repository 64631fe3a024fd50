import type { Logger } from 'pino';
import { Alerts } from './alerts/alerts';
import { WebhookDoor } from './alerts/door';
import { EndpointSecretBox } from './alerts/secrets';
import { Sender } from './alerts/sender';
import type { WebhookParts } from './alerts/webhookParts';
import type { Clock } from './clock';
import type { Config } from './config';
import type { Storage } from './storage/storage';

interface WebhookSources {
  readonly storage: Pick<Storage, 'webhooks' | 'presence'>;
  readonly keySecret: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Puts together what sends events to webhooks. */
export function webhooksOf(
  { webhooksPrivate }: Pick<Config, 'webhooksPrivate'>,
  { storage, keySecret, clock, log }: WebhookSources,
): WebhookParts {
  const { webhooks: store, presence } = storage;
  const door = new WebhookDoor(webhooksPrivate, clock);
  if (keySecret === null) return { store, door, signing: null };
  const secrets = new EndpointSecretBox(keySecret);
  const sender = new Sender({ door, secrets, timer: clock, sentAt: () => new Date() });
  const { deliveries } = store;
  const alerts = new Alerts({ deliveries, presence, sender, clock, log, random: Math.random });
  return { store, door, signing: { secrets, sender, alerts } };
}
