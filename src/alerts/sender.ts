import { Webhook } from 'standardwebhooks';
import type { Timer } from '../clock';
import type { EndpointSecrets, WebhookEndpoint } from '../storage/webhookEndpoints';
import { type WebhookAnswer, type WebhookClient, WebhookFault } from './client';
import type { EndpointSecretBox } from './secrets';

/** What sending something once came to. */
export interface Attempt {
  readonly taken: boolean;
  /** 410: nothing more is wanted. */
  readonly gone: boolean;
  /** Null without an answer. */
  readonly responseCode: number | null;
  /** In words for the owner; null when it was taken. */
  readonly error: string | null;
  readonly retryAfter: string | null;
  readonly durationMs: number;
}

export interface SenderDeps {
  readonly client: WebhookClient;
  readonly secrets: EndpointSecretBox;
  readonly timer: Timer;
  /** The time by the machine's clock, whatever the service's shows: receivers judge by theirs how old a message is. */
  readonly sentAt: () => Date;
}

const UNREADABLE = 'its secret cannot be read, as KEY_SECRET is another than when it was made: rotate the secret';

/** Signs messages and sends them, by Standard Webhooks (standardwebhooks.com). */
export class Sender {
  constructor(private readonly deps: SenderDeps) {}

  /**
   * Sends a message once.
   *
   * @param now by the service's clock: until when the secret before the last change is good
   * @throws what the signal was aborted with, and nothing else
   */
  async send(
    endpoint: Pick<WebhookEndpoint, 'url' | keyof EndpointSecrets>,
    { message, payload }: { readonly message: string; readonly payload: string },
    { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
  ): Promise<Attempt> {
    const { client, timer } = this.deps;
    const begun = timer.elapsed();
    const took = () => Math.round(timer.elapsed() - begun);
    const headers = this.headersOf(endpoint, message, payload, now);
    if (headers === null) return failed(UNREADABLE, took());
    try {
      return judged(await client.post(endpoint.url, headers, payload, signal), took());
    } catch (error) {
      if (!(error instanceof WebhookFault)) throw error;
      return failed(error.message, took());
    }
  }

  /** Null when there is nothing to sign with. */
  private headersOf(endpoint: EndpointSecrets, message: string, payload: string, now: Date) {
    const { secrets, sentAt } = this.deps;
    const at = sentAt();
    const { secret, previousSecret, previousUntil } = endpoint;
    const inForce = previousSecret !== null && previousUntil !== null && previousUntil > now;
    const readable = [secret, ...(inForce ? [previousSecret] : [])].flatMap((one) => secrets.read(one) ?? []);
    if (readable.length === 0) return null;
    return {
      'content-type': 'application/json',
      'webhook-id': message,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': readable.map((one) => new Webhook(one).sign(message, at, payload)).join(' '),
    };
  }
}

function judged({ status, retryAfter }: WebhookAnswer, durationMs: number): Attempt {
  const taken = status >= 200 && status < 300;
  const redirected = status >= 300 && status < 400;
  const error = taken ? null : redirected ? `answered ${status}: redirects are not followed` : `answered ${status}`;
  return { taken, gone: status === 410, responseCode: status, error, retryAfter, durationMs };
}

function failed(error: string, durationMs: number): Attempt {
  return { taken: false, gone: false, responseCode: null, error, retryAfter: null, durationMs };
}
