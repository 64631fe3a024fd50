import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/caller';
import type { Clock } from '../../clock';
import { type Draws, drawRotations, PUBLISHED_SEED, rotationKey } from '../../core/significance/rotation';
import type { NullDistribution, SearchNull } from '../../core/significance/significance';
import type { Engine } from '../../engine/engine';
import type { NullJob } from '../../engine/tasks/rotations';
import type { Log } from '../../log';
import type { Queue } from '../../queue/queue';
import { sha256 } from '../../storage/canonical';
import type { NullStore } from '../../storage/nulls';
import { payloadOf } from './nullJobs';

export interface NullDistributionOptions {
  readonly engine: Pick<Engine, 'rotate'>;
  /** Whose tasks its searches are, among those of the background threads; `nulls` by default. */
  readonly account?: string;
  /** Shuffled calendars of a search. */
  readonly rotations: number;
  /** Told how many more symbols of the search under way are done. */
  readonly onDone?: (symbols: number) => void;
  /** Ends what is computed here. */
  readonly signal?: AbortSignal;
  readonly store: NullStore;
  readonly queue: Pick<Queue, 'send' | 'stats'>;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * `background`: what is not known is sent as a job; `waiting`: it is computed at once, and the request waits (tests,
   * exports, replays); `off`: nothing is computed, what is stored is used.
   */
  readonly mode: 'background' | 'waiting' | 'off';
}

/** A search to be computed, named by everything its distribution depends on. */
export interface NullSearch {
  readonly key: string;
  /** Made only when it must be computed. */
  readonly job: () => NullJob | Promise<NullJob>;
}

/** Distributions in memory: those of some ten searches of 600 symbols. */
const MEMORY_BYTES = 24 << 20;
/** Searches of all processes that wait: beyond it, callers begin no new ones. */
const MOST_WAITING = 50;
/** Searches that are remembered not to be in the database. */
const MOST_ABSENT = 1_000;
/** A job that this process sent is not sent again for so long: it waits, runs, or failed. */
const SENT_MS = 5 * 60_000;
/** Of jobs that callers of the demo token had sent: they are one account among the others. */
const DEMO_ACCOUNT = 0;
const HOUR_MS = 3_600_000;

/** Grows when the same search over the same data would get another distribution: older ones are not asked for any more. */
const NULLS_CODE = 1;

/** Years back that draws are made for: of ten years and fewer, of all consecutive ones, of cycles. */
const REACHES = [16, 128, 512];

/**
 * Null distributions of searches (METHOD 9): computed in the background, and kept in the database. A request is answered at
 * once with what is known. Jobs: src/jobs/nullDistributions.ts.
 */
export class NullDistributions {
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
  /** Computed here now, by key. */
  private readonly underWay = new Map<string, Promise<NullDistribution>>();
  /** Jobs that this process has sent, by key: until when it sends them no more, by `Clock.elapsed`. */
  private readonly sent = new Map<string, number>();
  /** The searches that accounts had begun in an hour. */
  private readonly counted = { hour: 0, byAccount: new Map<string, Set<string>>() };

  constructor(private readonly options: NullDistributionOptions) {}

