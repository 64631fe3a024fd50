import type { MarketStudy } from '../core/cameTrue/study';
import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import type { NullDistribution } from '../core/significance/significance';
import type { Bars } from '../core/window/bars';
import type { HeatMapSpec, HeatRow } from '../core/window/heatMap';
import type { Work } from '../deadline';
import { CorruptPricesError } from '../storage/errors';
import { Follower } from './follower';
import { basisAt, load, type PriceSource, type Reading, sameBasis } from './load';
import { type TaskInput, type TaskLoad, type TaskOf, type TaskOutput, TaskPool } from './pool';
import type { Loaded, LoadedSymbol, MarketPrices, Snapshot, UnreadableSymbol } from './snapshot';
import { studyMarket } from './tasks/cameTrue';
import { readBlock } from './tasks/readBlock';
import { largestZ, type NullJob, nullDistribution } from './tasks/rotations';
import { searchTasks, unpacked } from './tasks/search';
import { RecentBars, refOf } from './tasks/thread';

export interface EngineOptions extends PriceSource {
  /** Database URL for the threads; null when the prices exist in this thread only, which then computes everything. */
  readonly url: string | null;
  /** Number of threads for requests, and again for background tasks; 0 = compute in this thread. */
  readonly workers: number;
  /** Most milliseconds that a request waits for changed prices before it is answered from the previous ones. */
  readonly refreshWaitMs?: number;
  /** Called when a reload fails; the previous prices stay in use. */
  readonly onError?: (error: unknown) => void;
}

interface SearchJob {
  readonly symbols: readonly LoadedSymbol[];
  readonly request: DetectionRequest;
}

/** Prices were requested before they were loaded, or after the engine was closed. */
export class EngineNotReadyError extends Error {
  override readonly name = 'EngineNotReadyError';
}

/** Account of the tasks that load prices. */
const LOADING: Work = { account: 'prices' };

/**
 * Prices in memory and the threads that compute over them. Follows the clock and the database: a bar that becomes final, an
 * import by another process or damage by another client shows in the next snapshot, without a restart.
 */
export class Engine {
  /** Null until the prices are loaded and the threads are warm. */
  private loaded: Loaded | null = null;
  /** From the last write of prices until this process served them, milliseconds; null until prices change while it runs. */
  serviceDelayMs: number | null = null;
  /** Pool for requests. Its threads start while the rest of the service is composed. */
  private readonly requests: TaskPool;
  /** Pool for exports and rotations, for which no request waits. */
  private readonly background: TaskPool<'background'>;
  private readonly follower: Follower;
  private readonly closing = new AbortController();

  constructor(private readonly options: EngineOptions) {
    const { url, workers, prices: series } = options;
    const threads = url === null ? 0 : workers;
    this.requests = new TaskPool('request', { threads, url, series });
    this.background = new TaskPool('background', { threads, url, series });
    this.follower = new Follower({
      timer: options.clock,
      waitMs: options.refreshWaitMs ?? 250,
      changed: () => this.changed(),
      reload: () => this.reload(),
    });
  }

  get ready(): boolean {
    return this.loaded !== null && !this.closing.signal.aborted;
  }

  /**
   * Loads all prices and warms up every thread. Works in slices, so that the process stays responsive.
   *
   * @param written resolves when all writes that must be visible are done. Threads begin to load at once; what these writes
   *   changed is loaded again afterwards
   * @throws the error of reading or of `written`; EngineNotReadyError when the engine is closed meanwhile
   */
  async start(written?: Promise<unknown>): Promise<void> {
    const loaded = await this.loadAfter(written);
    await warmUp(loaded.snapshot, this.requests);
    this.closing.signal.throwIfAborted();
    this.loaded = loaded;
    this.follower.watch();
  }

  /** Ends the threads; running tasks fail. */
  async close(): Promise<void> {
    this.closing.abort(new EngineNotReadyError('the engine is closed'));
    await this.follower.close();
    await this.requests.close();
    await this.background.close();
  }

  /** The newest snapshot in memory. @throws EngineNotReadyError */
  snapshot(): Snapshot {
    this.closing.signal.throwIfAborted();
    if (this.loaded === null) throw new EngineNotReadyError('the engine is loading prices');
    return this.loaded.snapshot;
  }

  get load(): Readonly<Record<'requests' | 'background', TaskLoad>> {
    return { requests: this.requests.load, background: this.background.load };
  }

  /**
   * The snapshot to answer a request from. When prices have changed it waits for the new ones up to `refreshWaitMs`, then
   * returns the previous snapshot. Costs microseconds when nothing changed.
   *
   * @throws EngineNotReadyError
   */
  async current(): Promise<Snapshot> {
    this.snapshot();
    if (await this.changed()) await this.follower.follow();
    return this.snapshot();
  }

  /**
   * The best candidate of each symbol of a job in each direction, named by symbol id, unordered; sort them by
   * `compareCandidates`.
   *
   * @throws RangeError for a request out of bounds; the signal's reason once it is aborted
   */
  async detect({ symbols, request }: SearchJob, work: Work): Promise<Candidate[]> {
    const tasks = searchTasks(symbols, request);
    const parts = await Promise.all(tasks.map((task) => this.requests.run('search', task, work)));
    return parts.flatMap(unpacked);
  }

  /** Runs a task that a request waits for. @throws as `TaskPool.run` */
  run<Name extends TaskOf<'request'>>(name: Name, input: TaskInput<Name>, work: Work): Promise<TaskOutput<Name>> {
    return this.requests.run(name, input, work);
  }

  /** Runs a task that no request waits for. @throws as `TaskPool.run` */
  runInBackground<Name extends TaskOf<'background'>>(
    name: Name,
    input: TaskInput<Name>,
    work: Work,
  ): Promise<TaskOutput<Name>> {
    return this.background.run(name, input, work);
  }

