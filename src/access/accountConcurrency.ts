import { setImmediate as nextLoop } from 'node:timers/promises';
import pLimit, { type Limit } from 'p-limit';
import { scanBusy } from '../errors';
import { gauge, type Reading } from '../log';

/** The requests of one account. */
interface Account {
  readonly limit: Limit;
  /** Running and waiting, without those whose client has disconnected. */
  requests: number;
  running: number;
}

/** The queueing options of a request. */
export interface QueueingOptions {
  /** Aborts when the client disconnects: a waiting request then leaves the queue. Read only if the request has to wait. */
  readonly gone: AbortSignal;
  /** Most requests of the account that may wait before this one. */
  readonly mostWaiting: number;
}

/**
 * Retry-After of a refusal, seconds: a client that retries at once would only be refused again.
 */
const BUSY_WAIT = 5;

/**
 * Limits the concurrent requests of each account; the others wait in order of arrival, so that a burst of one account does
 * not delay another. The number of waiting requests is bounded.
 */
export class AccountConcurrency {
  private readonly accounts = new Map<string, Account>();

  /** @param places concurrent requests of one account */
  constructor(private readonly places: number) {}

  /** The values for /metrics: totals over all accounts. */
  readings(): readonly Reading[] {
    const all = [...this.accounts.values()];
    const running = all.reduce((sum, account) => sum + account.running, 0);
    const requests = all.reduce((sum, account) => sum + account.requests, 0);
    return [
      gauge('account_lines', 'Accounts that have requests under way or waiting', [{ value: all.length }]),
      gauge('account_requests', 'Requests of accounts, under way and waiting for their turn', [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: requests - running },
      ]),
    ];
  }

  /**
   * Runs work of an account once one of its places is free.
   *
   * @throws scan_busy when too many wait already; the reason of `gone` when the client disconnects before that
   */
  async run<T>(id: string, work: () => Promise<T>, options: QueueingOptions): Promise<T> {
    const account = this.accounts.get(id) ?? { limit: pLimit(this.places), requests: 0, running: 0 };
    const waiting = account.requests - this.places;
    if (waiting >= options.mostWaiting) throw scanBusy(BUSY_WAIT, `${waiting} requests of account ${id} are waiting`);
    const gone = waiting < 0 ? null : options.gone;
    gone?.throwIfAborted();
    this.accounts.set(id, account);
    account.requests += 1;
    return new Promise<T>((resolve, reject) => {
      let waits = true;
      const leave = () => {
        waits = false;
        this.release(id, account);
        reject(gone?.reason);
      };
      gone?.addEventListener('abort', leave, { once: true });
      void account.limit(async () => {
        gone?.removeEventListener('abort', leave);
        if (!waits) return;
        account.running += 1;
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
        account.running -= 1;
        this.release(id, account);
        // The event loop reads the sockets before the place is passed on, so that other accounts' requests get their turn.
        if (account.limit.pendingCount > 0) await nextLoop();
      });
    });
  }

  private release(id: string, account: Account): void {
    account.requests -= 1;
    if (account.requests === 0) this.accounts.delete(id);
  }
}
