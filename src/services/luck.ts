import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller';
import type { Clock } from '../clock';
import { type Draws, drawRotations } from '../core/significance/draws';
import { PUBLISHED_SEED, rotationKey } from '../core/significance/rotation';
import type { LuckOfSearch, NullDistribution } from '../core/significance/significance';
import type { NullJob, NullRunner } from '../engine/nullRunner';
import type { Log } from '../log';
import type { NullStore, Presence } from '../storage/ports';

export interface LuckOptions {
  readonly runner: NullRunner;
  readonly store: NullStore;
  readonly presence: Presence;
  readonly clock: Clock;
  readonly log: Log;
  /** `off`: nothing is computed, what is stored is used; `waiting`: whoever asks waits for it (tests, replays). */
  readonly mode: 'background' | 'waiting' | 'off';
}

/** A search to be computed, named by everything its distribution depends on. */
export interface LuckWanted {
  readonly key: string;
  /** Made only when it must be computed. */
  readonly job: () => NullJob | Promise<NullJob>;
}

/** Distributions in memory: those of some ten searches of 600 symbols. The others are read from the database. */
const MEMORY_BYTES = 24 << 20;
/** Searches that wait: beyond it, new ones are not begun. */
const MOST_WAITING = 50;
/** A process that nobody knows of any more leaves its claim behind for so long. */
const CLAIM_MS = 10 * 60_000;
/** Before a search that failed, or that another process is at, is tried again. */
const RETRY_MS = 15_000;
const HOUR_MS = 3_600_000;

/** Grows when the same search over the same data would get another distribution: older ones are not asked for any more. */
const NULLS_CODE = 1;

interface Waiting {
  readonly wanted: LuckWanted;
  readonly done: (found: NullDistribution | null) => void;
}

/**
 * What luck alone finds in a search (METHOD 9): computed once, in the background and one search at a time, kept in the
 * database and in memory. Whoever asks is answered at once.
 */
