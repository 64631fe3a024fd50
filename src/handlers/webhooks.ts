import type { Handler } from '../operation';
import { listDeliveries, redeliverEvent, testWebhook } from '../services/webhookDeliveries';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  type WebhookDeps,
} from '../services/webhooks';

const DEFAULT_OVERLAP_HOURS = 24;

/** GET /webhooks */
export function listWebhooksHandler(deps: WebhookDeps): Handler<'listWebhooks'> {
  return (_, context) => listWebhooks(deps, context);
}

/** POST /webhooks */
export function createWebhookHandler(deps: WebhookDeps): Handler<'createWebhook'> {
  return ({ body }, context) => createWebhook(deps, context, body);
}

/** GET /webhooks/{webhook_id} */
export function getWebhookHandler(deps: WebhookDeps): Handler<'getWebhook'> {
  return ({ webhook_id }, context) => getWebhook(deps, context, webhook_id);
}

/** PATCH /webhooks/{webhook_id} */
export function changeWebhookHandler(deps: WebhookDeps): Handler<'changeWebhook'> {
  return ({ webhook_id, body }, context) => changeWebhook(deps, context, webhook_id, body);
}

/** DELETE /webhooks/{webhook_id} */
export function deleteWebhookHandler(deps: WebhookDeps): Handler<'deleteWebhook'> {
  return ({ webhook_id }, context) => deleteWebhook(deps, context, webhook_id);
}

/** POST /webhooks/{webhook_id}/rotate */
export function rotateWebhookSecretHandler(deps: WebhookDeps): Handler<'rotateWebhookSecret'> {
  return ({ webhook_id, body: { overlap_hours = DEFAULT_OVERLAP_HOURS } }, context) =>
    rotateWebhookSecret(deps, context, webhook_id, overlap_hours);
}

/** POST /webhooks/{webhook_id}/test */
export function testWebhookHandler(deps: WebhookDeps): Handler<'testWebhook'> {
  return ({ webhook_id }, context) => testWebhook(deps, context, webhook_id);
}

/** GET /webhooks/{webhook_id}/deliveries */
export function listDeliveriesHandler(deps: WebhookDeps): Handler<'listDeliveries'> {
  return ({ webhook_id, before, limit }, context) => listDeliveries(deps, context, { id: webhook_id, before, limit });
}

/** POST /webhooks/{webhook_id}/events/{event_id}/redeliver */
export function redeliverEventHandler(deps: WebhookDeps): Handler<'redeliverEvent'> {
  return ({ webhook_id, event_id }, context) => redeliverEvent(deps, context, { id: webhook_id, eventId: event_id });
}
