import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { invalidRequest } from '../errors';

/** How long a client may take, milliseconds. */
export interface ServerTimes {
  /** To send the head of a request. */
  readonly head: number;
  /** To send all of it. */
  readonly whole: number;
  /** To take some of an answer that waits for it. */
  readonly stall: number;
  /** To ask again over the same connection. */
  readonly idle: number;
  /** How often connections are looked at. */
  readonly check: number;
}

/** Balancers keep a connection for a minute as a rule: whoever sends a request must be the first to give it up. */
const TIMES: ServerTimes = { head: 20_000, whole: 60_000, stall: 60_000, idle: 75_000, check: 5_000 };

/**
 * A server whose every answer is one of the API, also where Node would answer by itself: to bytes that are no request,
 * a missing Host, an expectation nobody knows, a client that takes too long.
 */
export function createHttpServer(
  listener: RequestListener,
  { head, whole, stall, idle, check }: ServerTimes = TIMES,
): Server {
  /** The last request of each connection. */
  const last = new WeakMap<Duplex, { readonly request: IncomingMessage; readonly response: ServerResponse }>();
  const server = createServer({
    // src/http/requestHead.ts says what is missing, as for any other fault.
    requireHostHeader: false,
    headersTimeout: head,
    requestTimeout: whole,
    keepAliveTimeout: idle,
    connectionsCheckingInterval: check,
  });
  const receive: RequestListener = (request, response) => {
    last.set(request.socket, { request, response });
    // All of the answer is with the connection: one that takes nothing of it is closed, or unread answers fill the memory.
    // Once it is sent, Node sets the time of a connection that waits for its next request.
    response.once('prefinish', () => request.socket.setTimeout(stall));
    listener(request, response);
  };
  server.on('request', receive);
  server.on('checkExpectation', receive);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const before = last.get(socket);
    // A request that has its answer gets no second one for what is wrong with the rest of it, nor one out of turn.
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

/** The answer to bytes that never became a request, whole as it is sent, with the body of every other error. */
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
