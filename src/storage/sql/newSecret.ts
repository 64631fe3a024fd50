import { randomBytes } from 'node:crypto';

/** 256 random bits, hexadecimal. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}
