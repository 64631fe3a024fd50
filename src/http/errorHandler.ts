import type { ErrorRequestHandler } from 'express';
import type { ApiError, ErrorCode } from '../errors';
import type { Log } from '../log';
import { endWith } from './earlyEnd';
import { toApiError } from './faults';
import type { Metrics } from './metrics';
import { stateOf } from './state';

/** The only place that writes an error: the body of SPEC 7 to the client, the detail to the log. */
export function errorHandler(log: Log, metrics: Pick<Metrics, 'countError'>): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    const { operation, requestId, challenge = 'Bearer' } = stateOf(response);
    const error = toApiError(thrown, request, operation);
    metrics.countError(error.code);
    if (error.status >= 500) note(log, requestId, error, thrown);
    // Half an answer cannot be taken back; Express closes the connection.
    if (response.headersSent) return next(thrown);
    if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter));
    if (error.status === 401) response.set('WWW-Authenticate', challenge);
    response.status(error.status).set('Cache-Control', 'no-store');
    // Not through res.json: the validator has its hook there, and a refused response would come back to it.
    response.set('Content-Type', 'application/json; charset=utf-8');
    endWith(JSON.stringify(error.body), request, response);
  };
}

/** How much an expected fault matters to an operator. */
const LEVELS: Partial<Record<ErrorCode, keyof Log>> = { scan_busy: 'info', upstream_unavailable: 'warn' };

/** A 503 was foreseen, and its reason says what to look into; where nobody foresaw anything, the stack does. */
function note(log: Log, requestId: string, { code, status, detail }: ApiError, thrown: unknown): void {
  if (status === 503) {
    const reason = detail instanceof Error ? detail.message : detail;
    log[LEVELS[code] ?? 'error']({ requestId, code, detail: reason }, 'request failed');
  } else {
    log.error({ requestId, code, detail, err: detail instanceof Error ? detail : thrown }, 'request failed');
  }
}
