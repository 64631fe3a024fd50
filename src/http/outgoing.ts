import { setMaxListeners } from 'node:events';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { MACHINE_TIMER, type Timer } from '../clock';
import { privateHostOf, publicLookup, type ResolveName } from './outgoingAddresses';
import { OutgoingError, outgoingErrorOf } from './outgoingError';
import { CircuitBreaker } from './outgoingRetry';

/** A request of ours to another server, and what its answer may hold and take. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method?: Dispatcher.HttpMethod;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether addresses of one's own network may be called, and without encryption. */
  readonly allowPrivate: boolean;
  /** From the beginning to the end of the answer, redirects included. */
  readonly limitMs: number;
  /** Of the body, packed and unpacked. */
  readonly maxBytes: number;
  /** What becomes of a longer body: an error (the default), or the rest is not read. */
  readonly excess?: 'error' | 'unread';
  /** Whether a compressed answer is accepted. */
  readonly compressed?: boolean;
  /** Redirects followed, to the same origin only; 0 (the default) = a redirect is an answer like any other. */
  readonly maxRedirects?: number;
  /** Closes the connection with the answer. */
  readonly closesConnection?: boolean;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked. */
  readonly body: Buffer;
}

const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
const REDIRECTS = [301, 302, 303, 307, 308];
/** Statuses without a body (RFC 9110, 6.4.1). */
const EMPTY = [204, 304];
/** Longer than the limit of any request, which ends it first. */
const CONNECT_MS = 60_000;
const CONNECTIONS_A_HOST = 32;
/** Requests in a row that found no server at a host, after which none is sent to it for ten seconds. */
const FAILURES_IN_A_ROW = 5;
const CONNECT_ERRORS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/**
 * Sends every HTTP request of the service to other servers.
 *
 * An undici Agent, whose lookup checks the very address that is connected to; `fetch` would follow redirects by itself and read
 * answers of any size. A request waits on the event loop: it holds no worker thread, and name lookups hold at most half of
 * libuv's.
 */
export class OutgoingClient {
  private readonly closing = new AbortController();
  /** Separate pools: a connection to a private address is never used for a request that must not reach one. */
  private readonly agents = new Map<boolean, Promise<Agent>>();
  private readonly breaker: CircuitBreaker;

  /** @param resolve resolves names, for tests */
  constructor(
    private readonly timer: Timer = MACHINE_TIMER,
    private readonly resolve?: ResolveName,
  ) {
    setMaxListeners(0, this.closing.signal);
    this.breaker = new CircuitBreaker({ failures: FAILURES_IN_A_ROW, isFailure: foundNoServer }, timer);
  }

  /** Ends what is under way and keeps no connection open. */
  close(): void {
    this.closing.abort(new OutgoingError('unreachable', 'the service stops'));
    for (const agent of this.agents.values()) agent.then((open) => open.destroy()).catch(() => {});
  }

  /** @throws OutgoingError; whatever the signal was aborted with */
  send(request: OutgoingRequest): Promise<OutgoingAnswer> {
    return this.breaker.call(request.url.host, () => this.sendOnce(request));
  }

  private async sendOnce(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const { limitMs, signal } = request;
    const limit = new AbortController();
    const cancel = this.timer.after(limitMs, () => limit.abort(new OutgoingError('timeout', `${limitMs / 1000} s`)));
    const ends = [this.closing.signal, limit.signal, ...(signal === undefined ? [] : [signal])];
    const end = AbortSignal.any(ends);
    try {
      end.throwIfAborted();
      return await this.follow(request, end);
    } catch (error) {
      if (end.aborted) throw end.reason;
      throw outgoingErrorOf(error);
    } finally {
      cancel();
    }
  }

  private async follow(request: OutgoingRequest, signal: AbortSignal): Promise<OutgoingAnswer> {
    const { maxRedirects = 0 } = request;
    let { url } = request;
    for (let hops = 0; ; hops++) {
      const answer = await this.open(url, request, signal);
      if (maxRedirects === 0 || !REDIRECTS.includes(answer.statusCode)) return read(answer, request);
      answer.body.destroy();
      const to = destinationOf(answer, url);
      // A credential is for the host it was given for, and a host for the port that was named.
      if (to.origin !== url.origin) throw new OutgoingError('redirected', `to another host, ${to.host}`);
      if (hops === maxRedirects) throw new OutgoingError('redirected', `more than ${maxRedirects} times`);
      url = to;
    }
  }

