import { LRUCache } from 'lru-cache';
import type { Timer } from '../clock';
import { AbandonedError, orAborted, type Work } from '../deadline';

interface ScanCacheOptions<T> {
  readonly ttlMs: number;
  /** Beyond it the least recently used entry is evicted. */
  readonly maxEntries: number;
  /** Bound of the total size of all entries, in the unit of `sizeOf`. */
  readonly maxSize?: number;
  readonly sizeOf?: (value: T) => number;
  readonly timer: Pick<Timer, 'elapsed'>;
}

/** Counters of a cache since it was created, and its size. */
interface ScanCacheCounts {
  /** Answered from the cache. */
  readonly hits: number;
  /** Answered by a computation that was already running. */
  readonly joined: number;
  /** Computed. */
  readonly misses: number;
  readonly size: number;
}

interface LookupOptions<T> {
  /** Account that a new computation counts for, and the signal of the caller. */
  readonly work: Work;
  /** Whether a result may be cached; one that names a failure should not be. */
  readonly keep: (value: T) => boolean;
}

/** A running computation and its number of waiting callers. */
interface Running<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Caches finished scan cores briefly, by everything they depend on (SPEC 4.1 rule 6: never tiers, limits or ML).
 * Concurrent lookups of one key share a computation, which is aborted when no caller waits for it any more. Failures are
 * not cached.
 */
export class ScanCache<T> {
  private readonly done: LRUCache<string, { readonly value: T }>;
  private readonly running = new Map<string, Running<T>>();
  private hits = 0;
  private joined = 0;
  private misses = 0;

  constructor({ ttlMs, maxEntries, maxSize, sizeOf, timer }: ScanCacheOptions<T>) {
    this.done = new LRUCache({
      max: maxEntries,
      ttl: ttlMs,
      ttlResolution: 0,
      perf: { now: () => timer.elapsed() },
      maxSize,
      sizeCalculation: sizeOf && (({ value }) => sizeOf(value)),
    });
  }

  get counts(): ScanCacheCounts {
    return { hits: this.hits, joined: this.joined, misses: this.misses, size: this.done.size };
  }

  /**
   * The result of `key`: cached, from a running computation, or computed.
   *
   * @param compute its signal aborts when no caller waits for the result any more
   * @throws the reason of the caller's own signal when it aborts before the result is known
   */
  async get(key: string, compute: (work: Required<Work>) => Promise<T>, { work, keep }: LookupOptions<T>): Promise<T> {
    const kept = this.done.get(key);
    if (kept) {
      this.hits += 1;
      return kept.value;
    }
    const { account, signal } = work;
    signal?.throwIfAborted();
    const running = this.running.get(key);
    if (running) this.joined += 1;
    return this.wait(key, running ?? this.start(key, (gone) => compute({ account, signal: gone }), keep), signal);
  }

  private start(key: string, compute: (gone: AbortSignal) => Promise<T>, keep: LookupOptions<T>['keep']): Running<T> {
    this.misses += 1;
    const stop = new AbortController();
    const running = { result: this.compute(key, () => compute(stop.signal), keep), stop, waiting: 0 };
    this.running.set(key, running);
    const end = () => {
      if (this.running.get(key) === running) this.running.delete(key);
    };
    running.result.then(end, end);
    return running;
  }

  private async wait(key: string, running: Running<T>, signal: AbortSignal | undefined): Promise<T> {
    running.waiting += 1;
    try {
      return await orAborted(running.result, signal);
    } finally {
      running.waiting -= 1;
      // Abort only while it runs: creating the error and its stack costs as much as a short computation.
      if (running.waiting === 0 && this.running.get(key) === running) {
        // A later lookup must not join an aborted computation.
        this.running.delete(key);
        running.stop.abort(new AbandonedError('nobody waits for this scan any more'));
      }
    }
  }

  private async compute(key: string, work: () => Promise<T>, keep: (value: T) => boolean): Promise<T> {
    const value = await work();
    // A scan core keeps all prices of its snapshot in memory.
    this.done.purgeStale();
    if (keep(value)) this.done.set(key, { value });
    return value;
  }
}
