import { Deliveries, type DeliveriesDeps } from '../../src/alerts/deliveries';
import { EndpointSecretBox, Sender, WebhookClient } from '../../src/alerts/sender';
import type { Clock } from '../../src/clock';
import { workDeliveries } from '../../src/jobs/dailyJobs';
import type { Storage } from '../../src/storage/storage';
import type { NewEvent, WebhookEndpoint } from '../../src/storage/webhookEvents';
import { NO_LOG } from './log';

export const KEY_SECRET = 'a secret for tests, 32 characters or more';
export const SECRETS = new EndpointSecretBox(KEY_SECRET);

interface Added {
  readonly id?: string;
  readonly accountId: number;
  readonly url: string;
  readonly events?: readonly string[];
  readonly includeNeutral?: boolean;
}

interface Delivering extends Pick<Storage, 'queue'> {
  readonly webhooks: { readonly deliveries: DeliveriesDeps['store'] };
}

/** Makes the queue of a process deliver events, as a service does. */
export function deliverFrom({ queue, webhooks }: Delivering, clock: Clock, allowPrivate = true): Deliveries {
  const client = new WebhookClient(allowPrivate, clock);
  const sender = new Sender({ client, secrets: SECRETS, timer: clock });
  const deliveries = new Deliveries({
    store: webhooks.deliveries,
    jobs: queue,
    sender,
    clock,
    log: NO_LOG,
    random: () => 0,
  });
  workDeliveries(queue, deliveries, NO_LOG);
  return deliveries;
}

/** Adds an endpoint. @returns its secret as shown to the owner */
export async function addEndpoint(
  { webhooks }: Pick<Storage, 'webhooks'>,
  { id = 'we_1', accountId, url, events = ['one', 'two', 'three'], includeNeutral = false }: Added,
): Promise<string> {
  const { shown, stored } = SECRETS.create();
  const endpoint: WebhookEndpoint = {
    id,
    accountId,
    url,
    description: '',
    events,
    markets: null,
    includeNeutral,
    secret: stored,
    previousSecret: null,
    previousUntil: null,
    state: 'active',
    disabledReason: null,
    disabledAt: null,
    createdAt: new Date(0),
  };
  await webhooks.endpoints.insert(endpoint, 100);
  return shown;
}

export function newEvent(type: string, at: Date, accountId: number | null = null): NewEvent {
  return { accountId, type, data: { type }, at, key: null };
}
