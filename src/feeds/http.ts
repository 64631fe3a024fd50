import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { lookupPublic, requirePublicHost } from './addresses';
import { FeedFault } from './feedFault';

/** What was answered, unpacked. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** As it was sent. */
  readonly retryAfter: string | null;
}

export interface HttpQuestion {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes after which an answer is read no further, packed or unpacked. */
  readonly maxBytes: number;
  /** Aborts with the fault to answer. */
  readonly signal: AbortSignal;
}

/** Redirects followed, on the same host only. */
const MOST_REDIRECTS = 3;
const UNPACK = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;
/** What a validator can be as long as: longer ones are not kept, since they are sent back. */
const LONGEST_VALIDATOR = 256;

/**
 * GET requests to providers. Node's own client rather than `fetch`, which cannot be told what to connect to: here the very
 * address that is connected to has been checked (`addresses.ts`). Tests: http.test.ts.
 */
export class HttpDoor {
  private readonly agents = {
    'http:': new HttpAgent({ keepAlive: true, maxSockets: 32 }),
    'https:': new HttpsAgent({ keepAlive: true, maxSockets: 32 }),
  };

  /** @param allowPrivate whether addresses of one's own network may be called, and without encryption (FEEDS_PRIVATE) */
  constructor(private readonly allowPrivate: boolean) {}

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** @throws FeedFault */
  async get(question: HttpQuestion): Promise<HttpAnswer> {
    let { url } = question;
    for (let hops = 0; ; hops++) {
      const response = await this.open(url, question);
      const to = redirection(response, url);
      if (to === null) return this.read(response, question);
      response.destroy();
      // A credential is for the host it was given for, and a host for the port that was named.
      if (to.origin !== url.origin) throw new FeedFault('redirected', `to another host, ${to.host}`);
      if (hops === MOST_REDIRECTS) throw new FeedFault('redirected', `more than ${MOST_REDIRECTS} times`);
      url = to;
    }
  }

  private open(url: URL, { headers, signal }: HttpQuestion): Promise<IncomingMessage> {
    if (!this.allowPrivate) {
      requirePublicHost(url);
      if (url.protocol !== 'https:') throw new FeedFault('address', 'not an https URL');
    }
    const isPlain = url.protocol === 'http:';
    const options = {
      headers: { ...headers, 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'perennial' },
      agent: this.agents[isPlain ? 'http:' : 'https:'],
      signal,
      ...(this.allowPrivate ? {} : { lookup: lookupPublic }),
    };
    return new Promise((resolve, reject) => {
      const request = (isPlain ? httpRequest : httpsRequest)(url, options, resolve);
      request.once('error', (error) => reject(faultOf(error, signal)));
      request.end();
    });
  }

  private async read(response: IncomingMessage, { maxBytes, signal }: HttpQuestion): Promise<HttpAnswer> {
    const { headers, statusCode: status = 0 } = response;
    const stop = () => response.destroy();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return {
        status,
        body: status === 304 ? await drained(response) : await readAtMost(response, maxBytes),
        etag: shortHeader(headers.etag),
        lastModified: shortHeader(headers['last-modified']),
        retryAfter: headers['retry-after'] ?? null,
      };
    } catch (error) {
      throw faultOf(error as Error, signal);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

function redirection({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return null;
  const { location } = headers;
  if (location === undefined || !URL.canParse(location, from.href)) throw new FeedFault('redirected', 'to no URL');
  return new URL(location, from);
}

async function drained(response: IncomingMessage): Promise<Buffer> {
  response.resume();
  return Buffer.alloc(0);
}

/** Unpacks on the way, and lets go of the connection as soon as there is more than there may be: of a bomb, too. */
async function readAtMost(response: IncomingMessage, most: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const unpack = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding as keyof typeof UNPACK] : null;
  if (unpack === null && encoding !== 'identity')
    throw new FeedFault('damaged', 'packed in a way that was not asked for');
  if (Number(response.headers['content-length']) > most) {
    response.destroy();
    throw new FeedFault('too_large', `more than ${most} bytes`);
  }
  const unpacked: Readable = unpack === null ? response : response.pipe(unpack());
  if (unpacked !== response) {
    response.once('error', (error) => unpacked.destroy(error));
    response.once('close', () => {
      if (!response.complete) unpacked.destroy(new Error('the answer ended before its end'));
    });
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of unpacked) {
      bytes += (chunk as Buffer).length;
      if (bytes > most) throw new FeedFault('too_large', `more than ${most} bytes`);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    response.destroy();
    throw error;
  }
  return Buffer.concat(chunks);
}

function shortHeader(value: string | undefined): string | null {
  return value !== undefined && value.length <= LONGEST_VALIDATOR ? value : null;
}

/** Our own faults as they are; of others the code alone, for a message may repeat what was asked. */
function faultOf(error: Error, signal: AbortSignal): FeedFault {
  if (signal.aborted && signal.reason instanceof FeedFault) return signal.reason;
  if (error instanceof FeedFault) return error;
  const code = String((error as NodeJS.ErrnoException).code ?? error.name);
  if (/^(Z_|ERR__?ZLIB|ERR_BROTLI|ERR_PADDING|ERR__ERROR_FORMAT)/.test(code)) return new FeedFault('damaged', code);
  return new FeedFault('unreachable', code);
}