export class Luck {
  private readonly kept = new LRUCache<string, NullDistribution>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ overall, bySymbol, rotations }) => overall.byteLength + 4 * rotations * bySymbol.size + 1,
  });
  private readonly drawn = new LRUCache<number, Draws>({ max: 8 });
  /** By key: under way or waiting. */
  private readonly asked = new Map<string, Promise<NullDistribution | null>>();
  private readonly waiting: Waiting[] = [];
  private working: Promise<void> | null = null;
  /** Computed by another process, or failed a moment ago: not tried again for a while. */
  private readonly later = new LRUCache<string, true>({ max: 1_000, ttl: RETRY_MS });
  /** At which revision of the database a key was not there. */
  private readonly absent = new LRUCache<string, number>({ max: 1_000 });
  /** Searches begun for an account within an hour. */
  private readonly begun = new LRUCache<string, { hour: number; keys: Set<string> }>({ max: 10_000 });
  private holder: string | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: LuckOptions) {}

  /** Searches under way and waiting. */
  get load(): number {
    return this.asked.size;
  }

  /** The draws that chances rest on. @param reach years back, see `Draws` */
  draws(reach: number): Draws {
    const atLeast = REACHES.find((step) => step >= reach) ?? reach;
    const draws =
      this.drawn.get(atLeast) ??
      drawRotations(rotationKey(PUBLISHED_SEED), this.options.runner.options.rotations, atLeast);
    this.drawn.set(atLeast, draws);
    return draws;
  }

  /**
   * The luck of a search, as far as it is known; what is not known is begun.
   *
   * @param caller whose plan bounds how many different searches an hour may be begun; null = the service itself
   */
  async of(search: LuckWanted, caller: Caller | null): Promise<LuckOfSearch> {
    const wanted = this.named(search);
    const known = await this.known(wanted.key);
    if (known) return known;
    if (this.options.mode === 'off' || this.later.has(wanted.key)) return 'pending';
    if (caller !== null && !this.mayBegin(caller, wanted.key)) return 'limited';
    const computed = this.begin(wanted);
    return this.options.mode === 'waiting' ? ((await computed) ?? 'pending') : 'pending';
  }

  /** The same for whoever needs it and has time: the pick of the day. Null when it could not be computed. */
  async awaited(search: LuckWanted): Promise<NullDistribution | null> {
    const wanted = this.named(search);
    return (await this.known(wanted.key)) ?? this.begin(wanted);
  }

  /** Begins what will be asked for, without waiting. @returns whether it is there already */
  async prepare(search: LuckWanted): Promise<boolean> {
    if (this.options.mode !== 'background') return true;
    const wanted = this.named(search);
    if (await this.known(wanted.key)) return true;
    if (!this.later.has(wanted.key)) void this.begin(wanted);
    return false;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    await this.working;
  }

  async stop(): Promise<void> {
    this.stopping.abort(new Error('the service is closing'));
    for (const { done } of this.waiting.splice(0)) done(null);
    await this.working;
    await this.options.runner.close();
  }

  /** Distributions of other numbers of rotations (replays make do with fewer) are others. */
  private named({ key, job }: LuckWanted): LuckWanted {
    return { key: `${NULLS_CODE}|${key}|${this.options.runner.options.rotations}`, job };
  }

  private async known(key: string): Promise<NullDistribution | null> {
    const kept = this.kept.get(key);
    if (kept) return kept;
    const { store } = this.options;
    const revision = await store.revision();
    if (this.absent.get(key) === revision) return null;
    const stored = await store.find(key);
    if (stored) this.kept.set(key, stored);
    else this.absent.set(key, revision);
    return stored;
  }

  private mayBegin({ accountId, tier }: Caller, key: string): boolean {
    if (this.asked.has(key)) return true;
    const hour = Math.floor(this.options.clock.now().getTime() / HOUR_MS);
    const account = accountId === null ? 'demo' : String(accountId);
    const before = this.begun.get(account);
    const counted = before?.hour === hour ? before : { hour, keys: new Set<string>() };
    this.begun.set(account, counted);
    if (counted.keys.has(key)) return true;
    if (counted.keys.size >= tier.searchesPerHour || this.waiting.length >= MOST_WAITING) return false;
    counted.keys.add(key);
    return true;
  }

  private begin(wanted: LuckWanted): Promise<NullDistribution | null> {
    const underWay = this.asked.get(wanted.key);
    if (underWay) return underWay;
    if (this.stopping.signal.aborted) return Promise.resolve(null);
    const result = new Promise<NullDistribution | null>((done) => this.waiting.push({ wanted, done }));
    this.asked.set(wanted.key, result);
    this.working ??= this.work();
    return result;
  }

  /** One after the other: there is one thread. */
  private async work(): Promise<void> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const { wanted, done } = next;
      let found: NullDistribution | null = null;
      try {
        found = await this.compute(wanted);
      } catch (err) {
        if (!this.stopping.signal.aborted) this.options.log.error({ err, search: wanted.key }, 'rotations failed');
      }
      if (found === null) this.later.set(wanted.key, true);
      this.asked.delete(wanted.key);
      done(found);
    }
    this.working = null;
  }

  /** Null when another process is at it: it is found in the database once that is done. */
  private async compute({ key, job }: LuckWanted): Promise<NullDistribution | null> {
    const { store, presence, runner, clock, log } = this.options;
    const made = await job();
    this.holder ??= await presence.name();
    const { holder } = this;
    const { dataVersion } = made;
    const now = clock.now();
    const claim = { key, dataVersion, holder, now, until: new Date(now.getTime() + CLAIM_MS) };
    if (!(await store.claim(claim, (name) => presence.isGone(name)))) return this.known(key);
    const from = performance.now();
    try {
      const found = await runner.run(made, this.stopping.signal);
      await store.put({ key, dataVersion, holder, found }, clock.now());
      this.kept.set(key, found);
      const seconds = Math.round((performance.now() - from) / 1000);
      log.info({ search: key, symbols: found.bySymbol.size, rotations: found.rotations, seconds }, 'luck of a search');
      return found;
    } catch (error) {
      await store.release(key, holder);
      throw error;
    }
  }
}

/** Years back that draws are made for: of ten years and fewer, of all consecutive ones, of cycles. */
const REACHES = [16, 128, 512];
