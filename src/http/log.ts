import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import pino, { type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { stateOf } from './state';

/** A key pasted into a URL, ours by its form or anybody's by the name of its parameter. */
const KEY_IN_URL = /prn_\w+|(?<=[?&](?:[\w-]*(?:key|token|secret|password)|authorization)=)[^&#]+/gi;

/** The log of the process: one JSON line an event. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** One line a request. Headers are not logged, so that no key can be. */
export function accessLog(logger: Logger): RequestHandler {
  return pinoHttp({
    logger,
    genReqId: (_request, response) => stateOf(response as Response).requestId,
    customAttributeKeys: { reqId: 'requestId' },
    quietReqLogger: true,
    quietResLogger: true,
    customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'info'),
    customProps: (request, response) => requestFields(request, response as Response),
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request',
    serializers: { res: () => undefined },
    // The error itself is logged where it is answered; this one only says that the status is 5xx.
    customErrorObject: (_request, _response, _error, { err: _, ...fields }) => fields,
  }) as RequestHandler;
}

function requestFields(request: IncomingMessage & { originalUrl?: string }, response: Response & ServerResponse) {
  const { operation, caller } = stateOf(response);
  return {
    method: request.method,
    url: withoutKeys(request.originalUrl ?? request.url ?? ''),
    status: response.statusCode,
    operation: operation?.id,
    tier: caller?.tier.id,
    account: caller?.accountId ?? undefined,
  };
}

export function withoutKeys(url: string): string {
  return url.replace(KEY_IN_URL, '[redacted]');
}
