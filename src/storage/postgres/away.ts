import { DatabaseAwayError } from '../errors';

/** What the network says. */
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
 * Conditions of the server in which it serves nobody, or not now (PostgreSQL, "Error Codes"): classes 08, 28, 53 and 57, a
 * database that is no more, a lock that did not come, a transaction that took too long, and a standby that takes no writes.
 */
const SERVER = /^(08|28|53|57)...$|^(3D000|55P03|25P03|25P04|25006)$/;

/** What the driver says, without a code: connections that end, and answers that do not come. */
const DRIVER = /^(Connection terminated|timeout expired|Query read timeout|timeout exceeded|Client (has|was) )/;

/** Of those, what leaves connections as good as they were: statements cancelled or refused, and no room for more. */
const HARMLESS = /^(53...|57014|55P03)$/;

/** What an error of the driver means where it means that the database is away; null for any other. */
export function awayError(error: unknown): DatabaseAwayError | null {
  if (error instanceof DatabaseAwayError) return error;
  const { code, message } = partsOf(error);
  if (NETWORK.has(code) || SERVER.test(code) || DRIVER.test(message)) {
    return new DatabaseAwayError(message === '' ? code : message, { cause: error });
  }
  return null;
}

/** Whether other connections may have broken too when this happened to one. */
export function breaksConnections(error: DatabaseAwayError): boolean {
  return !HARMLESS.test(partsOf(error.cause).code);
}

/** A host of several addresses fails with one error for each. */
function partsOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? '') };
}
