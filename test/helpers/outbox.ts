import { Alerts, type AlertsDeps } from '../../src/alerts/alerts';
import { WebhookDoor } from '../../src/alerts/door';
import { EndpointSecretBox } from '../../src/alerts/secrets';
import { Sender } from '../../src/alerts/sender';
import type { Clock } from '../../src/clock';
import type { Storage } from '../../src/storage/storage';
import type { WebhookEndpoint } from '../../src/storage/webhookEndpoints';
import type { NewEvent } from '../../src/storage/webhookEvents';
import { NO_LOG } from './log';

export const KEY_SECRET = 'a secret for tests, 32 characters or more';
export const SECRETS = new EndpointSecretBox(KEY_SECRET);

interface Added {
  readonly id?: string;
  readonly accountId: number;
  readonly url: string;
  readonly events?: readonly string[];
}

interface Sending extends Pick<Storage, 'presence'> {
  readonly webhooks: Pick<AlertsDeps, 'deliveries'>;
}

/** What a service sends events with. */
export function alertsOver({ presence, webhooks }: Sending, clock: Clock, allowPrivate = true): Alerts {
  const door = new WebhookDoor(allowPrivate, clock);
  const sender = new Sender({ door, secrets: SECRETS, timer: clock, sentAt: () => new Date() });
  return new Alerts({ deliveries: webhooks.deliveries, presence, sender, clock, log: NO_LOG, random: () => 0 });
}

/** Adds an endpoint. @returns its secret, as its owner has it */
export async function addEndpoint(
  { webhooks }: Pick<Storage, 'webhooks'>,
  { id = 'we_1', accountId, url, events = ['one', 'two', 'three'] }: Added,
): Promise<string> {
  const { shown, stored } = SECRETS.create();
  const endpoint: WebhookEndpoint = {
    ...{ id, accountId, url, description: '', events, secret: stored },
    ...{ previousSecret: null, previousUntil: null, state: 'active', disabledReason: null, disabledAt: null },
    createdAt: new Date(0),
  };
  await webhooks.endpoints.insert(endpoint, 100);
  return shown;
}

export function newEvent(type: string, at: Date, accountId: number | null = null): NewEvent {
  return { accountId, type, data: { type }, at, key: null };
}
