import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../log';
import type { Metrics } from './metrics';

/** Of a request whose client went away before its answer: in the log and the metrics only, it is never sent. */
const CLIENT_GONE = 499;

/** Logs each request on one line, and observes how long it took, once its answer is sent or its client has gone. */
export function accessLog(log: Logger, metrics: Pick<Metrics, 'observe'>): RequestHandler {
  return (request, response, next) => {
    const url = request.originalUrl;
    // First of all listeners: a connection that was cut counts as finished, too, and a finished one may be closed next.
    response.prependOnceListener('finish', () => {
      response.locals.isSent = !request.socket.destroyed;
    });
    response.once('close', () => {
      response.locals.isOver = true;
      const { operation, caller, requestId, arrived, isSent } = response.locals;
      const status = isSent ? response.statusCode : CLIENT_GONE;
      const milliseconds = performance.now() - arrived;
      metrics.observe(operation?.id ?? 'other', status, milliseconds);
      // The error itself is logged where it is answered; this one only says that the status is 5xx.
      const level = status >= 500 ? 'error' : 'info';
      if (!log.isLevelEnabled(level)) return;
      // Headers are not logged, so that no key can be.
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
