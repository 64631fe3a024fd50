import { type AwayReason, DatabaseAwayError } from './errors';

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
 * Conditions of the server in which it serves nobody, or not now (PostgreSQL, "Error Codes"): connections that fail (08) or end
 * (57P), nobody let in (28), no such database any more, a standby that takes no writes, no resources (53), a statement or a lock
 * that took too long, and a transaction that waited for its process too long.
 */
const SERVER: readonly (readonly [RegExp, AwayReason])[] = [
  [/^(08...|57P..|25P0[34])$/, 'database_unreachable'],
  [/^(28...|3D000|25006)$/, 'database_refuses'],
  [/^53...$/, 'database_full'],
  [/^(57014|55P03)$/, 'database_slow'],
];

/** What the driver says, without a code: connections that end, answers that do not come, and none of the pool that is free. */
const DRIVER: readonly (readonly [RegExp, AwayReason])[] = [
  [/^(Connection terminated|timeout expired|Client (has|was) )/, 'database_unreachable'],
  [/^Query read timeout/, 'database_slow'],
  [/^timeout exceeded/, 'database_full'],
];

/** Of those, what leaves connections as good as they were: statements cancelled or refused, and no room for more. */
const HARMLESS = /^(53...|57014|55P03)$/;

/** What an error of the driver means where it means that the database is away; null for any other. */
export function awayError(error: unknown): DatabaseAwayError | null {
  if (error instanceof DatabaseAwayError) return error;
  const { code, message } = partsOf(error);
  const reason = NETWORK.has(code)
    ? 'database_unreachable'
    : (matching(SERVER, code) ?? (code === '' ? matching(DRIVER, message) : null));
  // A host of several addresses fails without a message of its own.
  return reason === null ? null : new DatabaseAwayError(reason, message === '' ? code : message, { cause: error });
}

/** Whether other connections may have broken too when this happened to one. */
export function breaksConnections({ cause }: DatabaseAwayError): boolean {
  const { code, message } = partsOf(cause);
  return !HARMLESS.test(code) && !message.startsWith('timeout exceeded');
}

function matching(reasons: readonly (readonly [RegExp, AwayReason])[], text: string): AwayReason | null {
  return reasons.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function partsOf(error: unknown): { code: string; message: string } {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return { code: String(code ?? ''), message: String(message ?? '') };
}
