import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** 43 characters of 62 are 256 bits. */
const SECRET_LENGTH = 43;
const KEY = new RegExp(`^prn_([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})$`);
const KEY_ID = new RegExp(`^(?:prn_)?([0-9A-Za-z]{${ID_LENGTH}})(?:_.*)?$`);

export interface NewKey {
  /** Public: names the key in lists and logs. */
  readonly id: string;
  /** `prn_<id>_<secret>`, to be shown once. */
  readonly key: string;
  readonly lastFour: string;
}

export function generateKey(): NewKey {
  const id = randomText(ID_LENGTH);
  const secret = randomText(SECRET_LENGTH);
  return { id, key: `prn_${id}_${secret}`, lastFour: secret.slice(-4) };
}

/** The id inside a whole key; null when the text has another form. */
export function idOfKey(key: string): string | null {
  return KEY.exec(key)?.[1] ?? null;
}

/** Reads a key id from user input: the id, `prn_<id>`, or a whole key. Null for anything else. */
export function parseKeyId(text: string): string | null {
  return KEY_ID.exec(text.trim())?.[1] ?? null;
}

/** How a key is shown after its creation. */
export function displayKey(id: string, lastFour: string): string {
  return `prn_${id}_...${lastFour}`;
}

/** HMAC-SHA-256, hexadecimal. Keyed, so that guesses cannot be tested with a stolen database alone. */
export function hashKey(key: string, keySecret: string): string {
  return createHmac('sha256', keySecret).update(key).digest('hex');
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
