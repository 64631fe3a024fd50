/** An account with work under way or waiting. */
interface Account {
  /** Pieces of work under way. */
  running: number;
  /** Those that wait, in the order in which they came. */
  readonly waiting: (() => void)[];
}

/**
 * Hands a few places out to the work of all accounts. A free place goes to the account that holds fewest of them, among
 * equals to the one that has waited longest since its last turn, and within an account to what came first: however much
 * one account asks for, another one's work waits for a place to become free and for no more.
 */
export class AccountTurns {
  /** Those whose turn was longest ago first. */
  private readonly accounts = new Map<string, Account>();
  private taken = 0;

  /** @param places pieces of work under way at once, over all accounts */
  constructor(private readonly places: number) {}

  get running(): number {
    return this.taken;
  }

  get waiting(): number {
    return [...this.accounts.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Runs work of an account as soon as a place is its own. */
  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const account = this.accounts.get(id) ?? { running: 0, waiting: [] };
    this.accounts.set(id, account);
    await new Promise<void>((resolve) => {
      account.waiting.push(resolve);
      this.admit();
    });
    try {
      return await work();
    } finally {
      account.running -= 1;
      this.taken -= 1;
      if (account.running === 0 && account.waiting.length === 0) this.accounts.delete(id);
      this.admit();
    }
  }

  private admit(): void {
    while (this.taken < this.places) {
      const next = this.next();
      if (next === null) return;
      const [id, account] = next;
      this.taken += 1;
      account.running += 1;
      // To the end of the line.
      this.accounts.delete(id);
      this.accounts.set(id, account);
      account.waiting.shift()!();
    }
  }

  private next(): [string, Account] | null {
    let fewest: [string, Account] | null = null;
    for (const one of this.accounts) {
      const [, { running, waiting }] = one;
      if (waiting.length > 0 && (fewest === null || running < fewest[1].running)) fewest = one;
      if (fewest?.[1].running === 0) break;
    }
    return fewest;
  }
}
