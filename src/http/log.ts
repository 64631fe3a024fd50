import type { Request, RequestHandler, Response } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { statusOf } from './gone';
import { withoutKeys } from './redact';
import { stateOf } from './state';

/** The log of the process: one JSON line an event. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** One line a request. Headers are not logged, so that no key can be. */
export function accessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    response.once('close', () => {
      // The error itself is logged where it is answered; this one only says that the status is 5xx.
      const level = statusOf(response) >= 500 ? 'error' : 'info';
      if (log.isLevelEnabled(level)) log[level](requestFields(request, response), 'request');
    });
    next();
  };
}

function requestFields(request: Request, response: Response) {
  const { requestId, operation, caller, arrived } = stateOf(response);
  return {
    requestId,
    method: request.method,
    url: withoutKeys(request.originalUrl),
    status: statusOf(response),
    operation: operation?.id,
    tier: caller?.tier.id,
    account: caller?.accountId ?? undefined,
    responseTime: Math.round(performance.now() - arrived),
  };
}
