import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { withoutKeys } from '../log';
import type { Metrics } from './metrics';

/** Status in the log and metrics if the client disconnected before it had the whole answer. It is never sent. */
const CLIENT_GONE = 499;

/** Logs each request on one line and records its duration, after the answer was sent or the client has disconnected. */
export function accessLog(log: Logger, metrics: Pick<Metrics, 'observe'>): RequestHandler {
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
      metrics.observe(operation?.id ?? 'other', status, milliseconds);
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
