import { LRUCache } from 'lru-cache';

const LONGEST_WAIT_MS = 1_000;
const MOST_CLIENTS = 10_000;

/**
 * Spaces out refusals, so that a client that ignores them cannot keep the server busy: each client gets at most one in
 * so many milliseconds. The first comes at once; a client that goes on without waiting is answered ever later, up to a
 * second.
 */
export class RefusalDelay {
  /** When the next refusal of a client may leave, milliseconds of a monotonic clock. */
  private readonly next = new LRUCache<string, number>({ max: MOST_CLIENTS });

  constructor(private readonly spacingMs: number) {}

  /** Resolves when the client may have its refusal. */
  async wait(client: string): Promise<void> {
    const now = performance.now();
    const due = Math.min(Math.max(now, this.next.get(client) ?? 0), now + LONGEST_WAIT_MS);
    this.next.set(client, due + this.spacingMs);
    if (due > now) await new Promise((resolve) => setTimeout(resolve, due - now));
  }
}
