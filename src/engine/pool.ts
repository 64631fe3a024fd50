import { setImmediate as nextLoop } from 'node:timers/promises';
import { Piscina, type PiscinaTask, queueOptionsSymbol, type TaskQueue } from 'piscina';
import { orAborted, type Work } from '../deadline';
import { ApiError } from '../errors';
import type { Series } from '../storage/prices';
import { threadModule } from '../threadModule';
import type { TaskCall, TaskResult, ThreadData } from './poolThread';
import { backgroundTasks } from './tasks/backgroundTasks';
import { requestTasks } from './tasks/requestTasks';
import { Thread } from './tasks/thread';

/**
 * The pools.
 *
 * Request threads run at a lower priority than the main thread, which must run as soon as a request arrives. At 5, a woken thread
 * often delayed the main thread by 3 ms. Background threads run at the lowest priority, and end when there is nothing to do.
 *
 * A thread whose heap reaches `heapMb` ends, not the service. A request task needs about 30, training the most. With a limit V8
 * also collects garbage earlier (`npm run bench -- memory`).
 */
const POOLS = {
  request: { tasks: requestTasks, niceness: 10, heapMb: 256, staysIdle: true },
  background: { tasks: backgroundTasks, niceness: 19, heapMb: 512, staysIdle: false },
} as const;
type PoolName = keyof typeof POOLS;
export type TaskOf<Pool extends PoolName> = TaskName & keyof (typeof POOLS)[Pool]['tasks'];

export const TASKS = { ...requestTasks, ...backgroundTasks };
type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

interface TaskPoolOptions {
  /** 0 = tasks run in this thread, which handles requests in between. */
  readonly threads: number;
  /** Database URL for the threads; null when only this thread can read prices. */
  readonly url: string | null;
  /** Reader of prices for tasks in this thread. */
  readonly series: Series;
}

export interface TaskLoad {
  readonly running: number;
  readonly waiting: number;
}

/**
 * Size of the young generation of a thread in megabytes. V8's default of 48 computes no faster and costs the service 100
 * to 200 MB under load (`npm run bench -- memory`).
 */
const YOUNG_MB = 12;

/** Idle time after which a background thread ends. */
const IDLE_MS = 60_000;

/** A pool of worker threads. Tasks are small, and accounts share the threads fairly (`FairQueue`). */
export class TaskPool<Pool extends PoolName = 'request'> {
  private readonly queue = new FairQueue();
  private readonly pool: Piscina | null;
  private readonly threadOptions: ConstructorParameters<typeof Piscina>[0];
  private readonly localThread: Thread;
  /** Tasks that a caller waits for, running or queued. */
  private pending = 0;

  constructor(name: Pool, { threads, url, series }: TaskPoolOptions) {
    this.localThread = new Thread(() => series);
    const { niceness, heapMb, staysIdle } = POOLS[name];
    const workerData: ThreadData = { pool: name, niceness, url };
    this.threadOptions = {
      ...threadModule(__dirname, 'poolThread'),
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    };
    this.pool =
      threads === 0
        ? null
        : new Piscina({
            ...this.threadOptions,
            minThreads: staysIdle ? threads : 0,
            maxThreads: threads,
            idleTimeout: IDLE_MS,
            // A task that piscina takes out too early returns to the front.
            taskQueue: this.queue,
            stricterFIFO: true,
          });
  }

  get load(): TaskLoad {
    const waiting = this.queue.size;
    return { running: this.pending - waiting, waiting };
  }

  /** Number of tasks that can run at once. */
  get threads(): number {
    return this.pool?.options.maxThreads ?? 1;
  }

  /**
   * Runs a task. A queued task whose signal aborts is removed; a running one runs to its end.
   *
   * @throws the signal's reason; the ApiError that the task throws
   */
  async run<Name extends TaskOf<Pool>>(name: Name, input: TaskInput<Name>, work: Work): Promise<TaskOutput<Name>> {
    if (this.pool === null) return this.runHere(name, input, work);
    const call: TaskCall = { name, input };
    const result = await this.waitFor<TaskResult<TaskOutput<Name>>>(this.pool, call, work);
    if ('value' in result) return result.value;
    const { code, message, ...parts } = result.refusal;
    throw new ApiError(code, message, parts);
  }

