const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the first, second, ... failed attempt: more than a day in total. */
const PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS];
/** Maximum random extension of a pause, as a share: endpoints that failed together are not all retried together. */
const JITTER = 0.1;
/** The longest Retry-After that is respected. */
const MAX_RETRY_AFTER_MS = 12 * HOUR_MS;

/** Attempts before a delivery is abandoned. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/**
 * Milliseconds until the next attempt; null if there is none.
 *
 * @param attempts failed attempts, including this one
 * @param retryAfter milliseconds in the endpoint's Retry-After header; null = absent
 * @param random from 0 to 1
 */
export function pauseAfter(attempts: number, retryAfter: number | null, random: number): number | null {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return null;
  const own = Math.round(pause * (1 + JITTER * random));
  return Math.max(own, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS));
}
