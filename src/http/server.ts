import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { invalidRequest } from '../errors';

/** Time limits for clients, milliseconds. */
export interface ServerTimes {
  /** To send the head of a request. */
  readonly head: number;
  /** To send the whole request. */
  readonly whole: number;
  /** Without reading any of a waiting answer. */
  readonly stall: number;
  /** Before the next request over the same connection. */
  readonly idle: number;
  /** Interval of checking `head` and `whole`. */
  readonly check: number;
}

/** Balancers usually close idle connections after a minute. The server must keep them longer, so that no request gets lost. */
const TIMES: ServerTimes = { head: 20_000, whole: 60_000, stall: 60_000, idle: 75_000, check: 5_000 };

/**
 * A server that sends the API's error body also where Node would send its own answer: to malformed HTTP, a missing Host, an
 * unknown expectation, and a request that arrives too slowly.
 */
export function createHttpServer(
  listener: RequestListener,
  { head, whole, stall, idle, check }: ServerTimes = TIMES,
): Server {
  /** The last request of each connection. */
  const last = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>();
  const server = createServer({
    // Checked by ./requests.ts instead.
    requireHostHeader: false,
    headersTimeout: head,
    requestTimeout: whole,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: check,
  });
  const receive: RequestListener = (request, response) => {
    last.set(request.socket, { request, response });
    // The whole answer is buffered now. A client that does not read it is disconnected, since unread answers use memory. Node
    // sets the idle timeout once it is sent.
    response.once('prefinish', () => request.socket.setTimeout(stall));
    listener(request, response);
  };
  server.on('request', receive);
  server.on('checkExpectation', receive);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const before = last.get(socket);
    // A request that is answered, or whose answer is still to come, must not get this one in addition.
    const isAnswered = before !== undefined && (before.response.headersSent || before.request.complete);
    const isOver = before === undefined || (before.request.complete && before.response.writableFinished);
    if (socket.writable && (isOver || !isAnswered)) socket.end(malformedAnswer(error));
    else socket.destroy();
  });
  return server;
}

const MESSAGES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
  HPE_HEADER_OVERFLOW: 'The header of the request is too large.',
};

/** The raw answer to malformed HTTP, with the usual error body. */
function malformedAnswer({ code = '' }: { readonly code?: string }): string {
  const body = JSON.stringify(invalidRequest(MESSAGES[code] ?? 'The request is not valid HTTP.').body);
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/** Time to read requests that arrived before the stop, milliseconds. */
const READING_MS = 20;
/** Interval of closing idle connections during the stop, milliseconds. */
const CLOSE_IDLE_MS = 100;

/** Limits of a stop, milliseconds. */
export interface StopTimes {
  /** Requests are still accepted for this long, until balancers have noticed that /readyz fails. */
  readonly drainMs: number;
  /** Time after that for the requests in flight. */
  readonly shutdownMs: number;
}

/**
 * Stops a server without losing answers. From the beginning of the stop, every answer has `Connection: close` (RFC 9112, 9.6):
 * otherwise a client or balancer would send its next request into a connection that is being closed.
 */
export class GracefulStop {
  private server: Server | null = null;
  private hasBegun = false;
  /** Answers not yet fully sent. */
  private readonly open = new Set<ServerResponse>();
  /** Connections without a request so far, which `closeIdleConnections` does not close. */
  private readonly unused = new Set<Socket>();

  get begun(): boolean {
    return this.hasBegun;
  }

  /** Call before the server listens. */
  watch(server: Server): void {
    this.server = server;
    server.on('connection', (socket) => {
      this.unused.add(socket);
      socket.once('close', () => this.unused.delete(socket));
    });
    // First of the listeners, since others may write the answer.
    server.prependListener('request', ({ socket }, response) => {
      this.unused.delete(socket);
      this.open.add(response);
      response.once('close', () => this.open.delete(response));
      if (this.hasBegun) response.shouldKeepAlive = false;
    });
  }

  /** @returns false if some requests were cut off, since they had no answer in time */
  async stop({ drainMs, shutdownMs }: StopTimes): Promise<boolean> {
    this.hasBegun = true;
    for (const response of this.open) response.shouldKeepAlive = false;
    const { server } = this;
    if (server?.listening !== true) return true;
    await pause(drainMs + READING_MS, undefined, { ref: drainMs === 0 });
    const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
    // Answers whose head was sent before the stop leave their connections open.
    const closing = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of this.unused) if (socket.bytesRead === 0) socket.destroy();
    }, CLOSE_IDLE_MS);
    const inTime = await Promise.race([closed, pause(shutdownMs, false, { ref: false })]);
    clearInterval(closing);
    if (!inTime) server.closeAllConnections();
    return inTime;
  }
}
