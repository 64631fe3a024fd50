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

/** The part of a series that enters the data version. */
export interface SeriesContent {
  readonly ticker: string;
  /** Content hash of the series. */
  readonly hash: string;
}

const MODULUS = 1n << 256n;
const HEX_DIGITS = 64;

/**
 * The data version: equal data give equal versions on any machine and in any order. It is the sum of a SHA-256 over each
 * series, modulo 2^256 (AdHash; Bellare and Micciancio, 1997), so that one changed series costs one subtraction and one
 * addition. It is not secure against somebody who searches for a collision.
 */
export function dataVersionOf(series: Iterable<SeriesContent>): string {
  return changedVersion(EMPTY_VERSION, [], series);
}

/** The version of an empty database. */
export const EMPTY_VERSION = '0'.repeat(HEX_DIGITS);

/**
 * The version after removing and adding series. A changed series is in both lists.
 *
 * @param version as `dataVersionOf` gives it
 */
export function changedVersion(
  version: string,
  removed: Iterable<SeriesContent>,
  added: Iterable<SeriesContent>,
): string {
  let sum = BigInt(`0x${version}`);
  for (const series of removed) sum -= termOf(series);
  for (const series of added) sum += termOf(series);
  // `%` keeps the sign of the sum.
  return (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(HEX_DIGITS, '0');
}

function termOf({ ticker, hash }: SeriesContent): bigint {
  return BigInt(`0x${sha256(`${ticker} ${hash}`)}`);
}
