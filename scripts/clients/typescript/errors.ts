/** Why a call failed: a code of the contract, or one of the client's own for what never became an answer of it. */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'demo_restricted'
  | 'not_found'
  | 'rate_limited'
  | 'internal'
  | 'scan_busy'
  | 'upstream_unavailable'
  | 'service_misconfigured'
  /** There was no answer: refused, reset, no such host. */
  | 'unreachable'
  /** No answer within the time of a try, or of the call. */
  | 'timed_out'
  /** Somebody answered, but not as the contract has it: a proxy, another server. */
  | 'unexpected_answer'
  | (string & {});

/** What is known of a failure. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly cause?: unknown;
}

/** The one class of all failures of calls. */
export class PerennialError extends Error {
  override readonly name = 'PerennialError';

  constructor(
    message: string,
    readonly code: ErrorCode,
    /** Of the answer; null when there was none. */
    readonly status: number | null = null,
    /** Names the request in the server's log; null when there was no answer. */
    readonly requestId: string | null = null,
    /** Seconds after which the server would like to be asked again; null when it did not say. */
    readonly retryAfter: number | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  /** Of an answer that is none to go on with. */
  static of({ status, headers }: Response, { code, message, cause }: Failure): PerennialError {
    const after = secondsOf(headers.get('Retry-After'));
    return new PerennialError(message, code, status, headers.get('X-Request-Id'), after, { cause });
  }
}

/** Retry-After is seconds, or a date (RFC 9110 10.2.3). @returns null for anything else */
export function secondsOf(text: string | null, now: number = Date.now()): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text.trim())) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
