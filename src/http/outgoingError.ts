/** Why a request of ours has no answer, in words that may be shown: without the URL, which may hold a credential. */
export const OUTGOING_FAULTS = {
  timeout: 'no answer in time',
  unreachable: 'cannot be reached',
  too_large: 'the answer is too large',
  redirected: 'redirected',
  address: 'an address that may not be called',
  damaged: 'the answer cannot be read',
} as const;

export type OutgoingFault = keyof typeof OUTGOING_FAULTS;

/** A request that was not sent or was not answered. Callers map `kind` and `detail` to words of their own. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(
    readonly kind: OutgoingFault,
    /** Our own words, a host name, or the code of an error; never the message of another error. */
    readonly detail: string,
  ) {
    super(`${OUTGOING_FAULTS[kind]}: ${detail}`);
  }
}

/** Codes of undici by those of Node, which operators know. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
};

/** Any error of an exchange as an OutgoingError: of others than ours only the code, since a message may repeat the URL. */
export function outgoingErrorOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const known = String(code ?? name);
  if (/^(Z_|ERR__?ZLIB|ERR_BROTLI|ERR_PADDING|ERR__ERROR_FORMAT)/.test(known))
    return new OutgoingError('damaged', known);
  return new OutgoingError('unreachable', KNOWN_AS[known] ?? known);
}
