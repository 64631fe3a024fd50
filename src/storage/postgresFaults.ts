import { DatabaseUnavailableError, type UnavailableReason } from './errors';

/** Error codes of a network failure. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOENT',
]);

/**
 * SQLSTATE codes that mean the server is unavailable (PostgreSQL, "Error Codes"): connection failure (08), shutdown (57P),
 * refused sign-in (28), missing database, read-only standby, lack of resources (53), damaged pages (XX), statement, lock and transaction timeouts.
 */
const SERVER: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^(08...|57P..|25P0[34])$/, 'database_unreachable'],
  [/^(28...|3D000|25006)$/, 'database_refuses'],
  [/^53100$/, 'disk_full'],
  [/^53...$/, 'database_full'],
  [/^(57014|55P03)$/, 'database_slow'],
  [/^XX00[12]$/, 'database_damaged'],
];

/** Messages of driver errors without a code: closed connection, query timeout, exhausted pool. */
const DRIVER: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/^(Connection terminated|timeout expired|Client (has|was) )/, 'database_unreachable'],
  [/^Query read timeout/, 'database_slow'],
  [/^timeout exceeded/, 'database_full'],
];

/** Codes after which the connection is still usable: cancelled statements, lock timeouts, lack of resources, damaged pages. */
const HARMLESS = /^(53...|57014|55P03|XX00[12])$/;

/** Converts a driver error that means the database is unavailable; null for any other error. */
export function unavailableError(error: unknown): DatabaseUnavailableError | null {
  if (error instanceof DatabaseUnavailableError) return error;
  const { code, message } = partsOf(error);
  const reason = NETWORK.has(code)
    ? 'database_unreachable'
    : (matching(SERVER, code) ?? (code === '' ? matching(DRIVER, message) : null));
  // The error for a host with several addresses has no message.
  return reason === null
    ? null
    : new DatabaseUnavailableError(reason, message === '' ? code : message, { cause: error });
}

/** Whether other connections may have broken too after this error of one. */
export function breaksConnections({ cause }: DatabaseUnavailableError): boolean {
  const { code, message } = partsOf(cause);
  return !HARMLESS.test(code) && !message.startsWith('timeout exceeded');
}

function matching(reasons: readonly (readonly [RegExp, UnavailableReason])[], text: string): UnavailableReason | null {
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function partsOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? '') };
}
