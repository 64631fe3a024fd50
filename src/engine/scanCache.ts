export interface ScanCacheOptions {
  readonly ttlMs: number;
  /** Least recently made results go first. */
  readonly maxEntries: number;
  /** Milliseconds that only grow. */
  readonly now: () => number;
}

/**
 * Finished scan cores for a short while, by everything they depend on (SPEC 4.1 rule 6: never tiers, limits or ML). The
 * same computation asked for while it runs is done once. Failures are not kept.
 */
export class ScanCache<T> {
  private readonly done = new Map<string, { readonly value: T; readonly expires: number }>();
  private readonly running = new Map<string, Promise<T>>();

  constructor(private readonly options: ScanCacheOptions) {}

  /**
   * The result under `key`: kept, under way, or computed now.
   *
   * @param keep whether a result may be kept; one that names a failure should not be
   */
  get(key: string, compute: () => Promise<T>, keep: (value: T) => boolean = () => true): Promise<T> {
    const kept = this.done.get(key);
    if (kept && kept.expires > this.options.now()) return Promise.resolve(kept.value);
    const running = this.running.get(key);
    if (running) return running;
    const started = this.compute(key, compute, keep);
    this.running.set(key, started);
    return started;
  }

  private async compute(key: string, compute: () => Promise<T>, keep: (value: T) => boolean): Promise<T> {
    try {
      const value = await compute();
      if (keep(value)) this.store(key, value);
      return value;
    } finally {
      this.running.delete(key);
    }
  }

  private store(key: string, value: T): void {
    const { ttlMs, maxEntries, now } = this.options;
    this.done.delete(key);
    this.done.set(key, { value, expires: now() + ttlMs });
    for (const [oldest, { expires }] of this.done) {
      if (this.done.size <= maxEntries && expires > now()) break;
      this.done.delete(oldest);
    }
  }
}
