import Piscina from 'piscina';
import type { DetectionRequest } from '../core/detection/plan';
import { PUBLISHED_SEED, rotationKey } from '../core/significance/rotation';
import type { NullDistribution } from '../core/significance/significance';
import { threadModule } from '../threadModule';
import { turns } from '../turns';
import { partsByBlock } from './blocks';
import { distributionOf, type NullTask, rotateAll, type StrongestBySymbol } from './nullSearch';
import type { LoadedSymbol } from './snapshot';

/** What is searched: the symbols of each market, with the entries of its calendar. */
export interface NullJob {
  readonly dataVersion: string;
  readonly searches: readonly { readonly symbols: readonly LoadedSymbol[]; readonly request: DetectionRequest }[];
}

export interface NullRunnerOptions {
  /** False = compute in this thread, letting requests in between. */
  readonly thread: boolean;
  /** Shuffled calendars. */
  readonly rotations: number;
}

/** Shuffles calendars in a thread of low priority, one search at a time: nobody's request waits for it. */
export class NullRunner {
  private pool: Piscina | null = null;

  constructor(readonly options: NullRunnerOptions) {}

  /** The null distribution of a search (METHOD 9). @throws the signal's reason once it is aborted */
  async run({ searches }: NullJob, signal: AbortSignal): Promise<NullDistribution> {
    signal.throwIfAborted();
    const { rotations } = this.options;
    const pieces = searches.map(({ symbols, request }) => ({ request, parts: partsByBlock(symbols) }));
    const task: NullTask = { pieces, key: rotationKey(PUBLISHED_SEED), rotations };
    const found = await (this.options.thread ? this.runInThread(task, signal) : runHere(task, signal));
    const names = new Map(searches.flatMap(({ symbols }) => symbols.map(({ id, symbol }) => [id, symbol] as const)));
    return distributionOf(found, rotations, (id) => names.get(id) ?? '');
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private async runInThread(task: NullTask, signal: AbortSignal): Promise<StrongestBySymbol> {
    this.pool ??= new Piscina({
      ...threadModule(__dirname, 'nullWorker'),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 60_000,
    });
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const tell = () => Atomics.store(stop, 0, 1);
    signal.addEventListener('abort', tell, { once: true });
    try {
      const found: StrongestBySymbol | null = await this.pool.run({ ...task, stop });
      signal.throwIfAborted();
      if (found === null) throw new Error('the rotations were stopped');
      return found;
    } finally {
      signal.removeEventListener('abort', tell);
    }
  }
}

function runHere(task: NullTask, signal: AbortSignal): Promise<StrongestBySymbol> {
  const pause = turns();
  return rotateAll(task, () => {
    signal.throwIfAborted();
    return pause();
  });
}
