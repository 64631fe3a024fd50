import type { Candidate } from '../core/detection/candidate';
import type { DetectionRequest } from '../core/detection/plan';
import type { NullDistribution } from '../core/significance/significance';
import type { Bars } from '../core/window/bars';
import type { HeatMapSpec, HeatRow } from '../core/window/heatMap';
import type { Work } from '../deadline';
import { Follower } from './follower';
import { basisAt, load, type PriceSource, type Reading, readingIn, sameBasis } from './load';
import { type TaskLoad, TaskPool } from './pool';
import { RecentBars } from './recentBars';
import type { Loaded, LoadedSymbol, Snapshot, UnreadableSymbol } from './snapshot';
import type { TaskInput, TaskName, TaskOutput } from './tasks';
import { distributionOf, type NullJob, rotationTasks } from './tasks/rotations';
import { type SearchMode, searchTasks, unpacked } from './tasks/search';
import { refOf } from './tasks/symbolRef';
import { prepareThreads, warmUp } from './warmUp';

export interface EngineOptions extends PriceSource {
  /** What threads open the prices by; null where they exist in this one only: then everything is computed here. */
  readonly url: string | null;
  /** Threads that requests wait for, and as many again for what nobody waits for; 0 = compute in this thread. */
  readonly workers: number;
  /** How long a request may wait for changed prices rather than be answered from the ones before. */
  readonly refreshWaitMs?: number;
  /** Told of a reload that failed; the prices before stay in use. */
  readonly onError?: (error: unknown) => void;
}

export type EngineState = 'cold' | 'warming' | 'ready' | 'closed';

/** Search of some symbols of a snapshot. */
export interface SearchJob {
  readonly symbols: readonly LoadedSymbol[];
  readonly request: DetectionRequest;
  readonly mode: SearchMode;
}

/** Prices are asked for before they are loaded. */
export class EngineNotReadyError extends Error {
  override readonly name = 'EngineNotReadyError';
}

/**
 * Threads that requests wait for stand below the one that answers, which has to be let in as soon as a request comes. Half of
 * that, and a thread that is woken was often let in before the one that woke it, for 3 ms. What nobody waits for stands
 * below everything.
 */
const NICENESS = { requests: 10, background: 19 } as const;
/** Training takes most: beyond this its thread ends, and not the service. */
const BACKGROUND_MB = 512;
/** What loads prices counts as an account of its own. */
const LOADING: Work = { account: 'prices' };

/**
 * Prices in memory and the threads that compute over them. Follows the clock and the database: a bar that becomes final, an
 * import by another process or damage by another client shows in the next snapshot, without a restart.
 */
export class Engine {
  private currentState: EngineState = 'cold';
  private loaded: Loaded | null = null;
  /** What requests wait for. Its threads start while the rest of the service is put together. */
  private readonly requests: TaskPool;
  /** Exports, rotations and training, for which nobody's request waits. */
  private readonly background: TaskPool;
  private readonly follower: Follower;
  private readonly closing = new AbortController();

  constructor(private readonly options: EngineOptions) {
    const { url, workers, prices: series } = options;
    const threads = url === null ? 0 : workers;
    this.requests = new TaskPool({
      body: 'requestThread',
      threads,
      kept: threads,
      niceness: NICENESS.requests,
      url,
      series,
    });
    this.background = new TaskPool({
      body: 'backgroundThread',
      threads,
      kept: 0,
      niceness: NICENESS.background,
      memoryMb: BACKGROUND_MB,
      url,
      series,
    });
    this.follower = new Follower({
      timer: options.clock,
      waitMs: options.refreshWaitMs ?? 250,
      changed: () => this.changed(),
      takeUp: () => this.takeUp(),
    });
  }

  get state(): EngineState {
    return this.currentState;
  }

  get ready(): boolean {
    return this.currentState === 'ready';
  }

  /**
   * Loads all prices and has every thread ready, in slices: the process answers meanwhile.
   *
   * @param written resolves when nothing is written any more that must not be missing. Threads read meanwhile what is there,
   *   and what changed anew
   * @throws whatever kept the prices from being read, or from being written; EngineNotReadyError when closed meanwhile
   */
  async start(written?: Promise<unknown>): Promise<void> {
    this.currentState = 'warming';
    const loaded = await this.loadAfter(written);
    await warmUp(loaded.snapshot, this.requests);
    this.closing.signal.throwIfAborted();
    this.loaded = loaded;
    this.currentState = 'ready';
    this.follower.watch();
    // Requests are answered meanwhile.
    void prepareThreads(this.requests);
  }

  /** Ends the threads; what is under way fails. */
  async close(): Promise<void> {
    this.currentState = 'closed';
    this.closing.abort(new EngineNotReadyError('the engine is closed'));
    await this.follower.close();
    await this.requests.close();
    await this.background.close();
  }

  /** The newest snapshot in memory. @throws EngineNotReadyError */
  snapshot(): Snapshot {
    if (!this.ready || !this.loaded) throw new EngineNotReadyError(`the engine is ${this.currentState}`);
    return this.loaded.snapshot;
  }

