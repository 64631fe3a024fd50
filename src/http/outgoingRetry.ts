import { MACHINE_TIMER, type Timer } from '../clock';
import { orAborted } from '../deadline';

/** When failed requests are sent again: one rule for all services that we call. */

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** How long a host is spared after a failed request. */
const BREAK_MS = 10_000;

/** HTTP dates begin with the day of the week (RFC 9110, 5.6.7); Date.parse alone would take a mere number for a year. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** Milliseconds that a Retry-After asks for: seconds or a date (RFC 9110, 10.2.3). Null when it is neither. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return null;
  // The oldest of the three forms names no zone; all are in GMT.
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

export interface RetryDeps {
  readonly timer: Timer;
  /** 0..1, for the jitter. */
  readonly random: () => number;
}

export interface RetryRule {
  /** Moment of the timer after which no pause may end; what would have to wait longer fails at once. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** What a failure may be tried again after (milliseconds of a Retry-After, or null); undefined = it is final. */
  readonly retryOf: (error: unknown) => { readonly retryAfterMs: number | null } | undefined;
}

/**
 * Repeats work after failures that may pass: after one second, two, four, ... with jitter, so that callers refused together do
 * not come back together, and never before the Retry-After.
 *
 * @throws the last failure; the signal's reason once it is aborted
 */
export async function withRetries<T>(
  { timer, random }: RetryDeps,
  { until, signal, retryOf }: RetryRule,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const retry = tries < MOST_TRIES ? retryOf(error) : undefined;
      if (retry === undefined) throw error;
      const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + 0.5 * random());
      const pause = Math.max(backoff, retry.retryAfterMs ?? 0);
      if (timer.elapsed() + pause > until) throw error;
      await pauseFor(timer, pause, signal);
    }
  }
}

/** Waits so many milliseconds. @throws the signal's reason once it is aborted */
export async function pauseFor(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const passed = new Promise<void>((resolve) => {
    cancel = timer.after(ms, resolve);
  });
  try {
    await orAborted(passed, signal);
  } finally {
    cancel();
  }
}

/**
 * Sends nothing to a host for ten seconds after a failed call: otherwise whoever sends us requests could have us repeat ours
 * without end.
 */
export class CircuitBreaker {
  /** Host to the moment of the timer from which it is called again. */
  private readonly openUntil = new Map<string, number>();

  constructor(private readonly timer: Timer = MACHINE_TIMER) {}

  /** @throws Error of the call; one of its own, without a call, within ten seconds of a failed one */
  async call<T>(host: string, work: () => Promise<T>): Promise<T> {
    if (this.timer.elapsed() < (this.openUntil.get(host) ?? Number.NEGATIVE_INFINITY))
      throw new Error(`${host} did not answer a moment ago`);
    try {
      return await work();
    } catch (error) {
      this.openUntil.set(host, this.timer.elapsed() + BREAK_MS);
      throw error;
    }
  }
}
