import { accountOf, type Budget, DeadlineError, orAborted, withinBudget } from '../deadline';
import { DamagedDataError } from '../storage/errors';
import { AccountTurns } from './accountTurns';
import { MarketUnreadableError } from './snapshot';

/** Why a market has no answer: its stored prices cannot be read, or the time budget ran out. */
export type FailureReason = 'corrupt' | 'timeout';

export type MarketResult<R> =
  | { readonly ok: true; readonly value: R }
  | { readonly ok: false; readonly reason: FailureReason; readonly error: unknown };

export interface MarketJobsOptions {
  /** Jobs under way at once, over all requests. */
  readonly concurrency: number;
  /** All the work of one request shares it (SPEC 7 rule 1). */
  readonly budget: Budget;
}

/** Runs work market by market under one time budget. What fails is named, the rest answers (SPEC 7 rule 3). */
export class MarketJobs {
  private readonly places: AccountTurns;

  constructor(private readonly options: MarketJobsOptions) {
    this.places = new AccountTurns(options.concurrency);
  }

  /** Jobs under way and waiting for their place. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.places.running, waiting: this.places.waiting };
  }

  /** All the work of one computation under the time budget. @param gone aborts when nobody waits for it any more */
  budgeted<R>(work: (signal: AbortSignal) => Promise<R>, gone?: AbortSignal): Promise<R> {
    return withinBudget(this.options.budget, work, gone);
  }

  /**
   * Results in the order of the markets. Only failed data and lost time become results; a fault of the program is
   * thrown on, and so is the reason why nobody waits any more.
   *
   * @param work gets the signal, so that it can stop early
   * @param signal of `budgeted`, or of a request
   */
  run<M, R>(
    markets: readonly M[],
    work: (market: M, signal: AbortSignal) => Promise<R>,
    signal: AbortSignal,
  ): Promise<MarketResult<R>[]> {
    return Promise.all(markets.map((market) => this.runOne(market, work, signal)));
  }

  private async runOne<M, R>(
    market: M,
    work: (market: M, signal: AbortSignal) => Promise<R>,
    signal: AbortSignal,
  ): Promise<MarketResult<R>> {
    try {
      const job = this.places.run(accountOf(signal), async () => {
        // The budget may have run out while the job waited for its place, or the client gone.
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

function reasonOf(error: unknown): FailureReason | null {
  if (error instanceof DeadlineError) return 'timeout';
  return error instanceof DamagedDataError || error instanceof MarketUnreadableError ? 'corrupt' : null;
}
