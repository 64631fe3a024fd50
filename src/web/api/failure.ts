/** Why a question has no answer. */
export class Failure extends Error {
  override readonly name = 'Failure';

  /**
   * @param status of HTTP; 0 when the server could not be reached
   * @param code as the API says it; `unreachable` when the server could not be reached
   * @param retryAt when to ask again, milliseconds of the browser's clock; null where that is not said
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

/** Of an answer that is none. What it says is shown as text, whoever wrote it. */
export function failureOf(response: Response, body: unknown): Failure {
  const { code, message } = errorIn(body);
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null;
  return new Failure(response.status, code ?? 'unknown', message ?? `The server answered ${response.status}.`, retryAt);
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
