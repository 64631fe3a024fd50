import { setMaxListeners } from 'node:events';
import type { Timer } from './clock';

/** The time that the work of one request may take has run out (SPEC 7 rule 1). */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Nobody waits for the answer any more. */
export class AbandonedError extends Error {
  override readonly name = 'AbandonedError';
}

/** For whom something is computed, and until when. */
export interface Work {
  /** Whose turns it takes: accounts have the threads in turn. The service's own work has accounts of its own. */
  readonly account: string;
  /** Aborts with an AbandonedError when nobody waits any more, with a DeadlineError when the time is up. */
  readonly signal?: AbortSignal;
}

/** The time that work may take. */
export interface Budget {
  /** 0 = none at all. */
  readonly ms: number;
  readonly timer: Timer;
}

/** Gives work a signal that aborts with a DeadlineError once its time is up, or with the reason of `gone` before. */
export async function withinBudget<T>(
  { ms, timer }: Budget,
  work: (signal: AbortSignal) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const stop = new AbortController();
  // Each market of a request listens.
  setMaxListeners(0, stop.signal);
  const giveUp = () => stop.abort(gone?.reason);
  const expire = () => stop.abort(new DeadlineError(`the work took longer than ${ms} ms`));
  if (gone?.aborted) giveUp();
  else if (ms <= 0) expire();
  const callOff = timer.after(ms, expire);
  gone?.addEventListener('abort', giveUp, { once: true });
  try {
    return await work(stop.signal);
  } finally {
    callOff();
    gone?.removeEventListener('abort', giveUp);
  }
}

/** What `work` becomes, or the signal's reason as soon as it is aborted. The work itself is left to end. */
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

/** Waits for work that goes on by itself, and no longer than so many milliseconds. */
export async function atMost(work: Promise<void>, ms: number, timer: Timer): Promise<void> {
  let callOff = () => {};
  const elapsed = new Promise<void>((resolve) => {
    callOff = timer.after(ms, resolve);
  });
  await Promise.race([work, elapsed]);
  callOff();
}

/** Whether the time was up; where nobody waits any more there is nothing left to do. @throws AbandonedError */
export function isLate(signal: AbortSignal | undefined): boolean {
  if (!signal?.aborted) return false;
  if (signal.reason instanceof DeadlineError) return true;
  throw signal.reason;
}
