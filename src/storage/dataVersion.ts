import { createHash } from 'node:crypto';

/** A series as the data version counts it. */
export interface SeriesContent {
  readonly ticker: string;
  /** Content hash of the series. */
  readonly hash: string;
}

/** 256 bits: the length of SHA-256. */
const MODULUS = 1n << 256n;
/** Hexadecimal digits of a version. */
const DIGITS = 64;

/**
 * Names the content of all series: equal data, equal version, on any machine and in any order. It is the sum of a SHA-256
 * over each series, modulo 2^256 (Bellare and Micciancio, 1997, AdHash), so that one changed series costs one subtraction
 * and one addition. It tells data apart; it is no defence against somebody who searches for two that share a version.
 */
export function dataVersionOf(series: Iterable<SeriesContent>): string {
  return changedVersion(EMPTY_VERSION, [], series);
}

/** The version of no series at all. */
export const EMPTY_VERSION = '0'.repeat(DIGITS);

/**
 * The version after some series went and others came; one whose content changed did both.
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
  // The remainder has the sign of the sum.
  return (((sum % MODULUS) + MODULUS) % MODULUS).toString(16).padStart(DIGITS, '0');
}

function termOf({ ticker, hash }: SeriesContent): bigint {
  return BigInt(`0x${createHash('sha256').update(`${ticker} ${hash}`).digest('hex')}`);
}
