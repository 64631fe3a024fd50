import { unauthorized } from '../errors';

/**
 * Who an operation is for, as its `security` says: whoever has a key, or a session in its place; only the pages of this
 * server, before somebody signs in, with a session, or with the session of an operator; or whoever knows its address.
 */
export type Access = 'key' | 'page' | 'session' | 'operator' | 'address';

/** What a request brought. */
export interface Credentials {
  /** The Authorization header. */
  readonly authorization?: string;
  /** The X-API-Key header. */
  readonly apiKey?: string | readonly string[];
  /** What the cookie of a session says, where the request comes from a page of this server. */
  readonly session?: string;
  /** What stands in the address of a calendar. */
  readonly calendarFile?: string;
  /** What lets in here; by default a key, or a session in its place. */
  readonly only?: 'session' | 'visitor' | 'address';
  /** Client address, for the log of refusals. */
  readonly address?: string;
}

const HOW = "send the header 'Authorization: Bearer <API_KEY>' or 'X-API-Key: <API_KEY>'";

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
  if (key === null) throw unauthorized(`API key missing: ${HOW}.`);
  return key;
}

function bearerToken(authorization: string): string {
  const match = /^Bearer +(\S+)$/i.exec(authorization.trim());
  if (!match) throw unauthorized(`Authorization header not understood: ${HOW}.`);
  return match[1];
}

function headerKey(apiKey: string | readonly string[]): string {
  const key = typeof apiKey === 'string' ? apiKey.trim() : '';
  // Node joins a repeated X-API-Key with commas.
  if (!/^[^\s,]+$/.test(key)) throw unauthorized(`X-API-Key must hold exactly one key: ${HOW}.`);
  return key;
}
