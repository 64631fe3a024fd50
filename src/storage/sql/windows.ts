import type { Windows } from '../counters';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** UTC has no daylight saving: every minute has 60 seconds and every day 86,400. */
export function windowsAt(now: number): Windows {
  return { minute: Math.floor(now / MINUTE_MS), day: dayAt(now) };
}

/** The UTC day at an instant in epoch milliseconds, counted since 1970. */
export function dayAt(now: number): number {
  return Math.floor(now / DAY_MS);
}
