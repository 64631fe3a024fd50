import { LRUCache } from 'lru-cache';
import { MACHINE_TIMER, type Timer } from '../clock';
import { orAborted } from '../deadline';
import { OutgoingError } from './outgoingError';

/** When failed requests are sent again: one rule for all services that we call. */

const MOST_TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** How long a host is not called after it has failed. */
const BREAK_MS = 10_000;
/** Hosts whose failures are counted; the one that failed longest ago is forgotten first. */
const MOST_HOSTS = 1_000;

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

/** When a circuit breaker opens. */
export interface BreakerRule {
  /** Failed calls in a row after which a host is not called for ten seconds; then one more failure opens it again. */
  readonly failures: number;
  /** Whether an error says that the host failed; by default every error does. */
  readonly isFailure?: (error: unknown) => boolean;
}

/** Stops calls to a host that has failed, so that a host that is down costs neither side a connection for each call. */
export class CircuitBreaker {
  private readonly hosts = new LRUCache<string, { readonly failures: number; readonly openUntil: number }>({
    max: MOST_HOSTS,
  });

  constructor(
    private readonly rule: BreakerRule,
    private readonly timer: Timer = MACHINE_TIMER,
  ) {}

  /** @throws the error of the call; OutgoingError `unreachable`, without a call, while the host is not called */
  async call<T>(host: string, work: () => Promise<T>): Promise<T> {
    const { failures = 0, openUntil = 0 } = this.hosts.get(host) ?? {};
    const { failures: most, isFailure = () => true } = this.rule;
    if (failures >= most && this.timer.elapsed() < openUntil)
      throw new OutgoingError('unreachable', `${host} could not be reached a moment ago`);
    try {
      const answer = await work();
      this.hosts.delete(host);
      return answer;
    } catch (error) {
      if (isFailure(error))
        this.hosts.set(host, { failures: failures + 1, openUntil: this.timer.elapsed() + BREAK_MS });
      throw error;
    }
  }
}
