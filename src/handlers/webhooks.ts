import { CreatedAnswer } from '../fileAnswer';
import type { Handlers } from '../operation';
import { listDeliveries, redeliverEvent, testWebhook } from '../services/account/webhookDeliveries';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  type WebhookDeps,
} from '../services/account/webhooks';

/** Webhook endpoints of an account and their deliveries. */
export function webhooksHandlers(deps: WebhookDeps) {
  return {
    listWebhooks: (_, context) => listWebhooks(deps, context),
    createWebhook: async ({ body }, context) => {
      const created = await createWebhook(deps, context, body);
      return new CreatedAnswer(created, `/webhooks/${created.webhook.webhook_id}`);
    },
    getWebhook: ({ webhook_id }, context) => getWebhook(deps, context, webhook_id),
    changeWebhook: ({ webhook_id, body }, context) => changeWebhook(deps, context, webhook_id, body),
    deleteWebhook: ({ webhook_id }, context) => deleteWebhook(deps, context, webhook_id),
    rotateWebhookSecret: ({ webhook_id, body: { overlap_hours = DEFAULT_OVERLAP_HOURS } }, context) =>
      rotateWebhookSecret(deps, context, webhook_id, overlap_hours),
    testWebhook: ({ webhook_id }, context) => testWebhook(deps, context, webhook_id),
    listDeliveries: ({ webhook_id, before, limit }, context) =>
      listDeliveries(deps, context, { id: webhook_id, before, limit }),
    redeliverEvent: ({ webhook_id, event_id }, context) =>
      redeliverEvent(deps, context, { id: webhook_id, eventId: event_id }),
  } satisfies Partial<Handlers>;
}

const DEFAULT_OVERLAP_HOURS = 24;
