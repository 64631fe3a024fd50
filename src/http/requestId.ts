import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { RequestState } from './state';

/** What a client may send: nothing that could break a log line or a header. */
const ACCEPTED = /^[\w.~-]{1,128}$/;

/** Names the request, keeping a valid name the client sent, and says it in the answer. */
export const requestId: RequestHandler = (request, response, next) => {
  const sent = request.headers['x-request-id'];
  const id = typeof sent === 'string' && ACCEPTED.test(sent) ? sent : randomUUID();
  const state: Omit<RequestState, 'gone'> = { requestId: id, rate: null, arrived: performance.now() };
  Object.assign(response.locals, state);
  response.set('X-Request-Id', id);
  next();
};

/** A request line may name the whole URL (`GET http://host/v1/me`, RFC 9112 3.2.2); what counts is its path. */
export const originForm: RequestHandler = (request, _response, next) => {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(request.originalUrl);
  if (absolute) {
    // Express reads its own `url` rightly; the validator looks at this one.
    const rest = request.originalUrl.slice(absolute[0].length);
    request.originalUrl = rest.startsWith('/') ? rest : `/${rest}`;
  }
  next();
};
