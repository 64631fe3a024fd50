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
import { DamagedTableError, DatabaseUnavailableError } from '../storage/errors';
import type { Metrics } from './metrics';

/** Sends every error: the body of SPEC 7 to the client, and the detail to the log. */
export function errorHandler(log: Log, { errors, unavailable }: Metrics): ErrorRequestHandler {
  return (thrown, request, response, _next) => {
    const error = toApiError(thrown, request, response);
    errors.inc({ code: error.code });
    const { detail } = error;
    if (detail instanceof DatabaseUnavailableError) unavailable.inc({ reason: detail.reason });
    if (detail instanceof DamagedTableError) unavailable.inc({ reason: 'database_damaged' });
    if (error.status >= 500) {
      response.locals.severity = LEVELS[error.code] ?? 'error';
      logFault(log, response.locals, error, thrown);
    }
    // Part of the answer is already sent.
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

/** Messages by the error types of the body parser. */
const BODY_FAULTS: Record<string, (error: ThrownError) => string> = {
  'entity.parse.failed': () => 'The body is not valid JSON.',
  'entity.utf8.invalid': () => 'The body is not valid UTF-8: some of its bytes are no characters.',
  'entity.too.large': ({ limit }) => `The body is too large: accepted are ${limit} bytes.`,
  'encoding.unsupported': ({ encoding }) =>
    `Content-Encoding '${encoding}' of the body is not supported; accepted are identity, gzip, deflate, br and zstd.`,
  'charset.unsupported': ({ charset }) =>
    `The charset '${charset}' of the body is not supported; accepted are those of Unicode, such as utf-8.`,
  'request.aborted': () => 'The body ended before its Content-Length.',
  'request.size.invalid': () => 'The body does not have its Content-Length.',
};

/** The fields read of the errors of Express, the body parser and the validator. */
interface ThrownError {
  readonly status?: number;
  readonly type?: string;
  readonly limit?: number;
  readonly encoding?: string;
  readonly charset?: string;
  readonly errors?: readonly Fault[];
}

/**
 * Converts any thrown value to an error of SPEC 7. The messages of libraries are not sent, since they name paths and internals.
 * An unsupported body (413, 415) becomes 400 and a wrong method (405) becomes 404, as in the contract.
 */
function toApiError(thrown: unknown, request: Request, { locals }: Response): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DeadlineError) return upstreamUnavailable(thrown.message);
  if (thrown instanceof DatabaseUnavailableError) return upstreamUnavailable(thrown, DATABASE_WAIT);
  if (thrown instanceof DamagedTableError) return upstreamUnavailable(thrown, DATABASE_WAIT);
  if (thrown instanceof URIError) return malformedPath();
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as ThrownError;
  const { type, status, errors } = error;
  if (type !== undefined && type in BODY_FAULTS) return invalidRequest(BODY_FAULTS[type](error));
  const { operation, given } = locals;
  if (status === 400 && errors !== undefined && operation !== undefined && given !== undefined) {
    return refusedInput(errors, operation, { ...given, headers: request.headers, body: request.body });
  }
  switch (status) {
    case 400: {
      const encoding = request.get('content-encoding');
      return encoding === undefined
        ? unreadable()
        : invalidRequest(`The body is not valid ${encoding}, its Content-Encoding.`);
    }
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

/** Log levels of expected errors; `error` for all others. */
const LEVELS: Partial<Record<ErrorCode, keyof Log>> = { scan_busy: 'info', upstream_unavailable: 'warn' };

/** Logs the reason of an expected error (503), and the stack of an unexpected one. */
function logFault(
  log: Log,
  { requestId, severity = 'error' }: Express.Locals,
  { code, status, detail }: ApiError,
  thrown: unknown,
): void {
  if (status === 503) {
    const reason = detail instanceof Error ? detail.message : detail;
    log[severity]({ requestId, code, detail: reason }, 'request failed');
  } else {
    log.error({ requestId, code, detail, err: detail instanceof Error ? detail : thrown }, 'request failed');
  }
}

/** How much of a refused upload is still read, and for how long, so that its sender can read the answer. */
const LINGER = { bytes: 1 << 20, milliseconds: 2_000 } as const;

/**
 * Sends the answer to a request whose body may be incomplete. The rest of the body is then dropped and the connection closed, so
 * that no byte of it is read as another request. Express itself would keep the connection.
 */
function endEarly(request: Request, response: Response, body: Buffer): void {
  // Undefined for injected requests (./inject.ts), which are complete.
  if (request.complete !== false) return void response.end(body);
  request.resume();
  // Lets the parser read the bytes that came with the head.
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
