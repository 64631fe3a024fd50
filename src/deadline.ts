import { setMaxListeners } from 'node:events';
import type { Timer } from './clock';

/** The work of a request exceeded its time limit (SPEC 7 rule 1). */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** The client has disconnected before its answer was ready. */
export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/** The account and abort signal of a computation. */
export interface Work {
  /** Accounts take turns on the worker threads. The service's own work has its own account names. */
  readonly account: string;
  /** Aborts with an AbandonedError if the client disconnects, and with a DeadlineError at the time limit. */
  readonly signal?: AbortSignal;
}

/** A time limit. */
export interface Budget {
  /** 0 = the work is aborted at once. */
  readonly ms: number;
  readonly timer: Timer;
}

/** Runs work with a signal that aborts with a DeadlineError at the time limit, or earlier with the reason of `gone`. */
export async function withinBudget<T>(
  { ms, timer }: Budget,
  work: (signal: AbortSignal) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const stop = new AbortController();
  // Each market of a request adds a listener.
  setMaxListeners(0, stop.signal);
  const abandon = () => stop.abort(gone?.reason);
  const expire = () => stop.abort(new DeadlineError(`the work took longer than ${ms} ms`));
  if (gone?.aborted) abandon();
  else if (ms <= 0) expire();
  const cancel = timer.after(ms, expire);
  gone?.addEventListener('abort', abandon, { once: true });
  try {
    return await work(stop.signal);
  } finally {
    cancel();
    gone?.removeEventListener('abort', abandon);
  }
}

/** The result of `work`. Rejects with the abort reason as soon as the signal is aborted; the work itself continues. */
export async function orAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return work;
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Waits for work, but at most `ms` milliseconds; the work itself continues. */
export async function atMost(work: Promise<void>, ms: number, timer: Timer): Promise<void> {
  let cancel = () => {};
  const elapsed = new Promise<void>((resolve) => {
    cancel = timer.after(ms, resolve);
  });
  await Promise.race([work, elapsed]);
  cancel();
}

/**
 * The result of `work`, or `late` if it fails because the time limit is exceeded.
 *
 * @throws AbandonedError if the client has disconnected; otherwise as `work`
 */
export async function inTime<T, Late>(
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
  late: Late,
): Promise<T | Late> {
  try {
    return await work();
  } catch (error) {
    if (!signal?.aborted) throw error;
    if (signal.reason instanceof DeadlineError) return late;
    throw signal.reason;
  }
}
