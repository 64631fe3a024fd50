import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type Application } from 'express';
import type { CrossOrigin } from './crossOrigin';
import { type Arrival, Exchange } from './exchange';
import { SECURITY_HEADERS } from './headers';

/** What a client may send: nothing that could break a log line or a header. */
const ACCEPTED_ID = /^[\w.~-]{1,128}$/;

/** Begins every exchange: names it, and gathers the headers that its answer has whatever becomes of it. */
export function arrivalWith(
  crossOrigin: CrossOrigin,
  { address, tell }: Pick<Arrival, 'address' | 'tell'>,
): (...args: Parameters<RequestListener>) => Exchange {
  return (request, response) => {
    const requestId = nameOf(request);
    const head = ['X-Request-Id', requestId, ...SECURITY_HEADERS, ...crossOrigin.headersFor(request.headers.origin)];
    const url = originForm(request.url ?? '/');
    // A request line may name the whole URL (RFC 9112 3.2.2); what counts is its path, for Express as well.
    request.url = url;
    return new Exchange({ request, response, requestId, url, head, vary: crossOrigin.vary, address, tell });
  };
}

/** A valid name that the client sent, or a new one. */
function nameOf({ headers: { 'x-request-id': sent } }: IncomingMessage): string {
  return typeof sent === 'string' && ACCEPTED_ID.test(sent) ? sent : randomUUID();
}

function originForm(url: string): string {
  if (url.startsWith('/')) return url;
  const absolute = /^https?:\/\/[^/?#]*/i.exec(url);
  if (!absolute) return url;
  const rest = url.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The client's address as Express's setting `trust proxy` has it. */
export function clientAddress(app: Application, trustProxy: unknown): (request: IncomingMessage) => string {
  if (!trustProxy) return ({ socket }) => socket.remoteAddress ?? '';
  return ({ headers, socket }) =>
    Reflect.get(express.request, 'ip', { app, headers, socket, connection: socket }) ?? '';
}