  /** See `TaskPool.runModule`. */
  runModuleInBackground<T>(filename: string, input: object, signal?: AbortSignal): Promise<T | null> {
    return this.background.runModule(filename, input, signal);
  }

  /** The visible bars of one symbol, read in this thread, for background work. @throws CorruptPricesError */
  async bars(symbol: LoadedSymbol | UnreadableSymbol): Promise<Bars> {
    const barsOf = await new RecentBars(this.options.prices).read([refOf(symbol)]);
    const bars = barsOf(symbol);
    if (bars instanceof CorruptPricesError) throw bars;
    return bars;
  }

  /** The cells of a heat map, one row a hold. @throws RangeError for a map out of bounds; as `run` */
  heatMap(symbol: LoadedSymbol, spec: HeatMapSpec, work: Work): Promise<HeatRow[]> {
    const ref = refOf(symbol);
    return Promise.all(
      spec.holds.map((hold) => this.run('heatRow', { symbol: ref, spec: { ...spec, holds: [hold] } }, work)),
    );
  }

  /** The null distribution of a search (METHOD 9). @param onDone called with the number of symbols that a task has done */
  rotate(
    job: NullJob,
    rotations: number,
    work: Work,
    onDone: (symbols: number) => void = () => {},
  ): Promise<NullDistribution> {
    return nullDistribution(job, rotations, (task) => this.runInBackground('rotations', task, work), onDone);
  }

  /**
   * The largest z of each symbol of a search over the unshuffled calendar (METHOD 9), by ticker; symbols without one are
   * left out.
   *
   * @param threads 'background' for work that no request waits for
   */
  strongest(job: NullJob, work: Work, threads: 'request' | 'background' = 'request'): Promise<Map<string, number>> {
    return largestZ(job, (task) =>
      threads === 'request' ? this.run('strongest', task, work) : this.runInBackground('strongest', task, work),
    );
  }

  /** What came true in a market (METHOD 10), null with too few members. */
  studyMarket({ market, symbols, sessions }: MarketPrices, work: Work): Promise<MarketStudy | null> {
    const { gapLimit } = market;
    return studyMarket({ symbols, sessions, gapLimit }, (name, input) => this.runInBackground(name, input, work));
  }

  /** Reads prices in threads, `atOnce` blocks at a time; a block that fails there is read in this thread. */
  private reading(atOnce: number): Reading {
    const { signal } = this.closing;
    const { prices } = this.options;
    return {
      atOnce,
      signal,
      read: (block) =>
        this.requests.run('readBlock', block, LOADING).catch((error: unknown) => {
          if (signal.aborted) throw error;
          return readBlock(block, { prices });
        }),
    };
  }

  /** Does nothing after prices were removed: the time of a removal is not stored. */
  private noteDelay(storedBefore: Date | null, { pricesStoredAt }: Snapshot): void {
    if (pricesStoredAt === null || (storedBefore !== null && pricesStoredAt <= storedBefore)) return;
    this.serviceDelayMs = Math.max(0, this.options.clock.now().getTime() - pricesStoredAt.getTime());
  }

  private async loadAfter(written: Promise<unknown> | undefined): Promise<Loaded> {
    const reading = this.reading(this.requests.threads);
    // This thread's connection would read a half-done write.
    if (this.options.url === null) await written;
    const [loaded] = await Promise.all([load(this.options, null, reading), written]);
    return (await this.isNewest(loaded)) ? loaded : load(this.options, loaded, reading);
  }

  /** Whether the database or the clock has moved on since the prices were loaded. */
  private async changed(): Promise<boolean> {
    return this.loaded === null || !(await this.isNewest(this.loaded));
  }

  private async isNewest({ basis }: Loaded): Promise<boolean> {
    return sameBasis(basis, basisAt(await this.options.prices.revision(), this.options));
  }

  /** Never rejects: a request must not fail because newer prices could not be loaded. */
  private async reload(): Promise<boolean> {
    const { signal } = this.closing;
    const storedBefore = this.loaded?.snapshot.pricesStoredAt ?? null;
    try {
      // One block at a time, which leaves the other threads to requests.
      this.loaded = await load(this.options, this.loaded, this.reading(1));
      this.noteDelay(storedBefore, this.loaded.snapshot);
      return true;
    } catch (error) {
      if (!signal.aborted) this.options.onError?.(error);
      return false;
    }
  }
}

/** Enough symbols and rounds for the kernel to be compiled in full. */
const SYMBOLS = 48;
const ROUNDS = 6;
const WARMING: Work = { account: 'prices' };

/** Runs a typical scan in every thread until its code is compiled, so that the first request is fast. */
export async function warmUp(snapshot: Snapshot, pool: TaskPool): Promise<void> {
  const symbols = [...snapshot.symbols.values()].slice(0, SYMBOLS);
  if (symbols.length === 0) return;
  const [task] = searchTasks(symbols, scanLike(symbols));
  for (let round = 0; round < ROUNDS; round++) {
    // Once in each thread.
    await Promise.all(Array.from({ length: pool.threads }, () => pool.run('search', task, WARMING)));
  }
}

function scanLike(symbols: readonly LoadedSymbol[]): DetectionRequest {
  const asOf = Math.max(...symbols.map((symbol) => symbol.lastDay));
  return {
    entries: Array.from({ length: 14 }, (_, i) => ({ day: asOf + 1 + i, asOf })),
    years: 10,
    cycle: 'consecutive',
    minHold: 5,
    maxHold: 120,
    minWins: 'default',
    minObservations: 5,
    gapLimit: 10,
    liveOnly: true,
  };
}
