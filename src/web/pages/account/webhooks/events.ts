import { createWebhook } from '../../../../../generated/pages.json';
import type { Schemas } from '../../../api/client';

export type Webhook = Schemas['WebhookEndpoint'];
export type EventType = Schemas['WebhookEventType'];

const WORDS: Readonly<Record<EventType, string>> = {
  'pattern.entering': 'a pattern of a saved scan enters on the next session',
  'scan.changed': 'a saved scan found something new, or something is gone',
  'daily_pick.published': 'the pick of the day is there',
  'daily_pick.scored': 'a pick of before was scored',
  'data.stale': 'prices of a market are behind',
};

/** Every event there is, with what it tells; one that this release has no words for stands by its name. */
export const EVENTS: readonly (readonly [EventType, string])[] = (
  createWebhook.body.properties.events.items.enum as EventType[]
).map((type) => [type, WORDS[type] ?? '']);

/** One webhook with all about it. */
export function webhookAddress({ webhook_id }: Pick<Webhook, 'webhook_id'>): string {
  return `/account/webhooks/${encodeURIComponent(webhook_id)}`;
}

/** What it is called where there is little room: its description, or else its address. */
export function nameOf({ description, url }: Webhook): string {
  return description === '' ? url : description;
}
