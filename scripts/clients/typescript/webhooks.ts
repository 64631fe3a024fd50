/** Verifies messages of webhooks as Standard Webhooks describes: https://www.standardwebhooks.com. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { webhooks } from '../../../generated/clients/typescript/schema.js';

export { WebhookVerificationError };

type Body<T> = T extends { post: { requestBody: { content: { 'application/json': infer B } } } } ? B : never;

/** An event that a webhook sends. */
export type WebhookEvent = Body<webhooks[keyof webhooks]>;

/** The message that `testWebhook` sends. */
export interface WebhookTestMessage {
  readonly type: 'webhook.test';
  readonly timestamp: string;
  readonly data: { readonly webhook_id: string };
}

/** Headers of a request, in the type of Node or of the Fetch standard. */
export type WebhookHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { forEach(visit: (value: string, name: string) => void): void };

/**
 * Verifies a message, which must have been signed with the secret within the last five minutes, and returns its event. An event
 * may be delivered more than once: process each `webhook-id` once.
 *
 * @param body exactly as received, before it is parsed as JSON
 * @param secret the secret of `createWebhook` or `rotateWebhookSecret`: `whsec_...`
 * @throws WebhookVerificationError if a header is missing, the message is too old or from the future, or no signature matches;
 * TypeError for an invalid secret
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): WebhookEvent | WebhookTestMessage {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return verifier(secret).verify(text, plain(headers)) as WebhookEvent | WebhookTestMessage;
}

function verifier(secret: string): Webhook {
  try {
    return new Webhook(secret.trim());
  } catch (cause) {
    throw new TypeError('secret must be that of the webhook: whsec_ and Base64', { cause });
  }
}

function plain(headers: WebhookHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  if (typeof headers.forEach === 'function') {
    headers.forEach((value, name) => {
      found[name] = value;
    });
    return found;
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) found[name] = String(value);
  return found;
}
