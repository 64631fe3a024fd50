import type { Day } from '../core/calendar/dates';
import type { Candidate } from '../core/detection/candidate';
import type { PriceColumns, SymbolColumns } from '../core/detection/columns';
import { Detector } from '../core/detection/detector';
import { type DetectionRequest, planDetection, windowsIn } from '../core/detection/plan';
import type { Draws } from '../core/significance/draws';
import type { HeatMapSpec, HeatRow } from '../core/window/heatMap';
import type { FoundWindow, WindowMeasures } from '../core/window/measures';
import { Follower } from './follower';
import { heatRows, heatTask } from './heat';
import { heatHere, measureHere, searchHere } from './here';
import { basisAt, type Loaded, load, type PriceSource, type ReadInThreads, sameBasis } from './load';
import { measuresOf, measureTask } from './measure';
import { WorkerPool } from './pool';
import { type BarsReader, RecentBars } from './recentBars';
import type { SearchMode, SearchTask } from './search';
import { searchWork } from './searchWork';
import type { LoadedSymbol, Snapshot, UnreadableSymbol } from './snapshot';
import { warmUp } from './warmUp';

export interface EngineOptions extends PriceSource {
  /** Worker threads; 0 = search in this thread. */
  readonly workers: number;
  /** Most that recently used bars may take. */
  readonly barsCacheBytes?: number;
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

/** Bars of some 75 symbols of 30 years: what three scans show. */
const BARS_CACHE_BYTES = 16 << 20;
/** Window-years below which a search is done at once, in some tenths of a millisecond: that of one symbol's year. */
const TINY_SEARCH = 400_000;
/** Those below which one thread does it: another would have come too late. */
const SMALL_SEARCH = 2_000_000;

/**
 * Prices in memory and the searches over them. Follows the clock and the database: a bar that becomes final, an import
 * by another process or damage by another client shows in the next snapshot, without a restart.
 */
export class Engine {
  private currentState: EngineState = 'cold';
  private loaded: Loaded | null = null;
  /** Its threads start while the rest of the service is put together. */
  private readonly pool: WorkerPool | null;
  private readonly follower: Follower;
  private readonly bars: RecentBars;
  private readonly closing = new AbortController();

