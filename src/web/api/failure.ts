/** Why a request has no usable response. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /**
   * @param status HTTP status; 0 when the server could not be reached
   * @param code error code of the API; `unreachable` when the server could not be reached
   * @param retryAt earliest time of another attempt, milliseconds of the browser's clock; null when the response names none
   */
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAt: number | null = null,
  ) {
    super(message);
  }
}

/** The failure that an error response describes. Its message is untrusted: pages show it as text. */
export function failureOf(response: Response, body: unknown): Failure {
  const { code, message } = errorIn(body);
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null;
  return new Failure(response.status, code ?? 'unknown', message ?? `The server answered ${response.status}.`, retryAt);
}

/** Any thrown value as a Failure. */
export function toFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, 'unknown', String(error));
}

export function unreachable(): Failure {
  return new Failure(0, 'unreachable', 'The server cannot be reached.');
}

function errorIn(body: unknown): { code?: string; message?: string } {
  if (typeof body !== 'object' || body === null || !('error' in body)) return {};
  const { error } = body;
  if (typeof error !== 'object' || error === null) return {};
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : undefined;
  return { code, message };
}
