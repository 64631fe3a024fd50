import type { Timer } from '../clock';
import { OutgoingClient } from '../http/outgoing';
import { privateHostOf } from '../http/outgoingAddresses';
import { OutgoingError } from '../http/outgoingError';

/** Bytes of an answer that are read: nothing is made of them. */
const MAX_BYTES = 1024;
const LIMIT_MS = 10_000;

export interface WebhookAnswer {
  readonly status: number;
  /** As it was sent; null without. */
  readonly retryAfter: string | null;
}

/** Why an endpoint has not answered, in words for its owner. */
export class WebhookFault extends Error {
  override readonly name = 'WebhookFault';
}

/** POST requests to the endpoints of webhooks. Redirects are not followed, and each request has a connection of its own. */
export class WebhookClient {
  private readonly outgoing: OutgoingClient;

  /** @param allowPrivate whether addresses of one's own network may be called, and without encryption (WEBHOOKS_PRIVATE) */
  constructor(
    private readonly allowPrivate: boolean,
    timer: Timer,
  ) {
    this.outgoing = new OutgoingClient(timer);
  }

  /** What a URL would have to be to be called; null = it is. What its name resolves to is checked when it is called. */
  urlFault(text: string): string | null {
    if (!URL.canParse(text)) return 'a whole URL';
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return 'a URL without user and password';
    if (url.hash !== '') return 'a URL without a fragment';
    if (this.allowPrivate) return /^https?:$/.test(url.protocol) ? null : 'an http or https URL';
    if (url.protocol !== 'https:') return 'an https URL';
    return privateHostOf(url) === null ? null : 'a URL with a public address';
  }

  /** @throws WebhookFault; whatever the signal was aborted with */
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
      throw error instanceof OutgoingError ? new WebhookFault(wordsFor(error)) : error;
    }
  }
}

function wordsFor({ kind, detail }: OutgoingError): string {
  if (kind === 'timeout') return `no answer within ${detail}`;
  if (kind === 'address') return `${detail}: only public addresses are called`;
  return `cannot be reached: ${detail}`;
}
