/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** Verifies messages of webhooks as Standard Webhooks describes: https://www.standardwebhooks.com. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
export { WebhookVerificationError };
/**
 * The event of a message, if it was signed with the secret within the last five minutes. Each event may come more than
 * once: process each `webhook-id` once.
 *
 * @param body exactly as it was received, before any JSON is parsed
 * @param secret as `createWebhook` or `rotateWebhookSecret` answered it: `whsec_...`
 * @throws WebhookVerificationError when a header is missing, the time is too far off, or no signature fits; TypeError for
 * a secret that is none
 */
export function verifyWebhook(body, headers, secret) {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    return verifier(secret).verify(text, plain(headers));
}
function verifier(secret) {
    try {
        return new Webhook(secret.trim());
    }
    catch (cause) {
        throw new TypeError('secret must be that of the webhook: whsec_ and Base64', { cause });
    }
}
function plain(headers) {
    const found = {};
    if (typeof headers.forEach === 'function') {
        headers.forEach((value, name) => {
            found[name] = value;
        });
        return found;
    }
    for (const [name, value] of Object.entries(headers))
        if (value !== undefined)
            found[name] = String(value);
    return found;
}