  private async open(url: URL, request: OutgoingRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    requireCallable(url, request.allowPrivate);
    const agent = await this.agent(request.allowPrivate);
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method ?? 'GET',
      headers: {
        'user-agent': 'perennial',
        ...credentialsOf(url),
        ...request.headers,
        'accept-encoding': request.compressed ? 'gzip, deflate, br' : 'identity',
      },
      body: request.body,
      reset: request.closesConnection,
      signal,
    });
    // An answer that nobody reads to its end may still fail.
    answer.body.on('error', () => {});
    return answer;
  }

  private agent(allowPrivate: boolean): Promise<Agent> {
    const known = this.agents.get(allowPrivate) ?? this.newAgent(allowPrivate);
    this.agents.set(allowPrivate, known);
    return known;
  }

  /** undici takes 50 ms to load, which a process that sends nothing saves. */
  private async newAgent(allowPrivate: boolean): Promise<Agent> {
    const { Agent } = await import('undici');
    return new Agent({
      connections: CONNECTIONS_A_HOST,
      // The limit of each request ends it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: CONNECT_MS,
        signal: this.closing.signal,
        ...(allowPrivate ? {} : { lookup: publicLookup(this.resolve) }),
      },
    });
  }
}

/**
 * Whether a request ended before it was connected. Nothing that a server sends, nor a connection that it ends, counts: many users
 * may have webhooks at one host, and none of them must be able to stop the requests of the others.
 */
function foundNoServer(error: unknown): boolean {
  return error instanceof OutgoingError && error.kind === 'unreachable' && CONNECT_ERRORS.includes(error.detail);
}

/** @throws OutgoingError `address`; what a name resolves to is checked when it is connected to */
function requireCallable(url: URL, allowPrivate: boolean): void {
  if (!/^https?:$/.test(url.protocol)) throw new OutgoingError('address', 'not an http or https URL');
  if (allowPrivate) return;
  const host = privateHostOf(url);
  if (host !== null) throw new OutgoingError('address', host);
  if (url.protocol !== 'https:') throw new OutgoingError('address', 'not an https URL');
}

/** User and password of a URL as a header: undici leaves them out. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function destinationOf({ headers: { location } }: Dispatcher.ResponseData, from: URL): URL {
  if (typeof location === 'string' && URL.canParse(location, from.href)) return new URL(location, from);
  throw new OutgoingError('redirected', 'to no URL');
}

async function read(
  { statusCode: status, headers: received, body }: Dispatcher.ResponseData,
  { maxBytes, excess = 'error' }: OutgoingRequest,
): Promise<OutgoingAnswer> {
  const headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
  if (excess === 'unread') return { status, headers, body: await readSome(body, maxBytes) };
  try {
    return { status, headers, body: await readAll(body, EMPTY.includes(status) ? {} : headers, maxBytes) };
  } finally {
    body.destroy();
  }
}

/** Stops in the middle: most bodies are short, and their connections end as they should. */
async function readSome(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** Unpacks on the way and ends the connection as soon as the body is too long, be it a decompression bomb. */
async function readAll(body: Readable, headers: Readonly<Record<string, string>>, maxBytes: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const unpacks = encoding !== 'identity';
  if (unpacks && !Object.hasOwn(UNPACKERS, encoding))
    throw new OutgoingError('damaged', 'packed in a way that was not asked for');
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  const limited = atMost(maxBytes);
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  if (unpacks) await pipeline(body, limited, UNPACKERS[encoding](), atMost(maxBytes), collect);
  else await pipeline(body, limited, collect);
  return Buffer.concat(chunks);
}

function atMost(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

const tooLarge = (maxBytes: number) => new OutgoingError('too_large', `more than ${maxBytes} bytes`);
