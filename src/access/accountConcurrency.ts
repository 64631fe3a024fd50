import { setImmediate as nextLoop } from 'node:timers/promises';
import pLimit, { type Limit } from 'p-limit';

/** The requests of one account. */
interface Account {
  readonly limit: Limit;
  /** Under way and waiting. */
  requests: number;
}

/**
 * Lets each account have a few requests under way and makes the rest of them wait for each other, first come first
 * served, so that a burst of one account does not delay another. How many can wait is bounded by the account's minute.
 */
export class AccountConcurrency {
  private readonly accounts = new Map<string, Account>();

  /** @param places requests of one account under way at once */
  constructor(private readonly places: number) {}

  /** Accounts with requests under way or waiting. */
  get size(): number {
    return this.accounts.size;
  }

  /** Runs work of an account as soon as it has a place. */
  run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const account = this.accounts.get(id) ?? { limit: pLimit(this.places), requests: 0 };
    this.accounts.set(id, account);
    account.requests += 1;
    return new Promise<T>((resolve, reject) => {
      void account.limit(async () => {
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        }
        account.requests -= 1;
        if (account.requests === 0) this.accounts.delete(id);
        // The place is handed on after the event loop has looked at the sockets: others may have come meanwhile.
        if (account.limit.pendingCount > 0) await nextLoop();
      });
    });
  }
}
