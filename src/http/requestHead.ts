import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { invalidRequest } from '../errors';

/** What a client may send: nothing that could break a log line or a header. */
const ACCEPTED_ID = /^[\w.~-]{1,128}$/;

/** Names the request: by a valid name that the client sent, or a new one. */
export const nameRequest: RequestHandler = (request, response, next) => {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && ACCEPTED_ID.test(sent) ? sent : randomUUID();
  Object.assign(response.locals, { requestId, arrived: performance.now() });
  response.set('X-Request-Id', requestId);
  // A request line may name the whole URL (RFC 9112 3.2.2); Express reads it rightly, the validator does not.
  const absolute = /^https?:\/\/[^/?#]*/i.exec(request.originalUrl);
  if (absolute) {
    const rest = request.originalUrl.slice(absolute[0].length);
    request.originalUrl = rest.startsWith('/') ? rest : `/${rest}`;
  }
  next();
};

/** Refuses what Node's own server would refuse without a word: a request of HTTP/1.1 must say whom it asks (RFC 9112, 3.2). */
export const requireHost: RequestHandler = ({ headers, httpVersion }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw invalidRequest('The Host header is missing.');
  next();
};

/** Refuses an expectation nobody knows (RFC 9110, 10.1.1). */
export const refuseExpectation: RequestHandler = ({ headers: { expect } }, _response, next) => {
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    throw invalidRequest('The Expect header is not understood; accepted is 100-continue.');
  }
  next();
};
