import { LRUCache } from 'lru-cache';
import type { Caller } from '../../access/caller';
import type { Clock } from '../../clock';
import { type DetectionRequest, windowsIn } from '../../core/detection/plan';
import { type Draws, drawRotations, PUBLISHED_SEED, rotationKey } from '../../core/significance/rotation';
import type { NullDistribution, SearchNull } from '../../core/significance/significance';
import { orAborted } from '../../deadline';
import type { Engine } from '../../engine/engine';
import type { Snapshot } from '../../engine/snapshot';
import type { NullJob } from '../../engine/tasks/rotations';
import type { Log } from '../../log';
import type { NullDistributionPayload, Queue } from '../../queue/queue';
import { sha256 } from '../../storage/hashes';
import type { NullDistributionStore } from '../../storage/nulls';

export interface NullDistributionOptions {
  readonly engine: Pick<Engine, 'rotate'>;
  /** Account of its tasks in the fair queue of the background threads; `nulls` by default. */
  readonly account?: string;
  /** Shuffled calendars of a search. */
  readonly rotations: number;
  /** Progress: called with the number of symbols of the running search that were just finished. */
  readonly onDone?: (symbols: number) => void;
  /** Aborts computations of this process. */
  readonly signal?: AbortSignal;
  readonly store: NullDistributionStore;
  readonly queue: Pick<Queue, 'send' | 'stats'>;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * `background`: a missing distribution is sent as a job; `waiting`: it is computed at once, and the request waits (tests,
   * exports, replays); `off`: nothing is computed, only stored distributions are used.
   */
  readonly mode: 'background' | 'waiting' | 'off';
}

/** A search to be computed, named by everything its distribution depends on. */
export interface NullSearch {
  readonly key: string;
  /** Made only when it must be computed. */
  readonly job: () => NullJob | Promise<NullJob>;
}

/** Size of the memory cache: about ten searches of 600 symbols. */
const MEMORY_BYTES = 24 << 20;
/** While this many searches of all processes wait, callers start no new ones. */
const MAX_WAITING_SEARCHES = 50;
/** Most keys that are remembered as absent from the database. */
const MAX_ABSENT_KEYS = 1_000;
/** Most keys that are remembered as sent. */
const MAX_SENT_KEYS = 1_000;
/** How long this process does not send the same job again: it waits, runs, or failed. */
const RESEND_AFTER_MS = 5 * 60_000;
/** The queue account of jobs sent for callers of the demo token. */
const DEMO_ACCOUNT = 0;
const HOUR_MS = 3_600_000;
/** Least weights of a search in the hourly limit. */
const LEAST_WEIGHT = { ofOneSymbol: 1 / 20, ofMarket: 1 };
/**
 * Most yearly results of the windows of a search that weighs 1: five times a scan of 600 symbols with the defaults, which takes
 * 3 s of a thread. The widest search of as many (a year of entries, every hold, 98 years) weighs 160.
 */
const RESULTS_OF_ONE = 3.5e7;

/** Incremented when the code computes another distribution for the same search and data; older ones are then ignored. */
const NULLS_CODE = 5;

/** Years back that draws are made for: lookbacks of up to ten years, all consecutive lookbacks, and cycles. */
const REACHES = [16, 128, 512];

/**
 * Null distributions of searches (METHOD 9), computed in the background and stored in the database. A request is answered at
 * once, with a distribution or `pending`. The jobs are in src/jobs/precompute.ts.
 */
