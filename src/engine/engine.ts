import { LRUCache } from 'lru-cache';
import type { Day } from '../core/calendar/dates';
import type { Candidate } from '../core/detection/candidate';
import type { PriceColumns } from '../core/detection/columns';
import { Detector } from '../core/detection/detector';
import { type DetectionRequest, planDetection, windowsIn } from '../core/detection/plan';
import type { Draws } from '../core/significance/draws';
import { type Bars, barsThrough } from '../core/window/bars';
import type { FoundWindow, WindowMeasures } from '../core/window/measures';
import { atMost, orAborted } from '../deadline';
import { CorruptPricesError } from '../storage/errors';
import type { BlockMember } from '../storage/rows';
import { turns } from '../turns';
import { measureHere, searchHere } from './here';
import { basisAt, type Loaded, load, type PriceSource, sameBasis } from './load';
import { measuresOf, measureTask } from './measure';
import { WorkerPool } from './pool';
import { partsOf } from './readGroup';
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

/** The bars of the symbols that were read. @throws CorruptPricesError for one whose stored prices are damaged or gone */
export type BarsReader = (symbol: LoadedSymbol | UnreadableSymbol) => Bars;

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

/** Bars read without a look at the time: some 2 ms. */
const BARS_AT_ONCE = 2;
/** Bars of some 75 symbols of 30 years: what three scans show. */
const BARS_CACHE_BYTES = 16 << 20;
/** Window-years below which a search is done at once, in some tenths of a millisecond: that of one symbol's year. */
const TINY_SEARCH = 400_000;
/** Those below which one thread does it: another would have come too late. */
const SMALL_SEARCH = 2_000_000;
/** After a reload this many times its duration passes before the next, however often prices change. */
const RELOAD_PAUSE = 4;

/**
 * Prices in memory and the searches over them. Follows the clock and the database: a bar that becomes final, an import
 * by another process or damage by another client shows in the next snapshot, without a restart.
 */
export class Engine {
  private currentState: EngineState = 'cold';
  private loaded: Loaded | null = null;
  /** Its threads start while the rest of the service is put together. */
  private readonly pool: WorkerPool | null;
  private reload: Promise<void> | null = null;
  private reloadBegan = 0;
  private reloadTook = 0;
  private pauseEnds = 0;
  private readonly closing = new AbortController();
  /** By symbol, revision and last visible day. */
  private readonly recentBars: LRUCache<string, Bars>;
  private readonly refreshWaitMs: number;

  constructor(private readonly options: EngineOptions) {
    this.pool = options.workers > 0 ? new WorkerPool(options.workers) : null;
    this.recentBars = new LRUCache({
      maxSize: options.barsCacheBytes ?? BARS_CACHE_BYTES,
      sizeCalculation: ({ day, close }) => day.byteLength + 3 * close.byteLength,
    });
    this.refreshWaitMs = options.refreshWaitMs ?? 250;
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
   * @throws whatever kept the prices from being read; EngineNotReadyError when closed meanwhile
   */
  async start(): Promise<void> {
    this.currentState = 'warming';
    const { pool } = this;
    const reader = this.options.prices.blockReader();
    const readInThread = pool && reader ? (group: readonly BlockMember[]) => pool.readBlock(reader, group) : undefined;
    const loaded = await load(this.options, undefined, this.closing.signal, readInThread);
    await warmUp(loaded.snapshot, this.options.workers, (task) => this.run(task));
    this.closing.signal.throwIfAborted();
    this.loaded = loaded;
    this.currentState = 'ready';
  }

  /** Ends the threads; searches under way fail. */
  async close(): Promise<void> {
    this.currentState = 'closed';
    this.closing.abort(new EngineNotReadyError('the engine is closed'));
    await this.reload;
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
    const revision = await this.options.prices.revision();
    const snapshot = this.snapshot();
    if (this.loaded && sameBasis(this.loaded.basis, basisAt(revision, this.options))) return snapshot;
    const now = this.options.clock.elapsed();
    if (!this.reload) {
      const pause = Math.max(0, this.pauseEnds - now);
      if (pause + this.reloadTook > this.refreshWaitMs && pause > 0) return snapshot;
      this.reloadBegan = now;
      this.reload = this.refresh(pause);
    }
    // A reload that takes longer than a request would wait holds up those that found it beginning, and no others.
    const left = this.reloadBegan + this.refreshWaitMs - now;
    if (left <= 0) return snapshot;
    await atMost(this.reload, left, this.options.clock);
    return this.snapshot();
  }

  /**
   * The visible bars of some symbols, verified against the stored hash whenever market data may have changed since. What
   * is damaged shows where it is looked at, so that it costs its own row and not the others'.
   *
   * @throws the signal's reason once it is aborted
   */
  async read(symbols: readonly (LoadedSymbol | UnreadableSymbol)[], signal?: AbortSignal): Promise<BarsReader> {
    const { prices } = this.options;
    signal?.throwIfAborted();
    const revision = await prices.revision();
    const found = new Map<number, Bars | CorruptPricesError>();
    const keyOf = ({ id, visibleThrough }: LoadedSymbol | UnreadableSymbol) => `${id} ${revision} ${visibleThrough}`;
    for (const symbol of symbols) {
      const kept = this.recentBars.get(keyOf(symbol));
      if (kept) found.set(symbol.id, kept);
    }
    const missing = symbols.filter(({ id }) => !found.has(id));
    const pause = turns();
    for (const part of partsOf(missing, BARS_AT_ONCE)) {
      await pause();
      signal?.throwIfAborted();
      const stored = await prices.read(part.map(({ id }) => id));
      for (const symbol of part) {
        const bars = stored.get(symbol.id) ?? new CorruptPricesError(symbol.symbol, 'they are gone');
        if (bars instanceof CorruptPricesError) found.set(symbol.id, bars);
        else {
          const visible = barsThrough(bars, symbol.visibleThrough);
          this.recentBars.set(keyOf(symbol), visible);
          found.set(symbol.id, visible);
        }
      }
    }
    return ({ id, symbol }) => {
      const bars = found.get(id);
      if (bars === undefined) throw new RangeError(`the bars of ${symbol} were not asked for`);
      if (bars instanceof CorruptPricesError) throw bars;
      return bars;
    };
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

  private run(task: SearchTask, signal?: AbortSignal): Promise<Candidate[]> {
    return this.pool ? this.pool.search(task, signal) : searchHere(task, signal);
  }

  /** Never rejects: a request must not fail because newer prices could not be had. */
  private async refresh(pause: number): Promise<void> {
    const { signal } = this.closing;
    const { clock } = this.options;
    try {
      if (pause > 0) await orAborted(new Promise<void>((resolve) => clock.after(pause, resolve)), signal);
      const start = clock.elapsed();
      this.loaded = await load(this.options, this.loaded ?? undefined, signal);
      this.reloadTook = clock.elapsed() - start;
      this.pauseEnds = clock.elapsed() + RELOAD_PAUSE * this.reloadTook;
    } catch (error) {
      if (!signal.aborted) this.options.onError?.(error);
    } finally {
      this.reload = null;
    }
  }
}
