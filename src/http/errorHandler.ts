import type { ErrorRequestHandler } from 'express';
import type { ApiError, ErrorCode } from '../errors';
import type { Log } from '../log';
import { endWith } from './earlyEnd';
import { type Exchange, exchangeOf } from './exchange';
import { toApiError } from './faults';
import type { Metrics } from './metrics';
import { jsonHead, sendOnce } from './sending';

/** Answers with what was thrown. */
export type Refuse = (exchange: Exchange, thrown: unknown) => void;

/** The only place that writes an error: the body of SPEC 7 to the client, the detail to the log. */
export function refuseWith(log: Log, metrics: Pick<Metrics, 'countError'>): Refuse {
  return (exchange, thrown) => {
    const error = toApiError(thrown);
    metrics.countError(error.code);
    if (error.status >= 500) note(log, exchange.requestId, error, thrown);
    // Half an answer cannot be taken back.
    if (exchange.response.headersSent) {
      exchange.request.socket.destroy();
      return;
    }
    const body = Buffer.from(JSON.stringify(error.body));
    const head = ['Cache-Control', 'no-store'];
    if (error.retryAfter !== undefined) head.push('Retry-After', String(error.retryAfter));
    if (error.status === 401) head.push('WWW-Authenticate', exchange.challenge);
    const whole = () => sendOnce(exchange, error.status, head, body);
    const unended = () => {
      exchange.writeHead(error.status, [...jsonHead(exchange, body), ...head, 'Connection', 'close']);
      exchange.response.write(body);
    };
    endWith({ whole, unended }, exchange);
  };
}

/** The same behind the middlewares of Express. */
export function errorHandler(refuse: Refuse): ErrorRequestHandler {
  return (thrown, _request, response, _next) => refuse(exchangeOf(response), thrown);
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
