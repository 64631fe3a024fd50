const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** What is waited after the first, second, ... attempt that failed: over a day in all. */
const PAUSES_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS];
/** Pauses are this much longer at most, so that endpoints that failed together do not come back together. */
const JITTER = 0.1;
/** The longest wait that an endpoint may ask for. */
const LONGEST_ASKED_MS = 12 * HOUR_MS;

/** Attempts before it is given up. */
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/**
 * Milliseconds until the next attempt; null when there is none.
 *
 * @param attempts that failed, this one among them
 * @param askedMs what the endpoint asked to be waited (Retry-After); null = nothing
 * @param random from 0 to 1
 */
export function pauseAfter(attempts: number, askedMs: number | null, random: number): number | null {
  const pause = PAUSES_MS[attempts - 1];
  if (pause === undefined) return null;
  const own = Math.round(pause * (1 + JITTER * random));
  return Math.max(own, Math.min(askedMs ?? 0, LONGEST_ASKED_MS));
}
