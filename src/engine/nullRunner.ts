import Piscina from 'piscina';
import type { DetectionRequest } from '../core/detection/plan';
import { partsOf } from '../core/parts';
import { PUBLISHED_SEED, rotationKey } from '../core/significance/rotation';
import type { NullDistribution } from '../core/significance/significance';
import { threadModule } from '../threadModule';
import { turns } from '../turns';
import { partsByBlock } from './blocks';
import { distributionOf, joined, type NullTask, rotateAll, type StrongestBySymbol } from './nullSearch';
import type { LoadedSymbol } from './snapshot';

/** What is searched: the symbols of each market, with the entries of its calendar. */
export interface NullJob {
  readonly dataVersion: string;
  readonly searches: readonly { readonly symbols: readonly LoadedSymbol[]; readonly request: DetectionRequest }[];
}

export interface NullRunnerOptions {
  /** False = compute in this thread, letting requests in between. */
  readonly thread: boolean;
  /** Threads that share a search; 1 by default. */
  readonly threads?: number;
  /** Shuffled calendars. */
  readonly rotations: number;
  /** Told how many more symbols are done. */
  readonly onDone?: (symbols: number) => void;
}

/** Symbols that one of several threads takes at once: some seconds of the widest searches. */
const AT_ONCE = 8;

/** Shuffles calendars in threads of low priority, one search at a time: nobody's request waits for it. */
export class NullRunner {
  private pool: Piscina | null = null;

  constructor(readonly options: NullRunnerOptions) {}

  /** The null distribution of a search (METHOD 9). @throws the signal's reason once it is aborted */
  async run({ searches }: NullJob, signal: AbortSignal): Promise<NullDistribution> {
    signal.throwIfAborted();
    const { rotations, thread } = this.options;
    const tasks = this.shared(searches).map(
      (part): NullTask => ({
        pieces: part.map(({ symbols, request }) => ({ request, parts: partsByBlock(symbols) })),
        key: rotationKey(PUBLISHED_SEED),
        rotations,
      }),
    );
    const found = await (thread ? this.runInThreads(tasks, signal) : this.runHere(tasks, signal));
    const names = new Map(searches.flatMap(({ symbols }) => symbols.map(({ id, symbol }) => [id, symbol] as const)));
    return distributionOf(found, rotations, (id) => names.get(id) ?? '');
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  /** What one thread does whole, several share in parts. */
  private shared(searches: NullJob['searches']): NullJob['searches'][] {
    if (!this.isShared) return [searches];
    return searches.flatMap(({ symbols, request }) =>
      partsOf(symbols, AT_ONCE).map((part) => [{ symbols: part, request }]),
    );
  }

  private get isShared(): boolean {
    return (this.options.threads ?? 1) > 1 || this.options.onDone !== undefined;
  }

  private async runInThreads(tasks: readonly NullTask[], signal: AbortSignal): Promise<StrongestBySymbol> {
    const pool = this.opened();
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const tell = () => Atomics.store(stop, 0, 1);
    signal.addEventListener('abort', tell, { once: true });
    const runOne = async (task: NullTask): Promise<StrongestBySymbol> => {
      const found: StrongestBySymbol | null = await pool.run({ ...task, stop });
      signal.throwIfAborted();
      if (found === null) throw new Error('the rotations were stopped');
      this.options.onDone?.(symbolsOf(task));
      return found;
    };
    try {
      return joined(await Promise.all(tasks.map(runOne)), this.options.rotations);
    } finally {
      tell();
      signal.removeEventListener('abort', tell);
    }
  }

  private async runHere(tasks: readonly NullTask[], signal: AbortSignal): Promise<StrongestBySymbol> {
    const pause = turns();
    const found: StrongestBySymbol[] = [];
    for (const task of tasks) {
      found.push(
        await rotateAll(task, () => {
          signal.throwIfAborted();
          return pause();
        }),
      );
      this.options.onDone?.(symbolsOf(task));
    }
    return joined(found, this.options.rotations);
  }

  private opened(): Piscina {
    this.pool ??= new Piscina({
      ...threadModule(__dirname, 'nullWorker'),
      minThreads: 0,
      maxThreads: this.options.threads ?? 1,
      idleTimeout: 60_000,
    });
    return this.pool;
  }
}

function symbolsOf({ pieces }: NullTask): number {
  return pieces.reduce((sum, { parts }) => sum + parts.reduce((n, { ids }) => n + ids.length, 0), 0);
}
