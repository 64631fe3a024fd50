import type { Timer } from '../clock';
import { orAborted } from '../deadline';
import { FeedFault } from './feedFault';

export interface RetryDeps {
  readonly timer: Timer;
  /** 0..1, for the jitter. */
  readonly random: () => number;
}

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Does work again after faults that may pass: after one second, two, four, ... with jitter, so that what was refused
 * together does not come back together, and never before the provider said (Retry-After).
 *
 * @param until moment of the timer after which nothing is begun any more; what would wait longer fails at once
 * @throws FeedFault, the last one; the signal's reason once it is aborted
 */
export async function patiently<T>(
  { timer, random }: RetryDeps,
  until: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FeedFault) || !error.isPassing || tries === MOST_TRIES) throw error;
      const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + 0.5 * random());
      const pause = Math.max(backoff, error.retryAfterMs ?? 0);
      if (timer.elapsed() + pause > until) throw error;
      await pass(timer, pause, signal);
    }
  }
}

/** Lets time pass. @throws the signal's reason once it is aborted */
export async function pass(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  let callOff = () => {};
  const passed = new Promise<void>((resolve) => {
    callOff = timer.after(ms, resolve);
  });
  try {
    await orAborted(passed, signal);
  } finally {
    callOff();
  }
}

/** Milliseconds that a Retry-After asks for: seconds, or a date. Null when it says neither. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}
