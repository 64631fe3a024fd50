import { Webhook } from 'standardwebhooks';
import type { Timer } from '../clock';
import type { EndpointSecrets, WebhookEndpoint } from '../storage/webhookEndpoints';
import { type WebhookAnswer, type WebhookClient, WebhookFault } from './client';
import type { EndpointSecretBox } from './secrets';

/** The outcome of one attempt to send a message. */
export interface Attempt {
  /** The endpoint answered 2xx. */
  readonly accepted: boolean;
  /** The endpoint answered 410: it no longer accepts events. */
  readonly gone: boolean;
  /** Null if there was no answer. */
  readonly responseCode: number | null;
  /** Shown to the owner; null if the message was accepted. */
  readonly error: string | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
}

export interface SenderDeps {
  readonly client: WebhookClient;
  readonly secrets: EndpointSecretBox;
  readonly timer: Timer;
  /** The machine's own clock, even if the service runs on another (NOW): receivers compare the timestamp with their clock. */
  readonly sentAt: () => Date;
}

const UNREADABLE = 'its secret cannot be decrypted because KEY_SECRET has changed: rotate the secret';

/** Signs and sends messages as specified by Standard Webhooks (standardwebhooks.com). */
export class Sender {
  constructor(private readonly deps: SenderDeps) {}

  /**
   * Sends a message once.
   *
   * @param now by the service's clock: decides whether the previous secret still signs
   * @throws the abort reason of the signal, and nothing else
   */
  async send(
    endpoint: Pick<WebhookEndpoint, 'url' | keyof EndpointSecrets>,
    { message, payload }: { readonly message: string; readonly payload: string },
    { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
  ): Promise<Attempt> {
    const { client, timer } = this.deps;
    const startedMs = timer.elapsed();
    const durationMs = () => Math.round(timer.elapsed() - startedMs);
    const headers = this.headersOf(endpoint, message, payload, now);
    if (headers === null) return failed(UNREADABLE, durationMs());
    try {
      return answered(await client.post(endpoint.url, headers, payload, signal), durationMs());
    } catch (error) {
      if (!(error instanceof WebhookFault)) throw error;
      return failed(error.message, durationMs());
    }
  }

  /** Null if no secret can be decrypted. */
  private headersOf(endpoint: EndpointSecrets, message: string, payload: string, now: Date) {
    const { secrets, sentAt } = this.deps;
    const at = sentAt();
    const { secret, previousSecret, previousUntil } = endpoint;
    const previousSigns = previousSecret !== null && previousUntil !== null && previousUntil > now;
    const stored = previousSigns ? [secret, previousSecret] : [secret];
    const readable = stored.flatMap((encrypted) => secrets.read(encrypted) ?? []);
    if (readable.length === 0) return null;
    return {
      'content-type': 'application/json',
      'webhook-id': message,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': readable.map((key) => new Webhook(key).sign(message, at, payload)).join(' '),
    };
  }
}

function answered({ status, retryAfter }: WebhookAnswer, durationMs: number): Attempt {
  const accepted = status >= 200 && status < 300;
  const redirected = status >= 300 && status < 400;
  const error = accepted ? null : redirected ? `answered ${status}: redirects are not followed` : `answered ${status}`;
  return { accepted, gone: status === 410, responseCode: status, error, retryAfter, durationMs };
}

function failed(error: string, durationMs: number): Attempt {
  return { accepted: false, gone: false, responseCode: null, error, retryAfter: null, durationMs };
}
