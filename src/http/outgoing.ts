import { setMaxListeners } from 'node:events';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { MACHINE_TIMER, type Timer } from '../clock';
import { privateHostOf, publicLookup, type ResolveName } from './outgoingAddresses';
import { CircuitBreaker, OutgoingError, outgoingErrorOf } from './outgoingRetry';

/** A request to another server, and limits for its answer. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method?: Dispatcher.HttpMethod;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether private addresses and plain http are allowed. */
  readonly allowPrivate: boolean;
  /** Time limit up to the end of the answer, redirects included. */
  readonly limitMs: number;
  /** Limit of the body, both compressed and decompressed. */
  readonly maxBytes: number;
  /** A longer body is an error (the default), or is read up to the limit. */
  readonly excess?: 'error' | 'unread';
  /** Whether a compressed answer is accepted. */
  readonly compressed?: boolean;
  /** Redirects to follow, to the same origin only; 0 (the default) = a redirect is returned as the answer. */
  readonly maxRedirects?: number;
  readonly closesConnection?: boolean;
  readonly signal?: AbortSignal;
}

export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
}

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
const REDIRECTS = [301, 302, 303, 307, 308];
/** Statuses without a body (RFC 9110, 6.4.1). */
const EMPTY = [204, 304];
/** Longer than the time limit of any request. */
const CONNECT_MS = 60_000;
const CONNECTIONS_PER_HOST = 32;
/** After this many failed connections to a host in a row, no request is sent to it for ten seconds. */
const FAILURES_IN_A_ROW = 5;
const CONNECT_ERRORS = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'];

/**
 * Sends all HTTP requests of the service to other servers.
 *
 * It uses an undici Agent, since `fetch` does not let the lookup check the address that is connected to, follows redirects by
 * itself and reads answers of any size.
 */
export class OutgoingClient {
  private readonly closing = new AbortController();
  /** Separate agents, so that a request without `allowPrivate` never reuses a connection to a private address. */
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

  /** Aborts all requests and closes all connections. */
  close(): void {
    this.closing.abort(new OutgoingError('unreachable', 'the service stops'));
    for (const agent of this.agents.values()) agent.then((open) => open.destroy()).catch(() => {});
  }

  /** @throws OutgoingError; the abort reason of the signal */
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
      // Credentials must not be sent to another origin.
      if (to.origin !== url.origin) throw new OutgoingError('redirected', `to ${to.protocol}//${to.host}`);
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
    // A body that is not read to its end may still emit an error.
    answer.body.on('error', () => {});
    return answer;
  }

  private agent(allowPrivate: boolean): Promise<Agent> {
    const agent = this.agents.get(allowPrivate) ?? this.newAgent(allowPrivate);
    this.agents.set(allowPrivate, agent);
    return agent;
  }

  /** undici takes 50 ms to load, and is loaded only when needed. */
  private async newAgent(allowPrivate: boolean): Promise<Agent> {
    const { Agent } = await import('undici');
    return new Agent({
      connections: CONNECTIONS_PER_HOST,
      // Requests have their own time limit.
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
 * Whether no connection was made. Error answers and closed connections do not count: several users may have webhooks at one
 * host, and none of them must be able to block the requests of the others.
 */
function foundNoServer(error: unknown): boolean {
  return error instanceof OutgoingError && error.kind === 'unreachable' && CONNECT_ERRORS.includes(error.detail);
}

/** @throws OutgoingError `address`; the address of a host name is checked by the lookup */
function requireCallable(url: URL, allowPrivate: boolean): void {
  if (!/^https?:$/.test(url.protocol)) throw new OutgoingError('address', 'not an http or https URL');
  if (allowPrivate) return;
  const host = privateHostOf(url);
  if (host !== null) throw new OutgoingError('address', host);
  if (url.protocol !== 'https:') throw new OutgoingError('address', 'not an https URL');
}

/** User and password of a URL as a header; undici does not send them. */
function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function destinationOf({ headers: { location } }: Dispatcher.ResponseData, from: URL): URL {
  if (typeof location === 'string' && URL.canParse(location, from.href)) return new URL(location, from);
  throw new OutgoingError('redirected', 'without a valid location');
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

/** Reads at most `maxBytes`. */
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

/** Decompresses while reading, and stops as soon as the body is too long: a small body may decompress to a huge one. */
async function readAll(body: Readable, headers: Readonly<Record<string, string>>, maxBytes: number): Promise<Buffer> {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const isCompressed = encoding !== 'identity';
  if (isCompressed && !Object.hasOwn(DECOMPRESSORS, encoding))
    throw new OutgoingError('damaged', 'an unsupported content encoding');
  if (Number(headers['content-length']) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  const limited = limitedTo(maxBytes);
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  if (isCompressed) await pipeline(body, limited, DECOMPRESSORS[encoding](), limitedTo(maxBytes), collect);
  else await pipeline(body, limited, collect);
  return Buffer.concat(chunks);
}

function limitedTo(maxBytes: number) {
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
