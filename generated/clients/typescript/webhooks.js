/* Generated from openapi.yaml by `npm run generate`. Do not edit. */
/** Verifies messages of webhooks as Standard Webhooks describes: https://www.standardwebhooks.com. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
export { WebhookVerificationError };
/**
 * Verifies a message, which must have been signed with the secret within the last five minutes, and returns its event. An event
 * may be delivered more than once: process each `webhook-id` once.
 *
 * @param body exactly as received, before it is parsed as JSON
 * @param secret the secret of `createWebhook` or `rotateWebhookSecret`: `whsec_...`
 * @throws WebhookVerificationError if a header is missing, the message is too old or from the future, or no signature matches;
 * TypeError for an invalid secret
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
