import { createHash, randomBytes } from 'node:crypto';
import { randomText } from './keyFormat';

const ID_LENGTH = 12;
const SECRET_BYTES = 32;
const SESSION = new RegExp(`^([0-9A-Za-z]{${ID_LENGTH}})\\.([\\w-]{43})$`);

/** A token of 256 random bits in base64url, which URLs and cookies hold unescaped. */
export function newToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The stored hash of a token. Unlike the hashes of keys it is not keyed: 256 random bits cannot be guessed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function newSessionId(): string {
  return randomText(ID_LENGTH);
}

/** Parses a session cookie: the id of the session and the hash of its secret; null for a malformed one. */
export function readSession(cookie: string): { readonly id: string; readonly hash: string } | null {
  const match = SESSION.exec(cookie);
  return match === null ? null : { id: match[1], hash: hashToken(match[2]) };
}

export function sessionText(id: string, secret: string): string {
  return `${id}.${secret}`;
}
