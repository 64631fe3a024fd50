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

/** Until when an answer is wanted. */
export interface Wanted {
  /** Aborts with an AbandonedError when nobody waits any more. */
  readonly gone: AbortSignal;
  /** Aborts then too, and with a DeadlineError when the time is up. */
  readonly signal: AbortSignal;
}

/** Until when an answer is wanted, for what may turn out not to wait at all: then its signal is never made. */
export type Until = Pick<Wanted, 'signal'>;

/** For whom work is done that a signal calls off. */
const accounts = new WeakMap<AbortSignal, string>();

/**
 * Says for which account the work is done that a signal calls off: what all accounts share is handed out to them in turn.
 *
 * @returns the signal
 */
export function onBehalfOf(account: string, signal: AbortSignal): AbortSignal {
  accounts.set(signal, account);
  return signal;
}

/** For whom the work is done; the service's own is that of an account without a name. */
export function accountOf(signal: AbortSignal | undefined): string {
  return (signal && accounts.get(signal)) ?? '';
}

/** The time that work may take. */
export interface Budget {
  /** 0 = none at all. */
  readonly ms: number;
  readonly timer: Timer;
}

/**
 * Until when one answer is wanted, from here on. Signals and their timer are made when they are first looked at: most
 * answers are there before anybody would, and they are a tenth of what those cost.
 */
export class WantedFor {
  private stop: AbortController | null = null;
  private callOff: () => void = () => {};
  private readonly since: number;

  /** @param client whose `gone` aborts when nobody waits any more */
  constructor(
    private readonly budget: Budget,
    private readonly client: Pick<Wanted, 'gone'>,
  ) {
    this.since = budget.timer.elapsed();
  }

  /** As `Wanted` has it. */
  get signal(): AbortSignal {
    if (this.stop === null) {
      this.stop = new AbortController();
      this.begin(this.stop);
    }
    return this.stop.signal;
  }

  /** The work has ended: no time runs out any more. */
  end(): void {
    this.callOff();
  }

  private begin(stop: AbortController): void {
    const { ms, timer } = this.budget;
    const { gone } = this.client;
    // Each market of a request listens.
    setMaxListeners(0, stop.signal);
    const giveUp = () => stop.abort(gone.reason);
    const expire = () => stop.abort(new DeadlineError(`the work took longer than ${ms} ms`));
    const left = ms - (timer.elapsed() - this.since);
    if (gone.aborted) giveUp();
    else if (left <= 0) expire();
    const callOff = timer.after(left, expire);
    gone.addEventListener('abort', giveUp, { once: true });
    this.callOff = () => {
      callOff();
      gone.removeEventListener('abort', giveUp);
    };
  }
}

/** Gives work a signal that aborts with a DeadlineError once its time is up, or with the reason of `gone` before. */
export async function withinBudget<T>(
  { ms, timer }: Budget,
  work: (signal: AbortSignal) => Promise<T>,
  gone?: AbortSignal,
): Promise<T> {
  const stop = new AbortController();
  onBehalfOf(accountOf(gone), stop.signal);
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
