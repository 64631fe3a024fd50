import pLimit, { type Limit } from 'p-limit';
import { DamagedDataError } from '../storage/errors';
import { MarketUnreadableError } from './snapshot';

/** Why a market has no answer: its stored prices cannot be read, or the time budget ran out. */
export type FailureReason = 'corrupt' | 'timeout';

export type MarketResult<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly reason: FailureReason; readonly error: unknown };

/** The time budget that a request's market jobs share ran out. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

export interface MarketJobsOptions {
  /** Jobs under way at once, over all requests. */
  readonly concurrency: number;
  /** Milliseconds that all market jobs of one request share (SPEC 7 rule 1); 0 = none at all. */
  readonly budgetMs: number;
}

/** Runs work market by market under one time budget. What fails is named, the rest answers (SPEC 7 rule 3). */
export class MarketJobs {
  /** Hands out the places: to the request that has waited longest, as soon as one is free. */
  private readonly places: Limit;

  constructor(private readonly options: MarketJobsOptions) {
    this.places = pLimit(options.concurrency);
  }

  /**
   * Results in the order of the markets. Only failed data and lost time become results; a fault of the program is
   * thrown on.
   *
   * @param work gets the signal that the deadline aborts, so that it can stop early
   * @param signal the request's own, if it can be given up
   */
  async run<M, R>(
    markets: readonly M[],
    work: (market: M, signal: AbortSignal) => Promise<R>,
    signal?: AbortSignal,
  ): Promise<MarketResult<R>[]> {
    const deadline = new AbortController();
    const { budgetMs } = this.options;
    const expire = () => deadline.abort(new DeadlineError(`market work took longer than ${budgetMs} ms`));
    if (budgetMs <= 0 || signal?.aborted) expire();
    const timer = setTimeout(expire, budgetMs);
    signal?.addEventListener('abort', expire, { once: true });
    try {
      return await Promise.all(markets.map((market) => this.runOne(market, work, deadline.signal)));
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', expire);
    }
  }

  private async runOne<M, R>(
    market: M,
    work: (market: M, signal: AbortSignal) => Promise<R>,
    signal: AbortSignal,
  ): Promise<MarketResult<R>> {
    try {
      const job = this.places(() => {
        // The budget may have run out while the job waited for its place.
        signal.throwIfAborted();
        return work(market, signal);
      });
      return { ok: true, value: await orAborted(job, signal) };
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === null) throw error;
      return { ok: false, reason, error };
    }
  }
}

/** What `work` becomes, or the signal's reason as soon as it is aborted. The work itself is left to end. */
async function orAborted<R>(work: Promise<R>, signal: AbortSignal): Promise<R> {
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

function reasonOf(error: unknown): FailureReason | null {
  if (error instanceof DeadlineError) return 'timeout';
  return error instanceof DamagedDataError || error instanceof MarketUnreadableError ? 'corrupt' : null;
}
