import { unauthorized } from '../errors';

/**
 * The credential that an operation requires, by its `security`: a key, or a session in its place; none, for the pages of this
 * server before sign-in; a session; an operator's session; or a secret address.
 */
export type Access = 'key' | 'page' | 'session' | 'operator' | 'address';

/** The credentials of a request. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization?: string;
  /** The X-API-Key header. */
  readonly apiKey?: string | readonly string[];
  /** The session cookie, if the request comes from a page of this server. */
  readonly session?: string;
  /** The last part of a calendar's address. */
  readonly calendarFile?: string;
  /** The last part of a table's address. */
  readonly tableFile?: string;
  /** The only accepted credential; by default a key, or a session in its place. */
  readonly only?: 'session' | 'visitor' | 'address';
  /** Client address, for the log of refusals. */
  readonly address?: string;
}

const HEADER_HINT = "send the header 'Authorization: Bearer <API_KEY>' or 'X-API-Key: <API_KEY>'";

/**
 * The key a request carries, in either header (SPEC 5.1).
 *
 * @throws unauthorized without any, in another form, or with two different ones. No message repeats what was sent: it
 * may be a key in the wrong place.
 */
export function presentedKey({ authorization, apiKey }: Credentials): string {
  const bearer = authorization === undefined ? null : bearerToken(authorization);
  const header = apiKey === undefined ? null : headerKey(apiKey);
  if (bearer !== null && header !== null && bearer !== header) {
    throw unauthorized('Authorization and X-API-Key carry different keys; send one of them.');
  }
  const key = bearer ?? header;
  if (key === null) throw unauthorized(`API key missing: ${HEADER_HINT}.`);
  return key;
}

function bearerToken(authorization: string): string {
  const match = /^Bearer +(\S+)$/i.exec(authorization.trim());
  if (!match) throw unauthorized(`Authorization header not understood: ${HEADER_HINT}.`);
  return match[1];
}

function headerKey(apiKey: string | readonly string[]): string {
  const key = typeof apiKey === 'string' ? apiKey.trim() : '';
  // Node joins a repeated X-API-Key with commas.
  if (!/^[^\s,]+$/.test(key)) throw unauthorized(`X-API-Key must hold exactly one key: ${HEADER_HINT}.`);
  return key;
}