  constructor(private readonly options: EngineOptions) {
    this.pool = options.workers > 0 ? new WorkerPool(options.workers) : null;
    this.bars = new RecentBars(options.prices, options.barsCacheBytes ?? BARS_CACHE_BYTES);
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
   * Loads all prices, starts the threads and compiles the kernel, in slices: the process answers meanwhile.
   *
   * @param written resolves when nothing is written any more that must not be missing. Threads read meanwhile what is there,
   *   and what changed anew
   * @throws whatever kept the prices from being read, or from being written; EngineNotReadyError when closed meanwhile
   */
  async start(written?: Promise<unknown>): Promise<void> {
    this.currentState = 'warming';
    const loaded = await this.loadAfter(written);
    await warmUp(loaded.snapshot, this.options.workers, (task) => this.run(task));
    this.closing.signal.throwIfAborted();
    this.loaded = loaded;
    this.currentState = 'ready';
    this.follower.watch();
  }

  /** Ends the threads; searches under way fail. */
  async close(): Promise<void> {
    this.currentState = 'closed';
    this.closing.abort(new EngineNotReadyError('the engine is closed'));
    await this.follower.close();
    await this.pool?.close();
  }

  /** The newest snapshot in memory. @throws EngineNotReadyError */
  snapshot(): Snapshot {
    if (!this.ready || !this.loaded) throw new EngineNotReadyError(`the engine is ${this.currentState}`);
    return this.loaded.snapshot;
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

  /** The visible bars of some symbols, as `RecentBars.read` has it. */
  read(symbols: readonly (LoadedSymbol | UnreadableSymbol)[], signal?: AbortSignal): Promise<BarsReader> {
    return this.bars.read(symbols, signal);
  }

  /**
   * Candidates of all symbols of a job, named by symbol id, in no particular order: `compareCandidates` has one.
   *
   * @throws RangeError for a request out of bounds; the signal's reason once it is aborted
   */
  async detect({ symbols, request, mode }: SearchJob, signal?: AbortSignal): Promise<Candidate[]> {
    signal?.throwIfAborted();
    const size = windowsIn(request) * request.years * symbols.length;
    const task: SearchTask = { request, mode, work: searchWork(symbols) };
    if (size < TINY_SEARCH) return searchHere(task, signal);
    const threads = size < SMALL_SEARCH ? 1 : Math.max(1, this.options.workers);
    const found = await Promise.all(Array.from({ length: threads }, () => this.run(task, signal)));
    signal?.throwIfAborted();
    return found.flat();
  }

  /** Tells the run of entry dates around each candidate of a search that keep the threshold (DESIGN 5, `entry_window`). */
  entryRuns(
    snapshot: Snapshot,
    request: DetectionRequest,
  ): (candidate: Candidate) => { readonly from: Day; readonly to: Day } {
    const plan = planDetection(request);
    const detectors = new Map<PriceColumns, Detector>();
    return (candidate) => {
      const symbol = snapshot.symbols.get(candidate.symbol);
      if (!symbol) throw new RangeError(`symbol ${candidate.symbol} is not in the snapshot`);
      const detector = detectors.get(symbol.columns) ?? new Detector(symbol.columns, plan);
      detectors.set(symbol.columns, detector);
      return detector.entryRun({ ...candidate, symbol: symbol.index });
    };
  }

  /**
   * What closes say of windows that a search found, in their order; null where the signal aborted before they were
   * measured.
   *
   * @param draws that reach as far back as the oldest of their years
   */
  async measure(
    windows: readonly FoundWindow[],
    draws: Draws,
    signal?: AbortSignal,
  ): Promise<(WindowMeasures | null)[]> {
    if (windows.length === 0) return [];
    const task = measureTask(windows, draws);
    if (this.pool) await this.pool.measure(task, signal);
    else await measureHere(task, signal);
    return measuresOf(task);
  }

  /**
   * The cells of a heat map, a row a hold.
   *
   * @throws RangeError for one out of bounds; the signal's reason once it is aborted
   */
  async heatMap(symbol: SymbolColumns, spec: HeatMapSpec, signal?: AbortSignal): Promise<HeatRow[]> {
    signal?.throwIfAborted();
    const task = heatTask(symbol, spec);
    if (this.pool) await this.pool.heat(task, signal);
    else await heatHere(task, signal);
    return heatRows(task);
  }

  private run(task: SearchTask, signal?: AbortSignal): Promise<Candidate[]> {
    return this.pool ? this.pool.search(task, signal) : searchHere(task, signal);
  }

  /** Has so many threads read all prices; undefined where there are none, or they could not open the database. */
  private readIn(threads: number): ReadInThreads | undefined {
    const { pool } = this;
    const reader = this.options.prices.blockReader();
    return pool && reader ? (wanted) => pool.readBlocks(reader, wanted, threads) : undefined;
  }

  private async loadAfter(written: Promise<unknown> | undefined): Promise<Loaded> {
    const { signal } = this.closing;
    const readInThreads = this.readIn(this.options.workers);
    // Over the connection that writes, half of it would be read.
    if (readInThreads === undefined) await written;
    const [loaded] = await Promise.all([load(this.options, undefined, signal, readInThreads), written]);
    return (await this.isNewest(loaded)) ? loaded : load(this.options, loaded, signal, readInThreads);
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
      this.loaded = await load(this.options, this.loaded ?? undefined, signal, this.readIn(1));
      return true;
    } catch (error) {
      if (!signal.aborted) this.options.onError?.(error);
      return false;
    }
  }
}
