import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Timer } from '../clock';
import { privateHostOf, publicLookup } from '../publicAddresses';

/** Bytes of an answer that are read; the rest is left to the other end. */
const MOST_READ = 1024;
/** From the first byte sent to the end of the answer. */
const LONGEST_MS = 10_000;

/** What was answered. */
export interface PostAnswer {
  readonly status: number;
  /** As it was sent; null without. */
  readonly retryAfter: string | null;
}

/** Why nothing was answered, in words for the owner of the endpoint. */
export class PostFault extends Error {
  override readonly name = 'PostFault';
  readonly code = 'POST_FAULT';
}

/** Whether an error, of whatever realm, says so in words for the owner. */
export function isPostFault(error: unknown): error is PostFault {
  return (error as { code?: unknown } | null)?.code === 'POST_FAULT';
}

const refused = (detail: string) => new PostFault(`${detail}: only public addresses are called`);
const lookupPublic = publicLookup(refused);

/**
 * POST requests to endpoints. Node's own client rather than `fetch`, which cannot be told what to connect to: here the very
 * address that is connected to has been checked. Nothing is followed, and each request has a connection of its own.
 */
export class WebhookDoor {
  /** @param allowPrivate whether addresses of one's own network may be called, and without encryption (WEBHOOKS_PRIVATE) */
  constructor(
    readonly allowPrivate: boolean,
    private readonly timer: Timer,
  ) {}

  /** Why a URL is not called; null = it is, as far as can be said without looking its name up. */
  faultOf(text: string): string | null {
    if (!URL.canParse(text)) return 'a whole URL';
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return 'a URL without user and password';
    if (url.hash !== '') return 'a URL without a fragment';
    if (this.allowPrivate) return /^https?:$/.test(url.protocol) ? null : 'an http or https URL';
    if (url.protocol !== 'https:') return 'an https URL';
    return privateHostOf(url) === null ? null : 'a URL with a public address';
  }

  /** @throws PostFault; whatever the signal was aborted with */
  async post(target: string, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal) {
    const fault = this.faultOf(target);
    if (fault !== null) throw new PostFault(`the endpoint is not ${fault}`);
    const late = new AbortController();
    const callOff = this.timer.after(LONGEST_MS, () => late.abort());
    try {
      return await exchange(new URL(target), headers, body, {
        ...{ signal: AbortSignal.any([signal, late.signal]), agent: false },
        ...(this.allowPrivate ? {} : { lookup: lookupPublic }),
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (late.signal.aborted) throw new PostFault(`no answer within ${LONGEST_MS / 1000} s`);
      throw isPostFault(error) ? error : new PostFault(`cannot be reached: ${codeOf(error)}`);
    } finally {
      callOff();
    }
  }
}

function exchange(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: RequestOptions,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const sent = { ...headers, 'content-length': String(bytes.length), 'user-agent': 'perennial' };
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const request = send(url, { ...options, method: 'POST', headers: sent });
    request.once('error', reject);
    request.once('response', (response) => readSome(response).then(resolve, reject));
    request.end(bytes);
  });
}

/** Reads a little of the answer, so that most connections end as they should, and lets go of it. */
async function readSome(response: IncomingMessage): Promise<PostAnswer> {
  const { statusCode: status = 0, headers } = response;
  let read = 0;
  try {
    for await (const chunk of response) {
      read += (chunk as Buffer).length;
      if (read > MOST_READ) break;
    }
  } finally {
    response.destroy();
  }
  return { status, retryAfter: headers['retry-after'] ?? null };
}

/** The code alone: a message may repeat what was asked. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
