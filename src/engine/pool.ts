import { setImmediate as nextLoop } from 'node:timers/promises';
import { Piscina, queueOptionsSymbol } from 'piscina';
import { orAborted, type Work } from '../deadline';
import { ApiError } from '../errors';
import type { Series } from '../storage/prices';
import { threadModule } from '../threadModule';
import { FairQueue, type TaskOwner } from './fairQueue';
import { TASKS, type TaskInput, type TaskName, type TaskOutput } from './tasks';
import { Thread } from './tasks/thread';

export interface TaskPoolOptions {
  /** Which threads: those have no other tasks than their module does. */
  readonly body: 'requestThread' | 'backgroundThread';
  /** 0 = tasks run in this thread, with requests in between. */
  readonly threads: number;
  /** Threads that are kept while there is nothing to do. */
  readonly kept: number;
  /** Below the thread that answers: 0 as it, 19 below all. */
  readonly niceness: number;
  /** Most megabytes of JavaScript in one thread; beyond them it ends, and not the service. */
  readonly memoryMb?: number;
  /** What a thread reads prices by; null where only this thread can. */
  readonly url: string | null;
  /** What tasks read prices by in this thread. */
  readonly series: Series;
}

/** What a thread is started with. */
export interface ThreadData {
  readonly niceness: number;
  readonly url: string | null;
}

/** What a thread answers: a value, or why the caller is refused. A class does not survive the way between threads. */
export type Answered<T> =
  | { readonly value: T }
  | { readonly refusal: Pick<ApiError, 'code' | 'message' | 'retryAfter' | 'detail'> };

/** Tasks of a pool. */
export interface TaskLoad {
  readonly running: number;
  readonly waiting: number;
}

/**
 * Megabytes of what is young in a thread, which could take 48 and computes no faster for it: 100 to 200 MB of the service
 * under load (`npm run bench -- memory`).
 */
const YOUNG_MB = 12;

/** An idle thread ends after so long, where it is not kept. */
const IDLE_MS = 60_000;

/** Threads that compute, and whose turn it is: a task is small, and accounts take turns (`FairQueue`). */
export class TaskPool {
  private readonly queue = new FairQueue();
  private readonly pool: Piscina | null;
  private readonly here: Thread;
  /** Tasks that somebody waits for. */
  private begun = 0;

  constructor({ body, threads, kept, niceness, memoryMb, url, series }: TaskPoolOptions) {
    this.here = new Thread(async () => series);
    const workerData: ThreadData = { niceness, url };
    this.pool =
      threads === 0
        ? null
        : new Piscina({
            ...threadModule(__dirname, body),
            minThreads: kept,
            maxThreads: threads,
            idleTimeout: IDLE_MS,
            workerData,
            // What it has taken out too early goes back to where it was.
            taskQueue: this.queue,
            stricterFIFO: true,
            resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
          });
  }

  get hasThreads(): boolean {
    return this.pool !== null;
  }

  get load(): TaskLoad {
    const waiting = this.queue.size;
    return { running: this.begun - waiting, waiting };
  }

  /** Tasks under way at once. */
  get threads(): number {
    return this.pool?.options.maxThreads ?? 1;
  }

  /**
   * Runs a task. One that still waits when its signal aborts is never begun; one that runs is left to end.
   *
   * @throws the signal's reason; the ApiError that the task throws
   */
  async run<Name extends TaskName>(name: Name, input: TaskInput<Name>, work: Work): Promise<TaskOutput<Name>> {
    if (this.pool !== null) return this.runIn<TaskOutput<Name>>(this.pool, { name }, input, work);
    await nextLoop();
    work.signal?.throwIfAborted();
    const task = TASKS[name] as (input: TaskInput<Name>, thread: Thread) => Promise<TaskOutput<Name>>;
    return task(input, this.here);
  }

  /**
   * Has the default function of another module run in a thread, as one that reads prices or trains.
   *
   * @throws the signal's reason
   */
  async runModule<T>(filename: string, input: object, work: Work): Promise<T> {
    if (this.pool === null) throw new RangeError('there are no threads');
    return this.waitFor(this.pool, { filename, name: 'default' }, input, work);
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private async runIn<T>(pool: Piscina, which: { readonly name: string }, input: object, work: Work): Promise<T> {
    const answered = await this.waitFor<Answered<T>>(pool, which, input, work);
    if ('value' in answered) return answered.value;
    const { code, message, ...parts } = answered.refusal;
    throw new ApiError(code, message, parts);
  }

  /**
   * Piscina is not handed the signal: it would end the thread of a task that runs, and a task with one goes by its own queue
   * instead of the one it was given (5.3, `skipQueue`).
   */
  private async waitFor<T>(
    pool: Piscina,
    which: { readonly filename?: string; readonly name: string },
    input: object,
    { account, signal }: Work,
  ): Promise<T> {
    signal?.throwIfAborted();
    const owner: TaskOwner = { account };
    const leave = () => this.queue.leave(owner);
    signal?.addEventListener('abort', leave, { once: true });
    this.begun += 1;
    try {
      return await orAborted(pool.run({ ...input, [queueOptionsSymbol]: owner }, which) as Promise<T>, signal);
    } finally {
      this.begun -= 1;
      signal?.removeEventListener('abort', leave);
    }
  }
}
