import { createWebhook } from '../../../../../generated/pages.json';
import type { Schemas } from '../../../api/client';

export type Webhook = Schemas['WebhookEndpoint'];
export type EventType = Schemas['WebhookEventType'];

const WORDS: Readonly<Record<EventType, string>> = {
  'pattern.entering': 'a pattern of a saved scan enters on the next session',
  'scan.changed': 'a saved scan found something new, or something is gone',
  'daily_pick.published': 'the pick of the day was published',
  'daily_pick.scored': 'an earlier pick was scored',
  'data.stale': 'prices of a market are behind',
};

/** All events with their descriptions; the description is empty for an event that this release does not know. */
export const EVENTS: readonly (readonly [EventType, string])[] = (
  createWebhook.body.properties.events.items.enum as EventType[]
).map((type) => [type, WORDS[type] ?? '']);

/** Path of a webhook's page. */
export function webhookAddress({ webhook_id }: Pick<Webhook, 'webhook_id'>): string {
  return `/account/webhooks/${encodeURIComponent(webhook_id)}`;
}

/** Short name of a webhook: its description, or its URL when that is empty. */
export function nameOf({ description, url }: Webhook): string {
  return description === '' ? url : description;
}
