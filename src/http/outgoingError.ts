/** Reasons why a request to another server has no answer. The texts may be shown: they hold no URL, which may hold a credential. */
const OUTGOING_FAULTS = {
  timeout: 'no answer in time',
  unreachable: 'cannot be reached',
  too_large: 'the answer is too large',
  redirected: 'redirected',
  address: 'the address is not allowed',
  damaged: 'the answer cannot be read',
} as const;

export type OutgoingFault = keyof typeof OUTGOING_FAULTS;

/** A request that was not sent or not answered. Callers use `kind` and `detail` for their own messages. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(
    readonly kind: OutgoingFault,
    /** A text of this program, a host name or an error code; never the message of another error. */
    readonly detail: string,
  ) {
    super(`${OUTGOING_FAULTS[kind]}: ${detail}`);
  }
}

/** Codes of undici, and the corresponding codes of Node, which operators know. */
const NODE_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
};

/** Converts any error of a request. Only the code of other errors is used, since their messages may repeat the URL. */
export function outgoingErrorOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const label = String(code ?? name);
  if (/^(Z_|ERR__?ZLIB|ERR_BROTLI|ERR_PADDING|ERR__ERROR_FORMAT)/.test(label))
    return new OutgoingError('damaged', label);
  return new OutgoingError('unreachable', NODE_CODES[label] ?? label);
}
