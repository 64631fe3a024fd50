import type { ErrorRequestHandler, Request, Response } from 'express';
import { DeadlineError } from '../deadline';
import {
  ApiError,
  DATABASE_WAIT,
  type ErrorCode,
  internal,
  invalidRequest,
  malformedPath,
  notFound,
  unauthorized,
  upstreamUnavailable,
} from '../errors';
import type { Log } from '../log';
import { bodyNotAccepted, type Fault, refusedInput, unreadable } from '../openapi/refusals';
import { DatabaseAwayError } from '../storage/errors';
import type { Metrics } from './metrics';

/** The only place that writes an error: the body of SPEC 7 to the client, the detail to the log. */
export function errorHandler(log: Log, metrics: Pick<Metrics, 'countError'>): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    const error = toApiError(thrown, request, response);
    metrics.countError(error.code);
    if (error.status >= 500) logFault(log, response.locals.requestId, error, thrown);
    // Half an answer cannot be taken back.
    if (response.headersSent) {
      request.socket.destroy();
      return;
    }
    const body = Buffer.from(JSON.stringify(error.body));
    response.status(error.status).set('Cache-Control', 'no-store').type('json');
    response.removeHeader('ETag');
    if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
    if (error.status === 401) response.set('WWW-Authenticate', response.locals.challenge ?? 'Bearer');
    response.set('Content-Length', String(body.length));
    endEarly(request, response, body);
  };
}

/** Body faults by the parser's own name for them. */
const BODY_FAULTS: Record<string, string> = {
  'entity.parse.failed': 'The body is not valid JSON.',
  'entity.too.large': 'The body is too large.',
  'encoding.unsupported': 'The Content-Encoding of the body is not supported; accepted are identity, gzip and deflate.',
  'charset.unsupported': 'The charset of the body is not supported; accepted is utf-8.',
  'request.aborted': 'The body ended before its Content-Length.',
  'request.size.invalid': 'The body does not have its Content-Length.',
};

/** What Express, the body parser and the validator throw, as far as it is looked at. */
interface ThrownError {
  readonly status?: number;
  readonly type?: string;
  readonly errors?: readonly Fault[];
}

/**
 * Whatever was thrown, as an error of SPEC 7. The texts of libraries are never passed on: they name paths and
 * internals. An unsupported body (413, 415) is 400, a wrong method (405) is 404, as the contract says.
 */
function toApiError(thrown: unknown, request: Request, { locals }: Response): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DeadlineError) return upstreamUnavailable(thrown.message);
  if (thrown instanceof DatabaseAwayError) return upstreamUnavailable(thrown, DATABASE_WAIT);
  if (thrown instanceof URIError) return malformedPath();
  const { type, status, errors } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as ThrownError;
  if (type !== undefined && type in BODY_FAULTS) return invalidRequest(BODY_FAULTS[type]);
  const { operation, given } = locals;
  if (status === 400 && errors !== undefined && operation !== undefined && given !== undefined) {
    return refusedInput(errors, operation, { ...given, body: request.body });
  }
  switch (status) {
    case 400:
      return unreadable();
    case 401:
      return unauthorized();
    case 404:
    case 405:
      return notFound();
    case 406:
    case 413:
    case 415:
      return bodyNotAccepted();
    default:
      return internal(thrown);
  }
}

/** How much an expected fault matters to an operator. */
const LEVELS: Partial<Record<ErrorCode, keyof Log>> = { scan_busy: 'info', upstream_unavailable: 'warn' };

/** A 503 was foreseen, and its reason says what to look into; where nobody foresaw anything, the stack does. */
function logFault(log: Log, requestId: string, { code, status, detail }: ApiError, thrown: unknown): void {
  if (status === 503) {
    const reason = detail instanceof Error ? detail.message : detail;
    log[LEVELS[code] ?? 'error']({ requestId, code, detail: reason }, 'request failed');
  } else {
    log.error({ requestId, code, detail, err: detail instanceof Error ? detail : thrown }, 'request failed');
  }
}

/** A refused upload is read so long, and so far, that its sender has time to read the answer. */
const LINGER = { bytes: 1 << 20, milliseconds: 2_000 } as const;

/**
 * Sends the answer to a request that may not have come whole. Where the rest is still on its way, the connection can serve no
 * other request: what comes is dropped and the connection closed, so that none of it is taken for a request. Express
 * answers and goes on reading.
 */
function endEarly(request: Request, response: Response, body: Buffer): void {
  // Undefined where it came over no network, whole (./inject.ts).
  if (request.complete !== false) return void response.end(body);
  request.resume();
  // What came together with the head is read by then.
  setImmediate(() => {
    if (request.complete || request.destroyed) return response.end(body);
    response.set('Connection', 'close').write(body);
    let bytes = 0;
    const timer = setTimeout(() => response.end(), LINGER.milliseconds);
    request.once('close', () => response.end()).once('end', () => response.end());
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > LINGER.bytes) response.end();
    });
    return response.once('close', () => clearTimeout(timer));
  });
}