  /** Whether this process computes what is not known. */
  get computes(): boolean {
    return this.options.mode !== 'off';
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
   * The null distribution of a search, where it is known; what is not known is begun.
   *
   * @param caller whose plan bounds how many different searches an hour may be begun; null = the service itself
   */
  async of(search: NullSearch, caller: Caller | null): Promise<SearchNull> {
    const wanted = this.named(search);
    const known = await this.known(wanted.key);
    if (known) return known;
    if (!this.computes || this.isSent(wanted.key)) return 'pending';
    if (caller !== null && !(await this.mayBegin(caller, wanted.key))) return 'limited';
    if (this.options.mode === 'waiting') return (await this.computeInProcess(wanted)) ?? 'pending';
    await this.send(wanted, caller === null ? null : (caller.accountId ?? DEMO_ACCOUNT));
    return 'pending';
  }

  /** Computes in this process what is not known: for the pick of the day, exports and replays. Null when that failed. */
  async awaited(search: NullSearch): Promise<NullDistribution | null> {
    const wanted = this.named(search);
    return (await this.known(wanted.key)) ?? this.computeInProcess(wanted);
  }

  /** Begins what requests will need, without waiting. @returns whether it is known already */
  async prepare(search: NullSearch): Promise<boolean> {
    if (this.options.mode !== 'background') return true;
    const wanted = this.named(search);
    if (await this.known(wanted.key)) return true;
    if (!this.isSent(wanted.key)) await this.send(wanted, null);
    return false;
  }

  /** Computes and stores a distribution that was sent as a job. @param key as stored @throws the signal's reason once aborted */
  async compute(key: string, job: NullJob, signal?: AbortSignal): Promise<NullDistribution> {
    const known = await this.known(key);
    if (known) return known;
    const { engine, account = 'nulls', rotations, onDone, store, clock, log } = this.options;
    const from = performance.now();
    const found = await engine.rotate(job, rotations, { account, signal }, onDone);
    await store.put({ key, dataVersion: job.dataVersion, found }, clock.now());
    this.recent.set(key, found);
    const seconds = Math.round((performance.now() - from) / 1000);
    log.info({ search: key, symbols: found.bySymbol.size, rotations, seconds }, 'null distribution computed');
    return found;
  }

  /** Distributions of other numbers of rotations (replays make do with fewer) are others. */
  private named({ key, job }: NullSearch): NullSearch {
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

  /** Several that ask for one search at once wait for the same computation. Null when it failed. */
  private async computeInProcess({ key, job }: NullSearch): Promise<NullDistribution | null> {
    const { signal, log } = this.options;
    const begin = async () => this.compute(key, await job(), signal);
    const computed = this.underWay.get(key) ?? begin().finally(() => this.underWay.delete(key));
    this.underWay.set(key, computed);
    try {
      return await computed;
    } catch (err) {
      if (!signal?.aborted) log.error({ err, search: key }, 'a null distribution could not be computed');
      return null;
    }
  }

  private isSent(key: string): boolean {
    return this.options.clock.elapsed() < (this.sent.get(key) ?? 0);
  }

  private async send({ key, job }: NullSearch, account: number | null): Promise<void> {
    const { queue, clock, log } = this.options;
    const now = clock.elapsed();
    for (const [other, until] of this.sent) if (until <= now) this.sent.delete(other);
    this.sent.set(key, now + SENT_MS);
    try {
      await queue.send('null-distribution', payloadOf(key, await job()), { key: sha256(key), account });
    } catch (err) {
      this.sent.delete(key);
      log.error({ err, search: key }, 'the job of a null distribution could not be sent');
    }
  }

  private async mayBegin({ accountId, tier }: Caller, key: string): Promise<boolean> {
    if (this.underWay.has(key)) return true;
    const { counted } = this;
    const hour = Math.floor(this.options.clock.now().getTime() / HOUR_MS);
    if (counted.hour !== hour) counted.byAccount.clear();
    counted.hour = hour;
    const account = accountId === null ? 'demo' : String(accountId);
    const keys = counted.byAccount.get(account) ?? new Set<string>();
    if (keys.has(key)) return true;
    if (keys.size >= tier.searchesPerHour) return false;
    // Counted before anything is awaited: others of the account ask meanwhile.
    counted.byAccount.set(account, keys.add(key));
    if ((await this.waiting()) < MOST_WAITING) return true;
    keys.delete(key);
    return false;
  }

  /** Searches of all processes that have not begun. */
  private async waiting(): Promise<number> {
    if (this.options.mode !== 'background') return 0;
    const stats = await this.options.queue.stats();
    return stats.find(({ queue }) => queue === 'null-distribution')?.waiting ?? 0;
  }
}
