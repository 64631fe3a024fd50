import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import { invalidRequest } from '../errors';

/** Accepted ids of clients: safe in a log line and in a header. */
const ACCEPTED_ID = /^[\w.~-]{1,128}$/;

/** Sets the request id: the client's, if it is valid, or a new one. */
export const nameRequest: RequestHandler = (request, response, next) => {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && ACCEPTED_ID.test(sent) ? sent : randomUUID();
  Object.assign(response.locals, { requestId, arrived: performance.now() });
  response.set('X-Request-Id', requestId);
  // A request line may hold an absolute URL (RFC 9112 3.2.2), which Express supports and the validator does not.
  const absolute = /^https?:\/\/[^/?#]*/i.exec(request.originalUrl);
  if (absolute) {
    const rest = request.originalUrl.slice(absolute[0].length);
    request.originalUrl = rest.startsWith('/') ? rest : `/${rest}`;
  }
  next();
};

/** HTTP/1.1 requires a Host header (RFC 9112, 3.2). Node itself would refuse the request without an error body. */
export const requireHost: RequestHandler = ({ headers, httpVersion }, _response, next) => {
  if (httpVersion === '1.1' && headers.host === undefined) throw invalidRequest('The Host header is missing.');
  next();
};

/** Refuses unknown expectations (RFC 9110, 10.1.1). */
export const refuseExpectation: RequestHandler = ({ headers: { expect } }, _response, next) => {
  if (expect !== undefined && !/^100-continue$/i.test(expect)) {
    throw invalidRequest('The Expect header is not understood; accepted is 100-continue.');
  }
  next();
};
