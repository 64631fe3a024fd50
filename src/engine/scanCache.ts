import { LRUCache } from 'lru-cache';

export interface ScanCacheOptions {
  readonly ttlMs: number;
  /** The least recently used go first. */
  readonly maxEntries: number;
  /** Milliseconds that only grow; by default the machine's own. */
  readonly now?: () => number;
}

/**
 * Finished scan cores for a short while, by everything they depend on (SPEC 4.1 rule 6: never tiers, limits or ML). The
 * same computation asked for while it runs is done once. Failures are not kept.
 */
export class ScanCache<T> {
  private readonly done: LRUCache<string, { readonly value: T }>;
  private readonly running = new Map<string, Promise<T>>();

  constructor({ ttlMs, maxEntries, now }: ScanCacheOptions) {
    this.done = new LRUCache({ max: maxEntries, ttl: ttlMs, ttlResolution: 0, perf: now && { now } });
  }

  /**
   * The result under `key`: kept, under way, or computed now.
   *
   * @param keep whether a result may be kept; one that names a failure should not be
   */
  async get(key: string, compute: () => Promise<T>, keep: (value: T) => boolean = () => true): Promise<T> {
    const kept = this.done.get(key);
    if (kept) return kept.value;
    const running = this.running.get(key);
    if (running) return running;
    const started = this.compute(key, compute, keep);
    this.running.set(key, started);
    return started;
  }

  private async compute(key: string, compute: () => Promise<T>, keep: (value: T) => boolean): Promise<T> {
    try {
      const value = await compute();
      // A core holds all prices of its moment: expired ones do not wait until the cache is full.
      this.done.purgeStale();
      if (keep(value)) this.done.set(key, { value });
      return value;
    } finally {
      this.running.delete(key);
    }
  }
}
