import Piscina from 'piscina';
import { DayCounts } from '../core/calendar/dayCounts';
import type { Candidate } from '../core/detection/candidate';
import { accountOf } from '../deadline';
import type { BlockReader, BlockTask, StoredBlocks } from '../storage/rows';
import { threadModule } from '../threadModule';
import { AccountTurns } from './accountTurns';
import { callOffHeating, type HeatTask, isHeated } from './heat';
import { callOffMeasuring, isMeasured, type MeasureTask } from './measure';
import { type SearchTask, unpack } from './search';
import { callOff, isTaken } from './searchWork';

/**
 * Worker threads that search. They keep no process alive while idle. A thread works some milliseconds on a task and leaves
 * what it has not reached, so that accounts have them in turn, whatever one of them asks for.
 */
export class WorkerPool {
  private readonly pool: Piscina;
  private readonly turns: AccountTurns;

  constructor(readonly threads: number) {
    this.turns = new AccountTurns(threads);
    this.pool = new Piscina({
      ...threadModule(__dirname, 'worker'),
      minThreads: threads,
      maxThreads: threads,
    });
  }

  /**
   * A thread that searches cannot hear of an abort, and ending it would cost its compiled code: it finds nothing left to
   * take. So a task that waited in vain is not begun.
   *
   * @param signal also tells whose turn it takes
   * @throws the signal's reason
   */
  async search(task: SearchTask, signal?: AbortSignal): Promise<Candidate[]> {
    signal?.throwIfAborted();
    const tell = () => callOff(task.work);
    signal?.addEventListener('abort', tell, { once: true });
    try {
      const found: Candidate[] = [];
      do {
        const packed: Float64Array = await this.inTurn(() => this.pool.run(task), signal);
        signal?.throwIfAborted();
        found.push(...unpack(packed));
      } while (!isTaken(task.work));
      return found;
    } finally {
      signal?.removeEventListener('abort', tell);
    }
  }

  /** Measures windows in as many threads as there are; what is called off stays unmeasured. */
  measure(task: MeasureTask, signal?: AbortSignal): Promise<void> {
    return this.share(task, 'measure', isMeasured, callOffMeasuring, signal);
  }

  /** Computes a heat map in as many threads as there are. @throws the signal's reason */
  async heat(task: HeatTask, signal?: AbortSignal): Promise<void> {
    await this.share(task, 'heat', isHeated, callOffHeating, signal);
    signal?.throwIfAborted();
  }

  /** Has every thread work on a task, turn by turn, until nothing of it is left to take. */
  private async share<T>(
    task: T,
    name: string,
    isTakenWhole: (task: T) => boolean,
    leave: (task: T) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const tell = () => leave(task);
    if (signal?.aborted) tell();
    signal?.addEventListener('abort', tell, { once: true });
    const inThread = async () => {
      do await this.inTurn(() => this.pool.run(task, { name }), signal);
      while (!isTakenWhole(task));
    };
    try {
      await Promise.all(Array.from({ length: this.threads }, inThread));
    } finally {
      signal?.removeEventListener('abort', tell);
    }
  }

  private inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.turns.run(accountOf(signal), work);
  }

  /**
   * Reads all prices as they are at one moment, in so many threads at once; null where they cannot be read there, or changed
   * between one thread's moment and another's.
   */
  async readBlocks(
    { filename, url }: BlockReader,
    wanted: Pick<BlockTask, 'finalDays' | 'known'>,
    threads: number,
  ): Promise<StoredBlocks | null> {
    const read = async (from: number): Promise<StoredBlocks> => {
      const task: BlockTask = { ...wanted, url, from, of: threads };
      return this.pool.run(task, { filename, name: 'default' });
    };
    try {
      const [first, ...others] = await Promise.all(Array.from({ length: threads }, (_, from) => read(from)));
      if (others.some(({ index }) => index.revision !== first.index.revision)) return null;
      const days = new DayCounts(wanted.finalDays);
      for (const part of [first, ...others]) days.join(part.days);
      const blocks = new Map([first, ...others].flatMap((part) => [...part.blocks]));
      return { index: first.index, blocks, days: days.byMarket };
    } catch {
      // What is wrong is found by who reads here.
      return null;
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}