export class NullDistributions {
  /** Draws by reach, each made on first use. */
  private readonly tables = new Map<number, Draws>();
  /**
   * Recently used distributions. Every scan looks one up, also a cached scan, and reading that of 620 symbols takes the
   * main thread 2.4 ms.
   */
  private readonly recent = new LRUCache<string, NullDistribution>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ overall, bySymbol, rotations }) => overall.byteLength + 4 * rotations * bySymbol.size + 1,
  });
  /**
   * Keys that were absent from the database, with its revision. Every request for a pending search looks it up again, which
   * would be a query to PostgreSQL each time.
   */
  private readonly absent = new LRUCache<string, number>({ max: MAX_ABSENT_KEYS });
  /** Running computations of this process, by key. */
  private readonly underWay = new Map<string, Promise<NullDistribution>>();
  /** Keys of the jobs that this process has sent lately. */
  private readonly sent = new LRUCache<string, true>({
    max: MAX_SENT_KEYS,
    ttl: RESEND_AFTER_MS,
    ttlResolution: 0,
    perf: { now: () => this.options.clock.elapsed() },
  });
  /** The searches that each account started in the current hour, with their weights. */
  private readonly counted = { hour: 0, byAccount: new Map<string, Map<string, number>>() };

  constructor(private readonly options: NullDistributionOptions) {}

  /** Whether this process computes missing distributions. */
  get computes(): boolean {
    return this.options.mode !== 'off';
  }

  /**
   * The draws that p-values are computed from (METHOD 9).
   *
   * @param reach years back, see `Draws`
   * @throws RangeError when it is longer than any lookback
   */
  draws(reach: number): Draws {
    const step = REACHES.find((limit) => limit >= reach);
    if (step === undefined) throw new RangeError(`draws reach ${REACHES.at(-1)} years back, got ${reach}`);
    const draws = this.tables.get(step) ?? drawRotations(rotationKey(PUBLISHED_SEED), this.options.rotations, step);
    this.tables.set(step, draws);
    return draws;
  }

  /**
   * The null distribution of a search if it is stored; otherwise its computation is started.
   *
   * @param caller the caller's plan limits how many different searches may be started an hour; null = the service itself
   * @param isInPlan whether the plan reaches all markets of the search; otherwise the caller may not start it
   */
  async of(search: NullSearch, caller: Caller | null, isInPlan = true): Promise<SearchNull> {
    const named = this.named(search);
    const stored = await this.lookUp(named.key);
    if (stored) return stored;
    if (!this.computes) return 'off';
    if (this.sent.has(named.key)) return 'pending';
    if (caller !== null) {
      const refusal = isInPlan ? await this.refusal(caller, named) : 'limited';
      if (refusal !== null) return refusal;
    }
    if (this.options.mode === 'waiting') return (await this.computeInProcess(named)) ?? 'pending';
    await this.send(named, caller === null ? null : (caller.accountId ?? DEMO_ACCOUNT));
    return 'pending';
  }

  /**
   * Computes a missing distribution in this process: for the daily pick, exports and replays. Null when that failed.
   *
   * @throws the signal's reason once it is aborted, while another waiter's computation goes on
   */
  async computed(search: NullSearch, signal?: AbortSignal): Promise<NullDistribution | null> {
    const named = this.named(search);
    return (await this.lookUp(named.key)) ?? orAborted(this.computeInProcess(named), signal);
  }

  /** Starts a search that requests will need, without waiting, or renews its distribution. @returns whether it is stored already */
  async prepare(search: NullSearch): Promise<boolean> {
    const { mode, store, clock } = this.options;
    if (mode !== 'background') return true;
    const named = this.named(search);
    if (await this.lookUp(named.key)) {
      await store.renew(named.key, clock.now());
      return true;
    }
    if (!this.sent.has(named.key)) await this.send(named, null);
    return false;
  }

  /** Computes and stores the distribution of a job. @param key its key in the database @throws the signal's reason once aborted */
  async compute(key: string, job: NullJob, signal?: AbortSignal): Promise<NullDistribution> {
    const stored = await this.lookUp(key);
    if (stored) return stored;
    const { engine, account = 'nulls', rotations, onDone, store, clock, log } = this.options;
    const from = performance.now();
    const distribution = await engine.rotate(job, rotations, { account, signal }, onDone);
    await store.put({ key, dataVersion: job.dataVersion, distribution }, clock.now());
    this.recent.set(key, distribution);
    const seconds = Math.round((performance.now() - from) / 1000);
    log.info({ search: key, symbols: distribution.bySymbol.size, rotations, seconds }, 'null distribution computed');
    return distribution;
  }

  /** The key includes the number of rotations, since replays use fewer. */
  private named(search: NullSearch): NullSearch {
    return { ...search, key: `${NULLS_CODE}|${search.key}|${this.options.rotations}` };
  }

  private async lookUp(key: string): Promise<NullDistribution | null> {
    const recent = this.recent.get(key);
    if (recent) return recent;
    const { store } = this.options;
    // Read before the distribution, which may be stored meanwhile.
    const revision = await store.revision();
    if (this.absent.get(key) === revision) return null;
    const stored = await store.find(key);
    if (stored) this.recent.set(key, stored);
    else this.absent.set(key, revision);
    return stored;
  }

  /** Concurrent requests for one search share a computation. Null when it failed. */
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

  private async send({ key, job }: NullSearch, account: number | null): Promise<void> {
    const { queue, log } = this.options;
    this.sent.set(key, true);
    try {
      await queue.send('null-distribution', nullJobPayload(key, await job()), { key: sha256(key), account });
    } catch (err) {
      this.sent.delete(key);
      log.error({ err, search: key }, 'the job of a null distribution could not be sent');
    }
  }

  /** Why a caller may not start a search now: the plan's limit of the hour, or too many searches that wait. Null when it may. */
  private async refusal({ accountId, tier }: Caller, { key, job }: NullSearch): Promise<'limited' | 'pending' | null> {
    if (this.underWay.has(key)) return null;
    const made = await job();
    // Nothing to search, as on a weekend: its empty distribution would only displace another.
    if (made.searches.length === 0) return 'pending';
    // The widest search takes all of an hour, so that every plan can have it.
    const weight = Math.min(weightOf(made), tier.searchesPerHour);
    const { counted } = this;
    const hour = Math.floor(this.options.clock.now().getTime() / HOUR_MS);
    if (counted.hour !== hour) counted.byAccount.clear();
    counted.hour = hour;
    const account = accountId === null ? 'demo' : String(accountId);
    const keys = counted.byAccount.get(account) ?? new Map<string, number>();
    if (keys.has(key)) return null;
    const begun = [...keys.values()].reduce((sum, counts) => sum + counts, 0);
    // The margin allows for rounding: sums of twentieths are not exact.
    if (weight === 0 || begun + weight > tier.searchesPerHour + 1e-6) return 'limited';
    // Counted before the await, since concurrent requests of the account run meanwhile.
    counted.byAccount.set(account, keys.set(key, weight));
    if ((await this.waiting()) < MAX_WAITING_SEARCHES) return null;
    keys.delete(key);
    return 'pending';
  }

  /** Waiting searches of all processes. */
  private async waiting(): Promise<number> {
    if (this.options.mode !== 'background') return 0;
    const stats = await this.options.queue.stats();
    return stats.find(({ queue }) => queue === 'null-distribution')?.waiting ?? 0;
  }
}

