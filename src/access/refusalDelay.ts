const LONGEST_WAIT_MS = 1_000;
const MOST_REMEMBERED = 10_000;

/**
 * Answers that nobody should hurry for: at most one in so many milliseconds for each client. The first comes at once;
 * who goes on without waiting is answered ever later, up to a second, and has less of the server.
 */
export class Pace {
  private readonly next = new Map<string, number>();

  constructor(private readonly spacingMs: number) {}

  /** Resolves when the client may have its answer. */
  async wait(client: string): Promise<void> {
    const now = performance.now();
    const turn = Math.min(Math.max(now, this.next.get(client) ?? 0), now + LONGEST_WAIT_MS);
    this.next.set(client, turn + this.spacingMs);
    if (this.next.size > MOST_REMEMBERED) this.forget(now);
    if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now));
  }

  private forget(now: number): void {
    for (const [client, time] of this.next) if (time <= now) this.next.delete(client);
  }
}
