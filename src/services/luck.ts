import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller';
import type { Clock } from '../clock';
import { type Draws, drawRotations } from '../core/significance/draws';
import { PUBLISHED_SEED, rotationKey } from '../core/significance/rotation';
import type { LuckOfSearch, NullDistribution } from '../core/significance/significance';
import type { Engine } from '../engine/engine';
import type { NullJob } from '../engine/tasks/rotations';
import type { Log } from '../log';
import type { NullStore } from '../storage/nulls';
import type { Presence } from '../storage/work';

export interface LuckOptions {
  readonly engine: Pick<Engine, 'rotate'>;
  /** Whose turns its searches take among what is computed in the background; `luck` by default. */
  readonly account?: string;
  /** Shuffled calendars of a search. */
  readonly rotations: number;
  /** Told how many more symbols of the search under way are done. */
  readonly onDone?: (symbols: number) => void;
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

/** Distributions in memory: those of some ten searches of 600 symbols. */
const MEMORY_BYTES = 24 << 20;
/** Searches that wait: beyond it, new ones are not begun. */
const MOST_WAITING = 50;
/** Searches that are remembered not to be in the database. */
const MOST_ABSENT = 1_000;
/** A process that nobody knows of any more leaves its claim behind for so long. */
const CLAIM_MS = 10 * 60_000;
/** Before a search that failed, or that another process is at, is tried again. */
const RETRY_MS = 15_000;
const HOUR_MS = 3_600_000;

/** Grows when the same search over the same data would get another distribution: older ones are not asked for any more. */
const NULLS_CODE = 1;

/** Years back that draws are made for: of ten years and fewer, of all consecutive ones, of cycles. */
const REACHES = [16, 128, 512];

/**
 * What luck alone finds in a search (METHOD 9): computed once, in the background and one search at a time, and kept in the
 * database. Whoever asks is answered at once.
 */
export class Luck {
  /** By reach, each made when it is first asked for. */
  private readonly tables = new Map<number, Draws>();
  /**
   * The distributions that were asked for last. Every scan asks, also one that was computed before, and to read that of 620
   * symbols takes the main thread 2.4 ms.
   */
  private readonly recent = new LRUCache<string, NullDistribution>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ overall, bySymbol, rotations }) => overall.byteLength + 4 * rotations * bySymbol.size + 1,
  });
  /**
   * Searches that were not in the database at a revision of it: every request for a pending one asks again, and where the
   * database is a server it would be asked each time.
   */
  private readonly absent = { revision: -1, keys: new Set<string>() };
  /** By key: under way or waiting. */
  private readonly begun = new Map<string, Promise<NullDistribution | null>>();
  /** Ends when the last of those has. */
  private last: Promise<void> = Promise.resolve();
  /** When a search that failed, or that another process is at, may be tried again, by `Clock.elapsed`. */
  private readonly retryAt = new Map<string, number>();
  /** The searches that accounts had begun in an hour. One search is computed at a time, which bounds them. */
  private readonly counted = { hour: 0, byAccount: new Map<string, Set<string>>() };
  private holder: string | null = null;
  private readonly stopping = new AbortController();

  constructor(private readonly options: LuckOptions) {}

  /** Searches under way and waiting. */
  get load(): number {
    return this.begun.size;
  }

  /**
   * The draws that chances rest on.
   *
   * @param reach years back, see `Draws`
   * @throws RangeError beyond what a lookback can reach
   */
  draws(reach: number): Draws {
    const step = REACHES.find((one) => one >= reach);
    if (step === undefined) throw new RangeError(`draws reach ${REACHES.at(-1)} years back, got ${reach}`);
    const draws = this.tables.get(step) ?? drawRotations(rotationKey(PUBLISHED_SEED), this.options.rotations, step);
    this.tables.set(step, draws);
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
    if (this.options.mode === 'off' || this.isPostponed(wanted.key)) return 'pending';
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
    if (!this.isPostponed(wanted.key)) void this.begin(wanted);
    return false;
  }

  /** Resolves when nothing is under way any more. */
  async settled(): Promise<void> {
    while (this.begun.size > 0) await this.last;
  }

  /** Ends what is under way; nothing is begun any more. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the service is closing'));
    await this.settled();
  }

  /** Distributions of other numbers of rotations (replays make do with fewer) are others. */
  private named({ key, job }: LuckWanted): LuckWanted {
    return { key: `${NULLS_CODE}|${key}|${this.options.rotations}`, job };
  }

  private async known(key: string): Promise<NullDistribution | null> {
    const recent = this.recent.get(key);
    if (recent) return recent;
    const { store } = this.options;
    const { absent } = this;
    const revision = await store.revision();
    if (absent.revision === revision && absent.keys.has(key)) return null;
    const stored = await store.find(key);
    if (stored) this.recent.set(key, stored);
    else this.noteAbsent(key, revision);
    return stored;
  }

  /** @param revision as it was before the database was looked at */
  private noteAbsent(key: string, revision: number): void {
    const { absent } = this;
    if (absent.revision !== revision || absent.keys.size >= MOST_ABSENT) absent.keys.clear();
    absent.revision = revision;
    absent.keys.add(key);
  }

  private isPostponed(key: string): boolean {
    return this.options.clock.elapsed() < (this.retryAt.get(key) ?? 0);
  }

  private postpone(key: string): void {
    const now = this.options.clock.elapsed();
    for (const [other, at] of this.retryAt) if (at <= now) this.retryAt.delete(other);
    this.retryAt.set(key, now + RETRY_MS);
  }

  private mayBegin({ accountId, tier }: Caller, key: string): boolean {
    if (this.begun.has(key)) return true;
    const { counted } = this;
    const hour = Math.floor(this.options.clock.now().getTime() / HOUR_MS);
    if (counted.hour !== hour) counted.byAccount.clear();
    counted.hour = hour;
    const account = accountId === null ? 'demo' : String(accountId);
    const keys = counted.byAccount.get(account) ?? new Set<string>();
    if (keys.has(key)) return true;
    // One of those begun is under way and does not wait.
    if (keys.size >= tier.searchesPerHour || this.begun.size > MOST_WAITING) return false;
    counted.byAccount.set(account, keys.add(key));
    return true;
  }

  /** One after the other: what is claimed is computed at once, and the first search asked for is the first known. */
  private begin(wanted: LuckWanted): Promise<NullDistribution | null> {
    const underWay = this.begun.get(wanted.key);
    if (underWay) return underWay;
    const result = this.last.then(() => this.attempt(wanted));
    this.begun.set(wanted.key, result);
    this.last = result.then(() => {});
    return result;
  }

  /** Null when it failed, when another process is at it, and once `stop` was called. */
  private async attempt(wanted: LuckWanted): Promise<NullDistribution | null> {
    const { signal } = this.stopping;
    let found: NullDistribution | null = null;
    try {
      if (!signal.aborted) found = await this.compute(wanted);
    } catch (err) {
      if (!signal.aborted) this.options.log.error({ err, search: wanted.key }, 'rotations failed');
    }
    if (found === null) this.postpone(wanted.key);
    this.begun.delete(wanted.key);
    return found;
  }

  /** Null when another process is at it: it is found in the database once that is done. */
  private async compute({ key, job }: LuckWanted): Promise<NullDistribution | null> {
    const { engine, account = 'luck', rotations, onDone, store, presence, clock, log } = this.options;
    const made = await job();
    this.holder ??= await presence.name();
    const { holder } = this;
    const { dataVersion } = made;
    const now = clock.now();
    const claim = { key, dataVersion, holder, now, until: new Date(now.getTime() + CLAIM_MS) };
    if (!(await store.claim(claim, (name) => presence.isGone(name)))) return this.known(key);
    const from = performance.now();
    try {
      const found = await engine.rotate(made, rotations, { account, signal: this.stopping.signal }, onDone);
      await store.put({ key, dataVersion, holder, found }, clock.now());
      this.recent.set(key, found);
      const seconds = Math.round((performance.now() - from) / 1000);
      log.info({ search: key, symbols: found.bySymbol.size, rotations: found.rotations, seconds }, 'luck of a search');
      return found;
    } catch (error) {
      await store.release(key, holder);
      throw error;
    }
  }
}