type Searches = NullJob['searches'];

/** The weight of a search in the hourly limit: by its work, since one request may ask for hours of it. */
function weightOf({ searches }: NullJob): number {
  const symbols = searches.reduce((sum, search) => sum + search.symbols.length, 0);
  const results = searches.reduce(
    (sum, { symbols, request }) => sum + symbols.length * windowsIn(request) * request.years,
    0,
  );
  const least = symbols === 1 ? LEAST_WEIGHT.ofOneSymbol : LEAST_WEIGHT.ofMarket;
  return Math.max(least, results / RESULTS_OF_ONE);
}

/** The payload of a null distribution's job: symbols by id, and a hash of their prices. */
export function nullJobPayload(key: string, { dataVersion, searches }: NullJob): NullDistributionPayload {
  return {
    key,
    dataVersion,
    contents: pricesHash(searches),
    searches: searches.map(({ symbols, ...search }) => ({ ...search, symbols: symbols.map(({ id }) => id) })),
  };
}

/** The search of a job over the current prices; null when the prices have changed since the job was sent. */
export function nullJobFrom(
  snapshot: Snapshot,
  { dataVersion, contents, searches: sent }: NullDistributionPayload,
): NullJob | null {
  const searches = sent.map(({ symbols, request, alsoHold }) => ({
    symbols: symbols.flatMap((id) => snapshot.symbols.get(id) ?? []),
    // As `nullJobPayload` wrote it: it is plain JSON.
    request: request as DetectionRequest,
    alsoHold,
  }));
  return pricesHash(searches) === contents ? { dataVersion, searches } : null;
}

/** The prices of all symbols, as a hash. */
function pricesHash(searches: Searches): string {
  return sha256(...searches.map(({ symbols }) => `${symbols.map(({ hash }) => hash).join()}\n`));
}
