import { LRUCache } from 'lru-cache';
import type { Timer } from '../clock';
import { AbandonedError, orAborted, type Work } from '../deadline';

export interface ScanCacheOptions<T> {
  readonly ttlMs: number;
  /** The least recently used go first. */
  readonly maxEntries: number;
  /** Bounds what all entries take together, in whatever `sizeOf` counts. */
  readonly maxSize?: number;
  readonly sizeOf?: (value: T) => number;
  readonly timer: Pick<Timer, 'elapsed'>;
}

/** How often all that is kept is looked through for what has expired, while one of them is kept. */
const PURGES_A_LIFE = 10;

/** What a cache has done since it was made, and what it holds. */
export interface ScanCacheCounts {
  /** Answered from what was kept. */
  readonly hits: number;
  /** Answered by joining a computation under way. */
  readonly joined: number;
  /** Computed. */
  readonly misses: number;
  /** Kept now. */
  readonly size: number;
}

/** How one question is asked. */
export interface ScanCacheAsk<T> {
  /** Whose turns the computation takes, if nobody asked before; its signal aborts when the asker waits no longer. */
  readonly work: Work;
  /** Whether a result may be kept; one that names a failure should not be. */
  readonly keep: (value: T) => boolean;
}

/** A computation, and how many wait for it. */
interface Running<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Finished scan cores for a short while, by everything they depend on (SPEC 4.1 rule 6: never tiers, limits or ML). The
 * same computation asked for while it runs is done once, and told to stop when all who wait for it have gone. Failures
 * are not kept.
 */
export class ScanCache<T> {
  private readonly done: LRUCache<string, { readonly value: T }>;
  private readonly running = new Map<string, Running<T>>();
  private hits = 0;
  private joined = 0;
  private misses = 0;
  private nextPurge = 0;
  private readonly ttlMs: number;
  private readonly timer: Pick<Timer, 'elapsed'>;

  constructor({ ttlMs, maxEntries, maxSize, sizeOf, timer }: ScanCacheOptions<T>) {
    this.ttlMs = ttlMs;
    this.timer = timer;
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
   * The result under `key`: kept, under way, or computed now.
   *
   * @param compute gets a signal that aborts when nobody waits for the result any more
   * @throws the reason of the asker's own signal, once it is aborted before the result is known
   */
  async get(key: string, compute: (work: Required<Work>) => Promise<T>, { work, keep }: ScanCacheAsk<T>): Promise<T> {
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

  private start(key: string, compute: (gone: AbortSignal) => Promise<T>, keep: ScanCacheAsk<T>['keep']): Running<T> {
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
      // One that has ended has nothing left to stop, and most have: an error and its stack cost as much as a short one.
      if (running.waiting === 0 && this.running.get(key) === running) {
        // Whoever asks from here on must not be handed what was told to stop.
        this.running.delete(key);
        running.stop.abort(new AbandonedError('nobody waits for this scan any more'));
      }
    }
  }

  /** A core holds all prices of its moment: expired ones do not wait until the cache is full, but for a while. */
  private purge(): void {
    const now = this.timer.elapsed();
    if (now < this.nextPurge) return;
    this.nextPurge = now + this.ttlMs / PURGES_A_LIFE;
    this.done.purgeStale();
  }

  private async compute(key: string, work: () => Promise<T>, keep: (value: T) => boolean): Promise<T> {
    const value = await work();
    this.purge();
    if (keep(value)) this.done.set(key, { value });
    return value;
  }
}
