import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import { Webhook } from 'standardwebhooks';
import type { Timer } from '../clock';
import { OutgoingClient } from '../http/outgoing';
import { privateHostOf, type ResolveName } from '../http/outgoingAddresses';
import { OutgoingError } from '../http/outgoingRetry';
import type { EndpointSecrets, WebhookEndpoint } from '../storage/webhookEvents';

const PREFIX = 'whsec_';
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret that signs the deliveries to an endpoint. */
export interface NewSecret {
  /** `whsec_...`; the owner sees it once. */
  readonly shown: string;
  /** The encrypted form for storage. */
  readonly stored: string;
}

/**
 * Creates, encrypts and decrypts endpoint secrets. Signing needs the secret itself, so a hash is not enough: secrets are stored
 * encrypted (AES-256-GCM) with a key derived from KEY_SECRET, and a stolen database alone does not allow signing.
 */
export class EndpointSecretBox {
  private readonly key: Buffer;

  constructor(keySecret: string) {
    this.key = Buffer.from(hkdfSync('sha256', keySecret, '', 'perennial webhook secrets', 32));
  }

  create(): NewSecret {
    const shown = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    return { shown, stored: this.seal(shown) };
  }

  /** The secret; null if it was encrypted with another KEY_SECRET. */
  read(stored: string): string | null {
    const bytes = Buffer.from(stored, 'base64');
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([cipher.update(sealed), cipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  private seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
  }
}

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
    const { secrets } = this.deps;
    // The machine's own clock, even if the service runs on another (NOW): receivers compare the timestamp with their clock.
    const at = new Date();
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

/** Bytes read of an endpoint's response body. The body is not used. */
const MAX_BYTES = 1024;
const LIMIT_MS = 10_000;

interface WebhookAnswer {
  readonly status: number;
  /** The Retry-After header; null if absent. */
  readonly retryAfter: string | null;
}

/** No response from an endpoint. The message is shown to its owner. */
class WebhookFault extends Error {
  override readonly name = 'WebhookFault';
}

/** Sends POST requests to webhook endpoints. Redirects are not followed, and each request opens its own connection. */
export class WebhookClient {
  private readonly outgoing: OutgoingClient;

  /** @param allowPrivate whether private addresses and plain http are allowed (WEBHOOKS_PRIVATE) */
  constructor(
    private readonly allowPrivate: boolean,
    timer: Timer,
  ) {
    this.outgoing = new OutgoingClient(timer, resolveAlike);
  }

  /** What the URL must be but is not ("an https URL"); null if it is valid. The resolved address is checked on each request. */
  urlFault(text: string): string | null {
    if (!URL.canParse(text)) return 'a whole URL';
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return 'a URL without user and password';
    if (url.hash !== '') return 'a URL without a fragment';
    if (this.allowPrivate) return /^https?:$/.test(url.protocol) ? null : 'an http or https URL';
    if (url.protocol !== 'https:') return 'an https URL';
    return privateHostOf(url) === null ? null : 'a URL with a public address';
  }

  /** @throws WebhookFault; the abort reason of the signal */
  async post(
    target: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<WebhookAnswer> {
    const fault = this.urlFault(target);
    if (fault !== null) throw new WebhookFault(`the endpoint is not ${fault}`);
    try {
      const answer = await this.outgoing.send({
        url: new URL(target),
        method: 'POST',
        headers,
        body,
        allowPrivate: this.allowPrivate,
        limitMs: LIMIT_MS,
        maxBytes: MAX_BYTES,
        excess: 'unread',
        closesConnection: true,
        signal,
      });
      return { status: answer.status, retryAfter: answer.headers['retry-after'] ?? null };
    } catch (error) {
      throw error instanceof OutgoingError ? new WebhookFault(faultMessage(error)) : error;
    }
  }
}

/** Resolver errors for a name that cannot be found, now or at all. */
const UNKNOWN_NAME = ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN'];

/** Finds no address for an unknown name, so that an owner cannot tell it from a name of this network. */
const resolveAlike: ResolveName = (hostname, options, callback) => {
  lookup(hostname, options, (error, addresses) => {
    if (error !== null && UNKNOWN_NAME.includes(error.code ?? '')) callback(null, []);
    else callback(error, addresses);
  });
};

function faultMessage({ kind, detail }: OutgoingError): string {
  if (kind === 'timeout') return `no answer within ${detail}`;
  if (kind === 'address') return `${detail}: only public addresses are called`;
  return `cannot be reached: ${detail}`;
}
