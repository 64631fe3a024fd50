import { createHash, randomBytes } from 'node:crypto';
import { randomText } from './keyFormat';

const ID_LENGTH = 12;
const SECRET_BYTES = 32;
const SESSION = new RegExp(`^([0-9A-Za-z]{${ID_LENGTH}})\\.([\\w-]{43})$`);

/** A token that nobody can guess: 256 random bits, in letters that a URL and a cookie hold as they are. */
export function newToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** What is stored of a token. Not keyed, as the hashes of keys are: nobody tries 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function newSessionId(): string {
  return randomText(ID_LENGTH);
}

/** What a cookie says: the id of a session, and the hash of its secret; null in another form. */
export function readSession(cookie: string): { readonly id: string; readonly hash: string } | null {
  const match = SESSION.exec(cookie);
  return match === null ? null : { id: match[1], hash: hashToken(match[2]) };
}

export function sessionText(id: string, secret: string): string {
  return `${id}.${secret}`;
}
