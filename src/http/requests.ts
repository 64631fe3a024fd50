import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { invalidRequest } from '../errors';
import { withoutKeys } from '../log';
import type { Metrics } from './metrics';

/** Status in the log and metrics if the client disconnected before it had the whole answer. It is never sent. */
const CLIENT_GONE = 499;

/** Logs each request on one line and records its duration, after the answer was sent or the client has disconnected. */
export function accessLog(log: Logger, { duration }: Metrics): RequestHandler {
  return (request, response, next) => {
    const url = request.originalUrl;
    // Before all other listeners, which may close the connection. 'finish' is also emitted for a connection that was cut.
    response.prependOnceListener('finish', () => {
      response.locals.isSent = !request.socket.destroyed;
    });
    response.once('close', () => {
      response.locals.isOver = true;
      const { operation, caller, requestId, arrived, isSent, severity } = response.locals;
      const status = isSent ? response.statusCode : CLIENT_GONE;
      const milliseconds = performance.now() - arrived;
      duration.observe({ operation: operation?.id ?? 'other', status }, milliseconds / 1000);
      // errorHandler.ts logs the error itself.
      const level = status >= 500 ? (severity ?? 'error') : 'info';
      if (!log.isLevelEnabled(level)) return;
      // Headers are not logged, since they hold keys.
      log[level](
        {
          requestId,
          method: request.method,
          url: withoutKeys(url),
          status,
          operation: operation?.id,
          tier: caller?.tier.id,
          account: caller?.accountId ?? undefined,
          responseTime: Math.round(milliseconds),
        },
        'request',
      );
    });
    next();
  };
}

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