  /**
   * Runs the default export of another module, such as the training, in a thread of its own. It ends with the work, or once the
   * signal aborts: an idle thread collects no garbage, and would keep the hundreds of megabytes of a training.
   *
   * @returns null without threads
   * @throws the signal's reason
   */
  async runModule<T>(filename: string, input: object, signal?: AbortSignal): Promise<T | null> {
    if (this.pool === null) return null;
    signal?.throwIfAborted();
    const own = new Piscina({ ...this.threadOptions, minThreads: 1, maxThreads: 1 });
    this.pending += 1;
    try {
      return await orAborted(own.run(input, { filename }) as Promise<T>, signal);
    } finally {
      this.pending -= 1;
      await own.destroy();
    }
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private async runHere<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    { signal }: Work,
  ): Promise<TaskOutput<Name>> {
    await nextLoop();
    signal?.throwIfAborted();
    const task = TASKS[name] as (input: TaskInput<Name>, thread: Thread) => Promise<TaskOutput<Name>>;
    return task(input, this.localThread);
  }

  /**
   * The signal is not passed to piscina, which would end the thread of a running task, and would let a task with a signal
   * bypass the fair queue (5.3, `skipQueue`).
   */
  private async waitFor<T>(pool: Piscina, message: object, { account, signal }: Work): Promise<T> {
    signal?.throwIfAborted();
    const owner: TaskOwner = { account };
    const cancel = () => this.queue.cancel(owner);
    signal?.addEventListener('abort', cancel, { once: true });
    this.pending += 1;
    try {
      return await orAborted(pool.run({ ...message, [queueOptionsSymbol]: owner }) as Promise<T>, signal);
    } finally {
      this.pending -= 1;
      signal?.removeEventListener('abort', cancel);
    }
  }
}

/** The queue's option of a task. */
export interface TaskOwner {
  /** Account that the task counts for; internal work has an account of its own. */
  readonly account: string;
}

type Queued = Pick<PiscinaTask, typeof queueOptionsSymbol>;

/**
 * The task queue of a pool: round robin over accounts, first in first out within one. A task of one account waits for at
 * most one task of each other account, however many those have queued.
 */
export class FairQueue implements TaskQueue {
  /** By account, in round-robin order. */
  private queues = new Map<string, Queued[]>();

  get size(): number {
    let size = 0;
    for (const tasks of this.queues.values()) size += tasks.length;
    return size;
  }

  push(task: Queued): void {
    const { account } = ownerOf(task);
    const tasks = this.queues.get(account);
    if (tasks) tasks.push(task);
    else this.queues.set(account, [task]);
  }

  /** Puts a task back to the front: piscina takes tasks out before it knows of a free thread. */
  unshift(task: Queued): void {
    const { account } = ownerOf(task);
    const tasks = [task, ...(this.queues.get(account) ?? [])];
    this.queues.delete(account);
    this.queues = new Map([[account, tasks], ...this.queues]);
  }

  shift(): PiscinaTask | null {
    for (const [account, tasks] of this.queues) {
      const [next, ...rest] = tasks;
      this.queues.delete(account);
      if (rest.length > 0) this.queues.set(account, rest);
      return next as PiscinaTask;
    }
    return null;
  }

  remove(task: Queued): void {
    this.cancel(ownerOf(task));
  }

  /** Removes the task that was queued with this owner object, if it still waits. */
  cancel(owner: TaskOwner): void {
    const remaining = (this.queues.get(owner.account) ?? []).filter((task) => ownerOf(task) !== owner);
    if (remaining.length > 0) this.queues.set(owner.account, remaining);
    else this.queues.delete(owner.account);
  }
}

function ownerOf(task: Queued): TaskOwner {
  return task[queueOptionsSymbol] as TaskOwner;
}
