import { isUtf8 } from 'node:buffer';

/** The codes of SPEC 7, `conflict`, and `gone` for expired files, each with its status. */
const STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  demo_restricted: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  rate_limited: 429,
  internal: 500,
  scan_busy: 503,
  upstream_unavailable: 503,
  service_misconfigured: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;
export const ERROR_CODES = Object.keys(STATUS) as readonly ErrorCode[];

/** Body of every 4xx and 5xx answer. */
export interface ErrorBody {
  readonly error: { readonly code: ErrorCode; readonly message: string };
  /** GET /readyz only: why the service is not ready. */
  readonly reason?: string;
  /** GET /readyz only: the damaged tables of the database. */
  readonly tables?: readonly string[];
}

/** Public messages of the server's own errors. */
const GENERIC = {
  internal: 'Internal server error.',
  scan_busy: 'The scan is warming up, or busy with earlier requests of this account; retry shortly.',
  upstream_unavailable: 'Seasonal data is temporarily unavailable; retry shortly.',
  service_misconfigured: 'The service is misconfigured and refuses requests.',
} as const;

/** Maximum Retry-After of a 503, seconds. */
const MAX_503_WAIT = 30;

/** What GET /readyz says besides the error. */
type Readiness = Pick<ErrorBody, 'reason' | 'tables'>;

interface ErrorParts {
  /** For the log only. */
  readonly detail?: unknown;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Further fields of the body. */
  readonly readiness?: Readiness;
  /** Default: the status of the code. */
  readonly status?: number;
  /** As `ApiError.isFree`. */
  readonly isFree?: boolean;
}

/**
 * An error answer. Its `message` is public, its `detail` is only logged. At 500 and above the message is always the generic one of
 * the code, so that no internals are published.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly detail: unknown;
  readonly retryAfter: number | undefined;
  /** Whether the request does not count against the plan of its account. */
  readonly isFree: boolean;
  private readonly readiness: Readiness;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { detail, retryAfter, readiness = {}, status = STATUS[code], isFree = false }: ErrorParts = {},
  ) {
    super(code in GENERIC ? GENERIC[code as keyof typeof GENERIC] : message);
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
    this.isFree = isFree;
    this.readiness = readiness;
  }

  get body(): ErrorBody {
    return { error: { code: this.code, message: this.message }, ...this.readiness };
  }
}

/** 400. @param message names the parameter, what came and what is accepted */
export function invalidRequest(message: string): ApiError {
  return new ApiError('invalid_request', message);
}

/** 400 for a path such as `/v1/analyze/%ZZ`. */
export function malformedPath(): ApiError {
  return invalidRequest('The path is not valid percent-encoding.');
}

/** 416. @param message names the available bytes */
export function rangeNotSatisfiable(message: string): ApiError {
  return new ApiError('invalid_request', message, { status: 416 });
}

/** 401 */
export function unauthorized(message = 'API key missing or invalid.'): ApiError {
  return new ApiError('unauthorized', message);
}

/** 403. @param message names what is out of scope, and the tier that would include it */
export function forbidden(message: string): ApiError {
  return new ApiError('forbidden', message);
}

/** 403 for the demo token outside its allowlist. */
export function demoRestricted(message: string): ApiError {
  return new ApiError('demo_restricted', message);
}

/** 404. @param message names what is unknown; default: the endpoint */
export function notFound(message = 'No such endpoint; GET /docs describes those that exist.'): ApiError {
  return new ApiError('not_found', message);
}

/** The refusal of a secret address. One message for every reason, so that guessing reveals nothing. */
export function noSuchAddress(what: 'calendar' | 'table'): ApiError {
  return notFound(`There is no ${what} at this address, or its link was revoked.`);
}

/** 409. @param message names what exists already */
export function conflict(message: string): ApiError {
  return new ApiError('conflict', message);
}

/** 410. @param message names what has expired, and what to do */
export function gone(message: string): ApiError {
  return new ApiError('gone', message);
}

/** 429. @param limit requests allowed per scope @param retryAfter seconds until the scope starts again */
export function rateLimited(scope: 'minute' | 'day', limit: number, retryAfter: number): ApiError {
  const wait = Math.max(1, Math.ceil(retryAfter));
  return new ApiError(
    'rate_limited',
    `Rate limit exceeded: ${limit} requests per ${scope}. Retry in ${wait} second${wait === 1 ? '' : 's'}.`,
    { retryAfter: wait },
  );
}

/** 500. @param detail for the log only */
export function internal(detail: unknown): ApiError {
  return new ApiError('internal', '', { detail });
}

/** 503 while an account has too many requests or downloads under way, exports wait, or the service starts or stops. */
export function scanBusy(retryAfter = 2, detail?: unknown): ApiError {
  return unavailable('scan_busy', { retryAfter, detail });
}

/** 503 while prices are being loaded after a start. */
export function loadingPrices(): ApiError {
  return unavailable('scan_busy', { retryAfter: 2, isFree: true });
}

/** Retry-After while the database is unavailable, seconds. It is short, since service resumes at once when it returns. */
export const DATABASE_WAIT = 2;

/** 503 if prices or accounts cannot be read. @param readiness for GET /readyz */
export function upstreamUnavailable(detail?: unknown, retryAfter = 5, readiness?: Readiness): ApiError {
  return unavailable('upstream_unavailable', { retryAfter, detail, readiness });
}

/** 503 if the settings do not allow authentication: without it, no request is answered. */
export function serviceMisconfigured(detail?: unknown): ApiError {
  return unavailable('service_misconfigured', { retryAfter: MAX_503_WAIT, detail });
}

function unavailable(code: ErrorCode, { retryAfter = MAX_503_WAIT, ...parts }: ErrorParts): ApiError {
  const wait = Math.min(MAX_503_WAIT, Math.max(1, Math.ceil(retryAfter)));
  return new ApiError(code, '', { ...parts, retryAfter: wait });
}

/** A body that express.json refuses before it is parsed; the error handler names the fault by its type. */
export class UnreadableBodyError extends Error {
  constructor(readonly type: 'charset.unsupported' | 'entity.nested' | 'entity.utf8.invalid') {
    super(type);
  }
}

/** Invalid bytes would be read as replacement characters, and stored as such. @throws UnreadableBodyError */
export function refuseInvalidUtf8(_request: unknown, _response: unknown, body: Buffer, charset: string): void {
  if (charset === 'utf-8' && !isUtf8(body)) throw new UnreadableBodyError('entity.utf8.invalid');
}
