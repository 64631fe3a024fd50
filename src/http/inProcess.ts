import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { RateReading } from '../access/rate';

/** A request without a network. */
export interface InProcessRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** Sent as JSON; undefined = none. */
  readonly body?: unknown;
  /** Of the connection. */
  readonly remoteAddress?: string;
  /** What was left when its sender counted it: it is not counted again. */
  readonly paid?: RateReading | null;
}

export interface InProcessAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
}

const paid = new WeakMap<IncomingMessage, RateReading | null>();

/** What was left when the request was counted by who sent it in; undefined for one that nobody has counted. */
export function paidFor(request: IncomingMessage): RateReading | null | undefined {
  return paid.get(request);
}

/**
 * Has a listener of this process answer a request that comes over no network: the same middleware as for any other, in
 * a fraction of a millisecond.
 *
 * @throws the signal's reason when it aborts first; the listener learns of it as of a client that has gone
 */
export function askInProcess(
  listener: RequestListener,
  asked: InProcessRequest,
  signal?: AbortSignal,
): Promise<InProcessAnswer> {
  const socket = socketToNobody(asked.remoteAddress);
  const request = requestOver(socket, asked);
  if (asked.paid !== undefined) paid.set(request, asked.paid);
  return new Promise((resolve, reject) => {
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    const onAbort = () => {
      response.emit('close');
      reject(signal?.reason);
    };
    if (signal?.aborted) return onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    collect(response, (text) => {
      signal?.removeEventListener('abort', onAbort);
      resolve({ status: response.statusCode, headers: response.getHeaders(), text });
    });
    listener(request, response);
  });
}

/** A connection to nobody: what is written is dropped, and nothing comes. */
function socketToNobody(remoteAddress: string | undefined): Socket {
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  // Node asks for a socket and uses of it what every stream has, and the address.
  return Object.assign(nowhere, { remoteAddress }) as unknown as Socket;
}

function requestOver(socket: Socket, { method, url, headers = {}, body }: InProcessRequest): IncomingMessage {
  const request = new IncomingMessage(socket);
  Object.assign(request, { method, url, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
  request.headers.host = 'localhost';
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) request.headers[name] = value;
  request._read = () => undefined;
  if (body !== undefined) {
    const payload = Buffer.from(JSON.stringify(body));
    request.headers['content-type'] = 'application/json';
    request.headers['content-length'] = String(payload.length);
    request.push(payload);
  }
  request.push(null);
  request.complete = true;
  return request;
}

/** Own properties, not a subclass: Express gives the response a prototype of its own. */
function collect(response: ServerResponse, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  const { write, end, writeHead } = response;
  const keeping =
    (send: typeof write | typeof end) =>
    (...args: unknown[]) => {
      const [chunk, encoding] = args;
      if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, encodingOf(encoding)));
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
      return Reflect.apply(send, response, args);
    };
  // Written in one go, headers are sent and forgotten.
  const remembering = (status: number, head: readonly string[] = []) => {
    for (let i = 0; i < head.length; i += 2) response.setHeader(head[i], head[i + 1]);
    return writeHead.call(response, status);
  };
  Object.assign(response, { write: keeping(write), end: keeping(end), writeHead: remembering });
  response.once('finish', () => {
    // After everybody else has heard of the finish, as on a real connection.
    setImmediate(() => response.emit('close'));
    done(Buffer.concat(chunks).toString());
  });
}

/** The second argument of `write` and `end` may be their callback. */
function encodingOf(argument: unknown): BufferEncoding {
  return typeof argument === 'string' && Buffer.isEncoding(argument) ? argument : 'utf8';
}
