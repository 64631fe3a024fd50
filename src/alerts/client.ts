import { lookup } from 'node:dns';
import type { Timer } from '../clock';
import { OutgoingClient } from '../http/outgoing';
import { privateHostOf, type ResolveName } from '../http/outgoingAddresses';
import { OutgoingError } from '../http/outgoingError';

/** Bytes read of an endpoint's response body. The body is not used. */
const MAX_BYTES = 1024;
const LIMIT_MS = 10_000;

export interface WebhookAnswer {
  readonly status: number;
  /** The Retry-After header; null if absent. */
  readonly retryAfter: string | null;
}

/** No response from an endpoint. The message is shown to its owner. */
export class WebhookFault extends Error {
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
