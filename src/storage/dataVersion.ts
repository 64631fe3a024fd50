import { sha256 } from './canonical';

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
