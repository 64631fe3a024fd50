/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** Verifies messages of webhooks as Standard Webhooks describes: https://www.standardwebhooks.com. */
import { WebhookVerificationError } from 'standardwebhooks';
import type { webhooks } from './schema.js';
export { WebhookVerificationError };
type Body<T> = T extends {
    post: {
        requestBody: {
            content: {
                'application/json': infer B;
            };
        };
    };
} ? B : never;
/** What webhooks send. */
export type WebhookEvent = Body<webhooks[keyof webhooks]>;
/** What `testWebhook` sends. */
export interface WebhookTestMessage {
    readonly type: 'webhook.test';
    readonly timestamp: string;
    readonly data: {
        readonly webhook_id: string;
    };
}
/** Headers of a request: of Node, or of the platform. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>> | {
    forEach(visit: (value: string, name: string) => void): void;
};
/**
 * The event of a message, if it was signed with the secret within the last five minutes. Each event may come more than
 * once: process each `webhook-id` once.
 *
 * @param body exactly as it was received, before any JSON is parsed
 * @param secret as `createWebhook` or `rotateWebhookSecret` answered it: `whsec_...`
 * @throws WebhookVerificationError when a header is missing, the time is too far off, or no signature fits; TypeError for
 * a secret that is none
 */
export declare function verifyWebhook(body: string | Uint8Array, headers: WebhookHeaders, secret: string): WebhookEvent | WebhookTestMessage;
