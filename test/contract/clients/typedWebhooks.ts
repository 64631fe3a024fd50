import type { IncomingHttpHeaders } from 'node:http';
import { verifyWebhook, type WebhookEvent } from '../../../generated/clients/typescript/webhooks.js';

/** A receiver as a user would write it. live.test.ts checks that it compiles, and that its mistakes do not. */
export function receive(body: Buffer, headers: IncomingHttpHeaders, request: Request, secret: string) {
  const event = verifyWebhook(body, headers, secret);
  verifyWebhook('{}', request.headers, secret);
  if (event.type === 'webhook.test') return event.data.webhook_id;
  const known: WebhookEvent = event;
  // @ts-expect-error no such event
  if (known.type === 'pick.published') return null;
  // @ts-expect-error the secret is required
  verifyWebhook(body, headers);
  // @ts-expect-error a parsed body is not what was signed
  verifyWebhook({ type: 'webhook.test' }, headers, secret);
  return known.type === 'daily_pick.published' ? known.data.hash : null;
}
