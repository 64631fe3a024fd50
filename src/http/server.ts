import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
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
    // Checked by src/http/requestHead.ts instead.
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
