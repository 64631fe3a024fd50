import { LRUCache } from 'lru-cache';
import { MACHINE_TIMER, type Timer } from '../clock';
import { orAborted } from '../deadline';

/** Reasons why a request to another server has no answer. The texts may be shown: they hold no URL, which may hold a credential. */
const OUTGOING_FAULTS = {
  timeout: 'no answer in time',
  unreachable: 'cannot be reached',
  too_large: 'the answer is too large',
  redirected: 'redirected',
  address: 'the address is not allowed',
  damaged: 'the answer cannot be read',
} as const;

export type OutgoingFault = keyof typeof OUTGOING_FAULTS;

/** A request that was not sent or not answered. Callers use `kind` and `detail` for their own messages. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';

  constructor(
    readonly kind: OutgoingFault,
    /** A text of this program, a host name or an error code; never the message of another error. */
    readonly detail: string,
  ) {
    super(`${OUTGOING_FAULTS[kind]}: ${detail}`);
  }
}

/** Codes of undici, and the corresponding codes of Node, which operators know. */
const NODE_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
};

/** Converts any error of a request. Only the code of other errors is used, since their messages may repeat the URL. */
export function outgoingErrorOf(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const { code, name } = error as { code?: unknown; name?: unknown };
  const label = String(code ?? name);
  if (/^(Z_|ERR__?ZLIB|ERR_BROTLI|ERR_PADDING|ERR__ERROR_FORMAT)/.test(label))
    return new OutgoingError('damaged', label);
  return new OutgoingError('unreachable', NODE_CODES[label] ?? label);
}

/** Retries and circuit breaking of requests to other servers. */

const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** How long a host is not called after it has failed. */
const BREAK_MS = 10_000;
/** Hosts whose failures are counted; the least recently used one is dropped first. */
const MAX_HOSTS = 1_000;

/** HTTP dates begin with the day of the week (RFC 9110, 5.6.7). Date.parse alone would read a plain number as a year. */
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** The wait of a Retry-After header (seconds or a date; RFC 9110, 10.2.3), milliseconds. Null if it is absent or invalid. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const value = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  if (!HTTP_DATE.test(value)) return null;
  // The asctime form has no zone; all forms are in GMT.
  const date = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

export interface RetryDeps {
  readonly timer: Timer;
  /** 0..1, for the jitter. */
  readonly random: () => number;
}

export interface RetryRule {
  /** Latest end of a pause, in time of the timer. If a pause would end later, the work fails at once. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** The Retry-After of a failure that may be retried (milliseconds; null = none); undefined = the failure is final. */
  readonly retryOf: (error: unknown) => { readonly retryAfterMs: number | null } | undefined;
}

/**
 * Retries work after transient failures: after one second, two, four, ..., and not before the Retry-After. Jitter keeps callers
 * that failed together from retrying together.
 *
 * @throws the last failure; the abort reason of the signal
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
      const retry = tries < MAX_TRIES ? retryOf(error) : undefined;
      if (retry === undefined) throw error;
      const backoff = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + 0.5 * random());
      const pause = Math.max(backoff, retry.retryAfterMs ?? 0);
      if (timer.elapsed() + pause > until) throw error;
      await pauseFor(timer, pause, signal);
    }
  }
}

/** Waits for some milliseconds. @throws the abort reason of the signal */
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

export interface BreakerRule {
  /** Failed calls in a row that open the breaker of a host for ten seconds. After that, one more failure opens it again. */
  readonly failures: number;
  /** Whether an error is a failure of the host; by default every error is. */
  readonly isFailure?: (error: unknown) => boolean;
}

/** Stops calls to a host that has failed, so that a host that is down does not cost a connection for each call. */
export class CircuitBreaker {
  private readonly hosts = new LRUCache<string, { readonly failures: number; readonly openUntil: number }>({
    max: MAX_HOSTS,
  });

  constructor(
    private readonly rule: BreakerRule,
    private readonly timer: Timer = MACHINE_TIMER,
  ) {}

  /** @throws the error of the call; OutgoingError `unreachable` without a call while the breaker is open */
  async call<T>(host: string, work: () => Promise<T>): Promise<T> {
    const { failures = 0, openUntil = 0 } = this.hosts.get(host) ?? {};
    const { failures: limit, isFailure = () => true } = this.rule;
    if (failures >= limit && this.timer.elapsed() < openUntil)
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
