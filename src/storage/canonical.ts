import { createHash } from 'node:crypto';
import serialize from 'canonicalize';
import type { LedgerBody, LedgerRecord } from '../core/record/ledger';

/** The RFC 8785 form of a JSON value: equal values give the same text on any machine. @throws Error for NaN and infinities */
export function canonical(value: object): string {
  return serialize(value)!;
}

/** SHA-256 of bytes, or of a text as UTF-8, in hexadecimal; of several parts as if they were one. */
export function sha256(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** The hash of a record: SHA-256 over the RFC 8785 form of all its fields except `hash`. */
export function hashOf(body: object): string {
  return sha256(canonical(body));
}

/** A record with its hash. */
export function sealed(body: LedgerBody): LedgerRecord {
  return { ...body, hash: hashOf(body) };
}
