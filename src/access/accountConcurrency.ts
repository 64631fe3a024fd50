/** Work of one account: what is under way, and what waits for it. */
interface Line {
  busy: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets each account have a few requests under way and makes the rest of them wait for each other, so that a burst of
 * one is no queue for another. How long a line can grow is bounded by the account's minute.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();

  /** @param width requests of one account under way at once */
  constructor(private readonly width: number) {}

  /** Runs work of an account in its turn, first come first served. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    const line = this.lineOf(account);
    if (line.busy < this.width) line.busy += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.leave(account, line);
    }
  }

  private lineOf(account: string): Line {
    let line = this.lines.get(account);
    if (!line) {
      line = { busy: 0, waiting: [] };
      this.lines.set(account, line);
    }
    return line;
  }

  /** The place goes to who waits longest; a line without anybody is forgotten. */
  private leave(account: string, line: Line): void {
    const next = line.waiting.shift();
    // After the event loop has looked at the sockets: others may have come meanwhile.
    if (next) setImmediate(next);
    else if (--line.busy === 0) this.lines.delete(account);
  }
}
