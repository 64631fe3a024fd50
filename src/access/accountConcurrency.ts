import { setImmediate as nextLoop } from 'node:timers/promises';
import pLimit, { type Limit } from 'p-limit';
import { scanBusy } from '../errors';
import type { Reading } from '../log';

/** The requests of one account. */
interface Account {
  readonly limit: Limit;
  /** Under way and waiting; without those whose client has gone. */
  requests: number;
  running: number;
}

/** How one request stands in its account's line. */
export interface Standing {
  /** Aborts when the client has gone: a request that still waits then leaves the line at once. Looked at only then. */
  readonly gone: AbortSignal;
  /** Requests that may wait before this one. */
  readonly mostWaiting: number;
}

/** All lines together. */
export interface Lines {
  /** Accounts with requests under way or waiting. */
  readonly accounts: number;
  readonly running: number;
  readonly waiting: number;
}

/**
 * What a refusal asks to wait, seconds: by then the line is shorter by what two places answer in that time, and a client
 * that comes back at once would only be refused again.
 */
const BUSY_WAIT = 5;

/**
 * Lets each account have a few requests under way and makes the rest of them wait for each other, first come first
 * served, so that a burst of one account does not delay another. How many may wait is bounded.
 */
export class AccountConcurrency {
  private readonly accounts = new Map<string, Account>();

  /** @param places requests of one account under way at once */
  constructor(private readonly places: number) {}

  get lines(): Lines {
    const all = [...this.accounts.values()];
    const running = all.reduce((sum, account) => sum + account.running, 0);
    const requests = all.reduce((sum, account) => sum + account.requests, 0);
    return { accounts: all.length, running, waiting: requests - running };
  }

  /**
   * Runs work of an account as soon as it has a place.
   *
   * @throws scan_busy when too many wait already; the reason of `gone` when the client leaves before its turn
   */
  async run<T>(id: string, work: () => Promise<T>, standing: Standing): Promise<T> {
    const account = this.accounts.get(id) ?? { limit: pLimit(this.places), requests: 0, running: 0 };
    const waiting = account.requests - this.places;
    if (waiting >= standing.mostWaiting) throw scanBusy(BUSY_WAIT, `${waiting} requests of account ${id} are waiting`);
    const gone = waiting < 0 ? null : standing.gone;
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
        // The place is handed on after the event loop has looked at the sockets: others may have come meanwhile.
        if (account.limit.pendingCount > 0) await nextLoop();
      });
    });
  }

  private release(id: string, account: Account): void {
    account.requests -= 1;
    if (account.requests === 0) this.accounts.delete(id);
  }
}

/** The lines as operators watch them. */
export function lineReadings({ accounts, running, waiting }: Lines): readonly Reading[] {
  return [
    {
      name: 'account_lines',
      help: 'Accounts that have requests under way or waiting',
      kind: 'gauge',
      values: [{ value: accounts }],
    },
    {
      name: 'account_requests',
      help: 'Requests of accounts, under way and waiting for their turn',
      kind: 'gauge',
      values: [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ],
    },
  ];
}
