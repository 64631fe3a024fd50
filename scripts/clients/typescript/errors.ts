/** Why a call failed: a code of the contract, or a code of this client for a failure without an answer of the API. */
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
  /** No connection, or it broke: refused, reset, unknown host. */
  | 'unreachable'
  /** No answer within the time limit of an attempt or of the call. */
  | 'timed_out'
  /** The answer is not one of the contract: from a proxy or another server. */
  | 'unexpected_answer'
  | (string & {});

/** A failure: its code, message and cause. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly cause?: unknown;
}

/** The error of every failed call. */
export class PerennialError extends Error {
  override readonly name = 'PerennialError';

  constructor(
    message: string,
    readonly code: ErrorCode,
    /** HTTP status of the answer; null without an answer. */
    readonly status: number | null = null,
    /** Id of the request in the server's log; null without an answer. */
    readonly requestId: string | null = null,
    /** Seconds to wait before a retry (the header Retry-After); null without the header. */
    readonly retryAfter: number | null = null,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  /** The error for an answer. */
  static of({ status, headers }: Response, { code, message, cause }: Failure): PerennialError {
    const after = secondsOf(headers.get('Retry-After'));
    return new PerennialError(message, code, status, headers.get('X-Request-Id'), after, { cause });
  }
}

/** The seconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3); null for any other text. */
export function secondsOf(text: string | null, now: number = Date.now()): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text.trim())) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