  /** Tasks of both pools, under way and waiting. */
  get load(): Readonly<Record<'requests' | 'background', TaskLoad>> {
    return { requests: this.requests.load, background: this.background.load };
  }

  /**
   * The snapshot to answer a request from. When prices have changed it waits for them a moment, and answers from the
   * ones before where that would take long. Costs microseconds when nothing changed.
   *
   * @throws EngineNotReadyError
   */
  async current(): Promise<Snapshot> {
    this.snapshot();
    if (await this.changed()) await this.follower.follow();
    return this.snapshot();
  }

  /**
   * Candidates of all symbols of a job, named by symbol id, in no particular order: `compareCandidates` has one.
   *
   * @throws RangeError for a request out of bounds; the signal's reason once it is aborted
   */
  async detect({ symbols, request, mode }: SearchJob, work: Work): Promise<Candidate[]> {
    const tasks = searchTasks(symbols, request, mode);
    const found = await Promise.all(tasks.map((task) => this.requests.run('search', task, work)));
    return found.flatMap(unpacked);
  }

  /** Runs a task that a request waits for. @throws as `TaskPool.run` */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, work: Work): Promise<TaskOutput<Name>> {
    return this.requests.run(name, input, work);
  }

  /** Runs a task that nobody's request waits for. @throws as `TaskPool.run` */
  runInBackground<Name extends TaskName>(name: Name, input: TaskInput<Name>, work: Work): Promise<TaskOutput<Name>> {
    return this.background.run(name, input, work);
  }

  /** The same with the default function of a module; null where there are no threads. @throws as `TaskPool.run` */
  async runModuleInBackground<T>(filename: string, input: object, work: Work): Promise<T | null> {
    return this.background.hasThreads ? this.background.runModule<T>(filename, input, work) : null;
  }

  /**
   * The visible bars of one symbol, read in this thread: for what nobody's request waits for.
   *
   * @throws CorruptPricesError
   */
  async bars(symbol: LoadedSymbol | UnreadableSymbol): Promise<Bars> {
    const barsOf = await new RecentBars(this.options.prices).read([refOf(symbol)]);
    return barsOf(symbol);
  }

  /**
   * The cells of a heat map, a row a hold.
   *
   * @throws RangeError for one out of bounds; the signal's reason once it is aborted; not_found, upstream_unavailable
   */
  heatMap(symbol: LoadedSymbol, spec: HeatMapSpec, work: Work): Promise<HeatRow[]> {
    const ref = refOf(symbol);
    return Promise.all(
      spec.holds.map((hold) => this.run('heatRow', { symbol: ref, spec: { ...spec, holds: [hold] } }, work)),
    );
  }

  /**
   * The null distribution of a search (METHOD 9), in the background.
   *
   * @param onDone told how many more symbols are done
   * @throws the signal's reason once it is aborted
   */
  async rotate(
    job: NullJob,
    rotations: number,
    work: Work,
    onDone: (symbols: number) => void = () => {},
  ): Promise<NullDistribution> {
    const tasks = rotationTasks(job, rotations);
    const found = await Promise.all(
      tasks.map(async (task) => {
        const strongest = await this.runInBackground('rotations', task, work);
        onDone(task.parts.reduce((count, { ids }) => count + ids.length, 0));
        return strongest;
      }),
    );
    const symbols = job.searches.flatMap((search) => search.symbols);
    const names = new Map(symbols.map(({ id, symbol }) => [id, symbol]));
    return distributionOf(found, rotations, (id) => names.get(id) ?? '');
  }

  /** Has threads read prices, so many blocks at once; what they cannot read is read in this one. */
  private reading(atOnce: number): Reading {
    const { signal } = this.closing;
    const inThisThread = readingIn(this.options.prices);
    return {
      atOnce,
      signal,
      read: (block) =>
        this.requests.run('readBlock', block, LOADING).catch((error: unknown) => {
          if (signal.aborted) throw error;
          return inThisThread.read(block);
        }),
    };
  }

  private async loadAfter(written: Promise<unknown> | undefined): Promise<Loaded> {
    const reading = this.reading(this.requests.threads);
    // Over the connection that writes, half of it would be read.
    if (this.options.url === null) await written;
    const [loaded] = await Promise.all([load(this.options, null, reading), written]);
    return (await this.isNewest(loaded)) ? loaded : load(this.options, loaded, reading);
  }

  /** Whether the prices in memory are not the newest. */
  private async changed(): Promise<boolean> {
    return this.loaded === null || !(await this.isNewest(this.loaded));
  }

  private async isNewest({ basis }: Loaded): Promise<boolean> {
    return sameBasis(basis, basisAt(await this.options.prices.revision(), this.options));
  }

  /** Never rejects: a request must not fail because newer prices could not be had. */
  private async takeUp(): Promise<boolean> {
    const { signal } = this.closing;
    try {
      // In one thread: searches of requests have the others.
      this.loaded = await load(this.options, this.loaded, this.reading(1));
      return true;
    } catch (error) {
      if (!signal.aborted) this.options.onError?.(error);
      return false;
    }
  }
}
